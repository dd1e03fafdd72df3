"""All parts that graphs of other programs contribute, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import ActionPart, OtherModelPart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "foreign_graphs",
    "Graphs of other programs",
    "Looks into a SavedModel or a frozen graph of another program, and runs it on an image if that is safe.",
    actions=(ActionPart("file.foreign_model", at="app.plugins.foreign_graphs.action:ACTION", after=""),),
    dialogs={"foreign_model": "app.plugins.foreign_graphs.dialog:ForeignModelDialog"},
    other_models=(
        OtherModelPart(
            "tensorflow_graph",
            "SavedModel or frozen graph",
            at="app.plugins.foreign_graphs.listing:show_graph",
            suffix=".pb",
            inside="saved_model.pb",
        ),
    ),
)
