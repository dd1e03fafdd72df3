"""Comparing: two people's labels of the same images, side by side."""
