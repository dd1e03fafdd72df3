"""Statistics of the open project: symbols, lengths, and progress over days."""

from app.views.statistics.dialog import StatisticsDialog

__all__ = ["StatisticsDialog"]
