"""The runs of a project: a list, the details of a run, and the differences of two."""

from app.views.runs.panel import RunsPanel

__all__ = ["RunsPanel"]
