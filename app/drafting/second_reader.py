"""What other readers offer for a draft, and how the open project writes its words."""

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
    """Puts together what other readers read in an image, for the draft of its label."""

    def __init__(
        self, workspace: Workspace, catalog: Catalog, others: OtherReadings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._others = others

    def of(self, images: Iterable[str]) -> Callable[[str], Second]:
        """Return a function that any thread may call: what other readers read in one of these images."""
        project = self._workspace.project
        charset = frozenset((None if project is None else project.settings.charset) or ())
        patterns = self._patterns()
        offered = {
            image: Second(
                tuple(OfferedText(each.reading.reader, each.reading.text, calibrated(each.reading)) for each in read),
                charset,
                patterns,
            )
            for image in images
            if (read := self._others.of(image))
        }
        return lambda image: offered.get(image, NOBODY)

    def _patterns(self) -> Counter[CasePattern]:
        table = self._catalog.table
        return case_patterns(text for text, is_known in zip(table.text, table.known, strict=True) if is_known and text)
