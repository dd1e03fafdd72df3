"""One edit of many label files: renames, import and export, the glyph collection."""
