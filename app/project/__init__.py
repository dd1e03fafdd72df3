"""The open project: the catalogue of its images, loading, thumbnails, and the choices stored for it."""
