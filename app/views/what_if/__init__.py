"""What if? on the canvas: a changed copy of the open image, its reading, and the bar with the sliders."""
