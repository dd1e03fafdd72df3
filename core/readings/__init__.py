"""What readers say of the images of a folder: readings, the file that keeps them, how two readers agree."""
