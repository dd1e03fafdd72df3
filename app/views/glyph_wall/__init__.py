"""The glyph wall: every crop of one symbol side by side."""

from app.views.glyph_wall.panel import GlyphWall

__all__ = ["GlyphWall"]
