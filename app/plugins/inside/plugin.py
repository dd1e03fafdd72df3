"""All parts that the inside of a model contributes, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import ActionPart, CommandPart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "inside",
    "Inside the model",
    "Shows the layers of a model, their graph, and the maps that a layer gives for an image.",
    commands=(
        CommandPart(
            "layers",
            "List a model's layers: output shape, parameters, multiply-adds, and how they are connected.",
            at="app.plugins.inside.command:layers",
            is_fixed=True,
        ),
    ),
    actions=(ActionPart("predict.inside", at="app.plugins.inside.action:ACTION", after=""),),
    dialogs={"model": "app.plugins.inside.window:ModelWindow"},
)
