"""What everything else is built on: errors, advice, progress, files, encodings, images, JSON that keeps its layout."""
