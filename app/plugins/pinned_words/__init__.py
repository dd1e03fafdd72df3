"""Pinned words: up to nine images with target and predicted map, in step over a whole training."""
