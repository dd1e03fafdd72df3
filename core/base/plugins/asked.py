"""Requests to our processes that functions of plug-ins answer, each known by its class.

They are pickled between processes of ours; a file never holds one.
"""

from __future__ import annotations

from typing import ClassVar


class PluginJob:
    """A job for a process of its own, the base class of frozen dataclasses of plain data."""

    __slots__ = ()

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function", which makes the answer of (job, progress) and may load Keras."""


class NetworkQuestion:
    """A question about a network for the predicting process, the base class of frozen dataclasses of plain data."""

    __slots__ = ()

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function": (`core.model.network.saving.Recogniser`, question) → plain data, the
    answer."""
    takes_untrained: ClassVar[bool] = False
    """True if, for a run that has no model yet, its network with random weights answers. Else the answer is None."""
