"""The review queue: the labels to look at first, and the cross-check that judges them."""

from app.views.review.cross_check_dialog import CrossCheckDialog
from app.views.review.panel import ReviewPanel

__all__ = ["CrossCheckDialog", "ReviewPanel"]
