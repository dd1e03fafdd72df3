"""The glyph wall, which shows every crop of one symbol side by side."""
