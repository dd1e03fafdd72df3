"""Finds the problems that one label can have, and fixes them."""
