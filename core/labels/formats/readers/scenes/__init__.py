"""Readers of labels of words in scenes, which are cut out, one module for each format."""
