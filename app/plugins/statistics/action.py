"""The action that opens the statistics of the project.

Apart from the description of the plug-in, which loads nothing of the window.
"""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_project

CONTEXT = "Actions"  # the translation context of these texts

ACTION = Action(
    "file.statistics",
    "Statistics…",
    "How often symbols and lengths occur, and who labelled what on which day",
    run=lambda session, asker: asker.show_dialog("statistics"),
    enabled=has_project,
)
