"""The open label: document, editor, saver, the image on screen, changes by others, conflicts, recovery, clipboard."""
