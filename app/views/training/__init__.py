"""Training: the form of its choices, the check before the start, and its progress."""

from app.views.training.dialog import TrainingDialog
from app.views.training.panel import TrainingPanel

__all__ = ["TrainingDialog", "TrainingPanel"]
