"""All parts that the pinned words contribute, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import ActionPart, Plugin, PluginPart

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "pinned_words",
    "Pinned words",
    "Shows up to nine words together, with their target and predicted maps, at each step of a training.",
    actions=(ActionPart("predict.pin", at="app.plugins.pinned_words.action:PIN", after=""),),
    panels=(PluginPart("wall", at="app.plugins.pinned_words.dock:PANEL"),),
)
