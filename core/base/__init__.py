"""The basis of all other rooms: errors, advice, progress, files, encodings, images, JSON that keeps its layout."""
