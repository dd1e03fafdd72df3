"""The dialogs of help (About, doctor, manual, palette, shortcut sheet) and the welcome page."""
