"""The panel "Model": what is inside the chosen model."""

from app.views.inside.panel import ModelPanel

__all__ = ["ModelPanel"]
