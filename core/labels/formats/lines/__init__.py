"""The forms of lines in other programs' lists: image and text, or outline and text."""
