"""The prediction of the open image: the model, its reading beside the label, and the steps that led to it."""

from app.views.predictions.panel import PredictionPanel

__all__ = ["PredictionPanel"]
