"""About, doctor, manual, palette, shortcut sheet and welcome page."""
