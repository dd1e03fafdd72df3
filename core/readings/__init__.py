"""Readings of images by other readers, the file that keeps them, and how two readers agree."""
