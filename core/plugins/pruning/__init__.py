"""Pruning without a window: the strengths of channels, and weak ones set to 0."""
