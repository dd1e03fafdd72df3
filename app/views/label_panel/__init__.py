"""The label of the open image in words and numbers: its text, its status, its characters."""

from app.views.label_panel.panel import LabelPanel

__all__ = ["LabelPanel"]
