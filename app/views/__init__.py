"""Widgets: they listen to the session and never know each other. `main_window` puts them together."""
