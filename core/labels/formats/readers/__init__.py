"""Readers of other programs' labels, one module for each format."""
