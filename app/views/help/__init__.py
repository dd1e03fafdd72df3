"""About, doctor, getting started, words, palette, shortcut sheet and welcome page."""
