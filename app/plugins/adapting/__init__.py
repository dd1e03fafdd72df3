"""Adapting: a new model from the chosen one, with other symbols or weights from a file, and weights saved to files."""
