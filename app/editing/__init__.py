"""The open label: its document, editor, saver, conflicts, recovery, clipboard."""
