"""All parts that adapting contributes, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import CommandPart, PagePart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "adapting",
    "Adapting",
    "Makes a new model from the chosen one, with other symbols or with weights of a file, and writes weights "
    "in PyTorch's layout.",
    commands=(
        CommandPart(
            "adapt",
            "Make a new model from an existing one: other symbols, weights of another file.",
            at="app.plugins.adapting.command:adapt",
        ),
    ),
    model_pages=(PagePart("adapt", "Adapt", at="app.plugins.adapting.page:AdaptingPage"),),
)
