"""The tools of the mouse on the canvas, one a module."""
