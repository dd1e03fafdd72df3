"""All actions of the program as data, by subject. A new action is a new entry."""

from __future__ import annotations

from app.actions.table import chosen, edit, file, go, helping, label, maps, predict, problems, tools, train, view

__all__ = ["ACTIONS"]

ACTIONS = (
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
"""In the order of the palette and the shortcut sheet."""
