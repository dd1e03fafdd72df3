"""All actions of the program as data, by subject, with one entry for each action."""

from __future__ import annotations

from app.actions.brought import brought_actions
from app.actions.table import chosen, edit, file, go, helping, label, maps, predict, problems, tools, train, view
from core.base.plugins.active import plugins

__all__ = ["ACTIONS"]

_OWN = (
    *file.ACTIONS,
    *edit.ACTIONS,
    *chosen.ACTIONS,
    *tools.ACTIONS,
    *label.ACTIONS,
    *go.ACTIONS,
    *problems.ACTIONS,
    *train.ACTIONS,
    *predict.ACTIONS,
    *view.ACTIONS,
    *maps.ACTIONS,
    *helping.ACTIONS,
)

ACTIONS = (*_OWN, *brought_actions(plugins(), {action.id for action in _OWN}))
"""In the order of the palette and the shortcut sheet, with those of plug-ins at the end."""
