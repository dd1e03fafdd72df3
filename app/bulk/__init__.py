"""Edits of many label files at once: renames, import and export, the glyph collection."""
