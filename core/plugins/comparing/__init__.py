"""Comparing without a window: two folders of labels of the same images."""
