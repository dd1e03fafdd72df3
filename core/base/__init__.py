"""The ground of everything: errors, advice, progress, files, encodings, images, JSON that keeps its layout."""
