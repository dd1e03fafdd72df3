"""Widgets, which listen to the session, never know each other, and are put together by `main_window`."""
