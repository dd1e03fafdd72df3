"""The filters that a person has saved for a project, to list the same images again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace

_NAME = "filters"
_MOST = 50
_LONGEST = 1000  # symbols


class SavedFilters(QObject):
    """The saved filters of the open project, each named by its own text."""

    changed = Signal()

    def __init__(
        self, workspace: Workspace, catalog: Catalog, memory: ProjectMemory, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._catalog, self._memory = catalog, memory
        workspace.project_changed.connect(self.changed)

    @property
    def texts(self) -> tuple[str, ...]:
        """The saved filters, the oldest first."""
        kept = self._memory.recall().get(_NAME)
        return tuple(text for text in kept if isinstance(text, str)) if isinstance(kept, list) else ()

    @property
    def is_kept(self) -> bool:
        """True if the current filter is saved."""
        return self._present in self.texts

    def keep(self, on: bool) -> None:
        """Save the current filter or remove it, and drop the oldest one if there are too many."""
        further = [text for text in self.texts if text != self._present]
        if self._present:
            self._memory.keep(_NAME, [*further, self._present][-_MOST:] if on else further)
            self.changed.emit()

    @property
    def _present(self) -> str:
        return self._catalog.filter_text.strip()[:_LONGEST]
