"""The glyph wall: every crop of one symbol side by side."""
