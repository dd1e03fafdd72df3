"""Graphs of other programs, opened read-only: what is in them, and a run on an image where that is safe."""
