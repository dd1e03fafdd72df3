"""All parts that pruning contributes, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import CommandPart, PagePart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "pruning",
    "Pruning",
    "Finds the weak channels of a model and sets them to 0 in a new one.",
    commands=(
        CommandPart(
            "prune",
            "List the channels whose kernels are weak, or set them to 0.",
            at="app.plugins.pruning.command:prune",
        ),
    ),
    model_pages=(PagePart("weak_channels", "Weak channels", at="app.plugins.pruning.page:PruningPage"),),
)
