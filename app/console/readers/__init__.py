"""Readers of other programs on the command line."""
