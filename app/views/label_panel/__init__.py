"""The label of the open image in words and numbers: its text, its status, its characters."""
