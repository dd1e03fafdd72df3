"""What the mouse does on the canvas, one tool a module."""
