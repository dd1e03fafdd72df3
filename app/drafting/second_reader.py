"""Collects the texts that other readers offer for drafts, and the spelling of the open project's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.drafting.drafts import NOBODY, Second
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.others import OtherReadings
from core.readings.agreement import CasePattern, OfferedText, case_patterns
from core.readings.measured import calibrated


class SecondReaders(QObject):
    """Collects the readings of other readers for the drafts of labels."""

    def __init__(
        self, workspace: Workspace, catalog: Catalog, readings: OtherReadings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._readings = readings

    def snapshot(self) -> Callable[[str], Second]:
        """Return a thread-safe function for the current readings of an image by other readers."""
        project, readings = self._workspace.project, self._readings.current.readings
        if project is None or not readings.by_image:
            return lambda image: NOBODY
        charset, patterns = frozenset(project.settings.charset or ()), self._patterns()

        def second(image: str) -> Second:
            entries = [entry.reading for entry in readings.of(image)]
            offers = tuple(OfferedText(entry.reader, entry.text, calibrated(entry)) for entry in entries)
            return Second(offers, charset, patterns) if offers else NOBODY

        return second

    def _patterns(self) -> Counter[CasePattern]:
        table = self._catalog.table
        return case_patterns(text for text, is_known in zip(table.text, table.known, strict=True) if is_known and text)
