"""Comparison without a window of two folders with labels of the same images."""
