"""Adapting: a new model of the chosen one, with other symbols or weights of a file, and weights in files."""
