"""Readers of other programs' labels, one module for each format; those of words in scenes are in `scenes`."""
