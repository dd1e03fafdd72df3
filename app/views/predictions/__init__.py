"""What a model reads in the open image: which model, how its reading compares with the label, and how it came about."""

from app.views.predictions.panel import PredictionPanel

__all__ = ["PredictionPanel"]
