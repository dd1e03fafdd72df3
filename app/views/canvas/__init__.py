"""The canvas, which shows the image with its characters and lets a person correct its label by hand."""
