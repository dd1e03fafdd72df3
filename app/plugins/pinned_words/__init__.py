"""Pinned words: up to nine images with target and predicted map, shown step by step over a whole training."""
