"""The history of the project: looked through, and restored from."""

from app.views.history.panel import HistoryPanel

__all__ = ["HistoryPanel"]
