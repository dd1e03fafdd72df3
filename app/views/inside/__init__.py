"""The layers of the chosen model, and the new models that can be made of it."""

from app.views.inside.changing import ChangeModelDialog
from app.views.inside.window import ModelWindow

__all__ = ["ChangeModelDialog", "ModelWindow"]
