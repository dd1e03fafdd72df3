"""Training: the form of its choices, and the check before the start."""

from app.views.training.dialog import TrainingDialog

__all__ = ["TrainingDialog"]
