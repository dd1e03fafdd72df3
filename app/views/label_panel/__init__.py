"""The panel that shows the open image's label in words and numbers: its text, its status, its characters."""
