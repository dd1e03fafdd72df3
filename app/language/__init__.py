"""The translations, the sentences of `core` in the window's language, titles, and figures."""
