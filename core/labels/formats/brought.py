"""Formats from plug-ins; a plug-in with a failing function is switched off, and the import reports it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import ParamSpec, TypeVar

from core.base.errors import PluginError
from core.base.plugins.active import Plugins
from core.base.plugins.plugin import Plugin
from core.labels.formats.base import Beside, Format, ListFile
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source

P = ParamSpec("P")
T = TypeVar("T")


def brought_formats(active: Plugins, taken: dict[str, Format]) -> list[Format]:
    """Return the formats of the plug-ins that are switched on.

    `taken` holds the program's own formats, whose names a plug-in cannot use.
    """
    return [_watched(active, plugin, form) for plugin, form in active.loaded("formats", Format, taken)]


def _watched(active: Plugins, plugin: Plugin, form: Format) -> Format:
    def running(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def run(*arguments: P.args, **named: P.kwargs) -> T:
            with active.using(plugin, passing=(Reject,)):
                return function(*arguments, **named)

        return run

    def asking(function: Callable[[Source], bool]) -> Callable[[Source], bool]:
        run = running(function)

        def ask(source: Source) -> bool:
            try:
                return bool(run(source))
            except PluginError:
                return False  # the plug-in is off now, which was told: the other formats may know the source

        return ask

    def read(source: Source) -> Iterator[Record | Refusal]:
        with active.using(plugin):
            yield from form.read(source)

    writer = form.writer
    match writer:
        case Beside():
            writer = replace(writer, encode=running(writer.encode))
        case ListFile():
            writer = replace(
                writer,
                line=running(writer.line),
                key=running(writer.key),
                split=running(writer.split),
                join=running(writer.join),
            )
    return replace(form, detect=asking(form.detect), might_be=asking(form.might_be), read=read, writer=writer)
