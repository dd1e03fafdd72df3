"""The open project: the catalogue of its images, loading, thumbnails, and the choices kept for it."""
