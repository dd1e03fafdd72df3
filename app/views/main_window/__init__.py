"""The window: what it consists of, and how its parts are put together."""
