"""The list of the project's images."""

from app.views.image_list.panel import ImageList

__all__ = ["ImageList"]
