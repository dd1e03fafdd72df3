"""The panel with a newcomer's first steps."""
