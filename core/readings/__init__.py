"""Readings of images by other readers, the file in which they are kept, and the agreement between readers."""
