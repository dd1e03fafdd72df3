"""Catalogues, the sentences of `core` in the window's language, titles, figures."""
