"""The forms of lines in lists of other programs: image and text, outline and text."""
