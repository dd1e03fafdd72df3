"""The open project: the catalogue of its images, loading, thumbnails, what is remembered of it."""
