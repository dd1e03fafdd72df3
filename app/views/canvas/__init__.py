"""The canvas: the image with its characters, where labels are corrected by hand."""
