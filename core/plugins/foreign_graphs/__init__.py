"""Graphs of other programs, opened read-only: their content, and a run on an image if that is safe."""
