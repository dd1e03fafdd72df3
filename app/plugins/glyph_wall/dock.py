"""The panel with the glyph wall.

Apart from the panel itself: the window lists its panels before a session is there, and this loads none.
"""

from __future__ import annotations

from app.actions.panel import Panel

CONTEXT = "Actions"  # the translation context of these texts

PANEL = Panel("glyphs", "Glyph wall", widget="app.plugins.glyph_wall.panel:GlyphWall", key="Ctrl+F8", icon="glyphs")
