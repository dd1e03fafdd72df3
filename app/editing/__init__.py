"""The open labels: documents, editor, saver, the image on screen, changes by others, conflicts, recovery, clipboard."""
