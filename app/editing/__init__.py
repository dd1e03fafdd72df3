"""The open label: its document, editor and saver, what is on screen, what others write, conflicts, recovery, clipboard."""
