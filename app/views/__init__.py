"""The widgets, which listen to the session, do not know each other, and are assembled by `main_window`."""
