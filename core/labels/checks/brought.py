"""Runs the checks of labels that plug-ins bring."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from core.base.errors import PluginError, Sentence
from core.base.plugins.active import Plugins, plugins
from core.base.plugins.plugin import CheckPart
from core.charset import Charset
from core.labels.checks.problems import Problem
from core.labels.checks.shapes import Context


def brought_problems(context: Context, charset: Charset, on: Plugins | None = None) -> Iterator[Problem]:
    """Yield the problems of a label that the checks of plug-ins find.

    A check that fails finds nothing, and its plug-in is off from now on. `on`: the plug-ins of this process by default.
    """
    for name, part in _parts() if on is None else _parts_of(on):
        with suppress(PluginError):  # the listener has been told
            yield from _problems(name, part, context, charset, plugins() if on is None else on)


@cache
def _parts() -> tuple[tuple[str, CheckPart], ...]:
    """Return the checks of this process, which every label asks for, each with the id of its plug-in."""
    return _parts_of(plugins())


def _parts_of(on: Plugins) -> tuple[tuple[str, CheckPart], ...]:
    return tuple((plugin.id, part) for plugin, part in on.parts("checks"))


def _problems(name: str, part: CheckPart, context: Context, charset: Charset, on: Plugins) -> list[Problem]:
    plugin = on.bringing("checks", part.id)
    if plugin is None or plugin.id != name:
        return []  # it has failed before
    function = on.load(plugin, part.at)
    with on.using(plugin):
        problems = [*function(context, charset)]
        if not all(isinstance(problem, Problem) and problem.id == part.id for problem in problems):
            raise TypeError(Sentence('its check "{name}" finds what is no problem of that kind', name=part.id))
        return problems
