"""Readings of images by other readers, the file that keeps them, and the agreement between readers."""
