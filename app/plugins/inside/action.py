"""The action that opens the window about the model.

Apart from the description of the plug-in, which loads nothing of the window.
"""

from __future__ import annotations

from app.actions.action import Action

CONTEXT = "Actions"  # the translation context of these texts

ACTION = Action(
    "predict.inside",
    "Look inside the model",
    "The model's layers, their graph, and the maps of each layer for the open image",
    run=lambda session, asker: asker.show_dialog("model"),
    word="Model",
    shortcuts=("Ctrl+F9",),
    icon="layers",
    enabled=lambda session: session.predictions.is_on,
)
