"""Graphs of other programs, opened read-only, and run on an image if that is safe."""
