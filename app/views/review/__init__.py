"""The review queue: the labels to look at first."""

from app.views.review.panel import ReviewPanel

__all__ = ["ReviewPanel"]
