"""The mouse tools of the canvas, one in each module."""
