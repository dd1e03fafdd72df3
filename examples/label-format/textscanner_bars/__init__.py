"""A label format of a plug-in: lists of image and text with a bar between them."""
