"""The action that opens the comparison of labels.

Apart from the description of the plug-in, which loads nothing of the window.
"""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_project

CONTEXT = "Actions"  # the translation context of these texts

ACTION = Action(
    "file.compare_labels",
    "Compare labels…",
    "Compare these labels with somebody else's of the same images, and walk through the differences",
    run=lambda session, asker: asker.show_dialog("compare_labels"),
    icon="compare",
    enabled=has_project,
)
