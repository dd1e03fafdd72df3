"""The action that opens another program's model.

Apart from the description of the plug-in, which loads nothing of the window.
"""

from __future__ import annotations

from app.actions.action import Action

CONTEXT = "Actions"  # the translation context of these texts

ACTION = Action(
    "file.foreign_model",
    "Open foreign model…",
    "Look into a SavedModel or a frozen graph of another program, and run it on an image",
    run=lambda session, asker: asker.show_dialog("foreign_model"),
    icon="foreign-model",
)
