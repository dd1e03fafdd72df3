"""Requests to a process of ours that a function of a plug-in answers, each named by its class.

They are pickled between processes of ours; a file never holds one.
"""

from __future__ import annotations

from typing import ClassVar


class PluginJob:
    """A piece of work for a process of its own, from which frozen dataclasses of plain data derive."""

    __slots__ = ()

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function", which makes the answer of (job, progress) and may load Keras."""


class NetworkQuestion:
    """A question about a network to the process that predicts, from which frozen dataclasses of plain data derive."""

    __slots__ = ()

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function": (`core.model.network.saving.Recogniser`, question) → plain data, the
    answer."""
    takes_untrained: ClassVar[bool] = False
    """True if, for a run that has no model yet, its network with random weights answers. Else the answer is None."""
