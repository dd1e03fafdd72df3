"""Pruning without a window: measures the strengths of channels, and sets weak ones to 0."""
