"""All parts that comparing contributes, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import ActionPart, CommandPart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "comparing",
    "Comparing labels",
    "Compares your labels with somebody else's of the same images, and walks through the differences.",
    commands=(
        CommandPart(
            "compare-labels",
            "Compare two folders of labels of the same images.",
            at="app.plugins.comparing.command:compare_labels",
        ),
    ),
    actions=(ActionPart("file.compare_labels", at="app.plugins.comparing.action:ACTION", after=""),),
    dialogs={"compare_labels": "app.plugins.comparing.dialog:CompareDialog"},
)
