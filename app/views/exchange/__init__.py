"""Import from and export to other formats, of labels and of models. Words cropped from scenes. Labels compared."""
