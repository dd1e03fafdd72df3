"""The runs of a project: which there are, what came of them, and what tells two of them apart."""

from app.views.runs.panel import RunsPanel

__all__ = ["RunsPanel"]
