"""About, doctor, palette, shortcut sheet and welcome page."""
