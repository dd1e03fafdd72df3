"""Readers of other programs' labels, one module for each format, and those of words in scenes in `scenes`."""
