"""The panel with a newcomer's first steps."""

from app.views.checklist.dock import ChecklistDock

__all__ = ["ChecklistDock"]
