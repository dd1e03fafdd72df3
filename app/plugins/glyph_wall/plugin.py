"""All parts that the glyph wall contributes, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import Plugin, PluginPart

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "glyph_wall",
    "Glyph wall",
    "Shows every crop of one symbol side by side, the most unusual first, to find wrong symbols.",
    panels=(PluginPart("glyphs", at="app.plugins.glyph_wall.dock:PANEL"),),
)
