"""Gathers the texts that other readers offer for drafts, and the spelling of the open project's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from app.drafting.drafts import NOBODY, Second
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.others import OtherReadings
from core.readings.agreement import CasePattern, OfferedText, case_patterns
from core.readings.measured import calibrated


class SecondReaders(QObject):
    """Gathers what other readers have read in images, for the drafts of their labels."""

    def __init__(
        self, workspace: Workspace, catalog: Catalog, readings: OtherReadings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._readings = readings

    def of(self, images: Iterable[str]) -> Callable[[str], Second]:
        """Return a function that gives what other readers have read in one of these images. Any thread may call it."""
        project = self._workspace.project
        charset = frozenset((None if project is None else project.settings.charset) or ())
        patterns = self._patterns()
        offered = {
            image: Second(
                tuple(
                    OfferedText(entry.reading.reader, entry.reading.text, calibrated(entry.reading)) for entry in kept
                ),
                charset,
                patterns,
            )
            for image in images
            if (kept := self._readings.of(image))
        }
        return lambda image: offered.get(image, NOBODY)

    def _patterns(self) -> Counter[CasePattern]:
        table = self._catalog.table
        return case_patterns(text for text, is_known in zip(table.text, table.known, strict=True) if is_known and text)
