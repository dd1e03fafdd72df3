"""Comparing: the labels of two people for the same images, side by side."""
