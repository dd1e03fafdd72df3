"""The actions that plug-ins contribute, and their places in the menus."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec, TypeVar

from app.actions.action import Action, Menu
from core.base.errors import PluginError
from core.base.plugins.active import Plugins
from core.base.plugins.ours import OURS
from core.base.plugins.plugin import Plugin

P = ParamSpec("P")
T = TypeVar("T")


def brought_actions(active: Plugins, taken: Collection[str] = ()) -> tuple[Action, ...]:
    """Return the actions of the active plug-ins, given the ids `taken` by the program's own actions.

    If one that is not ours fails, its plug-in is switched off with a sentence, and all of its actions can no longer be
    done.
    """
    pairs = active.loaded("actions", Action, taken)
    return tuple(action if plugin.id in OURS else _watched(active, plugin, action) for plugin, action in pairs)


def with_brought(menus: Iterable[Menu], active: Plugins) -> tuple[Menu, ...]:
    """Return the menus with the actions of the active plug-ins, each behind the entry that it names."""
    entries = {menu.id: list(menu.parts) for menu in menus}
    for _, part in active.parts("actions"):
        parts = next((parts for parts in entries.values() if part.after and part.after in parts), None)
        if parts is not None:
            parts.insert(parts.index(part.after) + 1, part.id)
    return tuple(replace(menu, parts=tuple(entries[menu.id])) for menu in menus)


def _watched(active: Plugins, plugin: Plugin, action: Action) -> Action:
    def watched(function: Callable[P, T], otherwise: T) -> Callable[P, T]:
        @wraps(function)
        def run(*arguments: P.args, **named: P.kwargs) -> T:
            if plugin not in active.on:
                return otherwise
            try:
                with active.using(plugin):
                    return function(*arguments, **named)
            except PluginError:
                return otherwise  # the listener has been told

        return run

    return replace(
        action,
        run=watched(action.run, None),
        enabled=watched(action.enabled, False),
        checked=None if action.checked is None else watched(action.checked, False),
        text_now=None if action.text_now is None else watched(action.text_now, action.title),
    )
