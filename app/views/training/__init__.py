"""Training: what it is to be, the check before it starts, and how it goes."""

from app.views.training.dialog import TrainingDialog
from app.views.training.panel import TrainingPanel

__all__ = ["TrainingDialog", "TrainingPanel"]
