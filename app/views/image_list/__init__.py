"""The list of the project's images."""

from app.views.image_list.panel import ImageList
from app.views.image_list.tag_dialog import TagDialog

__all__ = ["ImageList", "TagDialog"]
