"""Requests to a process of ours that a function of a plug-in answers, each named by its class.

They are pickled between processes of ours; a file never holds one.
"""

from __future__ import annotations

from typing import ClassVar


class PluginJob:
    """A piece of work for a process of its own. A frozen dataclass of plain data derives from it."""

    __slots__ = ()

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function": (job, progress) → the answer. It may load Keras."""


class NetworkQuestion:
    """A question about a network to the process that predicts. It has no instances: the class is its name."""

    plugin: ClassVar[str]
    """The id of the plug-in."""
    work: ClassVar[str]
    """The function, as "package.module:function": `core.model.network.saving.Recogniser` → plain data, the answer."""
