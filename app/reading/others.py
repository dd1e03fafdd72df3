"""The readings of other readers of the open folder."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.workers.background import Job
from core.readings.reading import PictureReading
from core.readings.store import Readings, keep, readings_in


class OtherReadings(QObject):
    """Holds them."""

    changed = Signal()

    def __init__(self, workspace: Workspace, catalog: Catalog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._catalog = workspace, catalog
        self.readings = Readings()
        workspace.folder_changed.connect(self.read)

    def of(self, image: str) -> tuple[PictureReading, ...]:
        return self.readings.of(image)

    def read(self) -> None:
        project = self._workspace.project
        self.readings = Readings()
        if project is not None:
            root = project.root
            self._workspace.background.start("", lambda job: readings_in(root), finished=self._take)

    def keep(self, readings: Iterable[PictureReading]) -> None:
        project = self._workspace.project
        if project is None:
            return
        root, rows = project.root, tuple(readings)

        def work(job: Job) -> Readings:
            keep(root, rows)
            return readings_in(root)

        self._workspace.background.start("", work, finished=self._take)

    def _take(self, readings: Readings) -> None:
        self.readings = readings
        self._catalog.use_readings({image: [r.reading.text for r in readings.of(image)] for image in readings.images})
        self.changed.emit()
