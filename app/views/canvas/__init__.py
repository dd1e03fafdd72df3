"""The canvas: the image with its characters. Labels are corrected there by hand."""
