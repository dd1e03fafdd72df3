"""Draws words with a symbol outside the charset, which teach a network that a symbol may be none of its own."""
