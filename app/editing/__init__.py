"""The open label: document, editor, saver, what is on screen, what others write, conflicts, recovery, clipboard."""
