"""Accepts in bulk the words on which several readers agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from app.bulk.bulk import Bulk
from app.bulk.report import BulkReport
from app.language.figures import counted
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.others import OtherReadings
from core.base.images import image_size
from core.index.filters import STATUSES
from core.index.table import ImageTable
from core.labels.edits.review import agree
from core.labels.files.storage import label_path, parse_label, serialise_label
from core.labels.label import WordLabel
from core.readings.acceptance import AgreedWord, ExpectedWrong, expected_wrong
from core.readings.agreement import AGREEMENTS, comparable
from core.readings.store import Readings

_OPEN = tuple(map(STATUSES.index, ("none", "prelabelled")))
_SAME, _CASE = AGREEMENTS.index("same"), AGREEMENTS.index("case")
_KIND = "agreement-"  # beginning of the ids of these actions in the history


@dataclass(frozen=True, slots=True)
class AgreedWords:
    """The words of a folder that may be accepted."""

    same: tuple[AgreedWord, ...] = ()
    """Words that all readers read the same."""
    case: tuple[AgreedWord, ...] = ()
    """Words that the readers read the same but for case or marks."""
    seen: int = 0
    """The number of known words of the folder that all readers read alike."""
    wrong: int = 0
    """The number of `seen` words whose label says something else: all readers misread them, or the label is wrong."""

    def expected(self, count: int) -> ExpectedWrong:
        """Return how many of `count` of these words are probably wrong."""
        return expected_wrong(count, self.seen, self.wrong)


class Agreeing(QObject):
    """Finds the words of the open folder on which several readers agree, and accepts them."""

    def __init__(
        self, workspace: Workspace, catalog: Catalog, readings: OtherReadings, bulk: Bulk, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._readings = readings
        self._bulk = bulk

    @property
    def is_possible(self) -> bool:
        """True if two readers have read words of the folder."""
        return bool(np.any(self._catalog.table.agreement >= 0))

    @property
    def count(self) -> int:
        """The number of unlabelled words on which all readers agree."""
        return len(self._places(_SAME))

    def find(self, then: Callable[[AgreedWords], None]) -> None:
        """Search for the words that may be accepted in the background, and call `then`."""
        table, readings = self._catalog.table, self._readings.current.readings
        self._workspace.background.start("", lambda job: agreed_words(table, readings), finished=then)

    def accept(self, texts: Mapping[str, str]) -> None:
        """Accept a text for each of several images as one action.

        A label that a person has made meanwhile is refused, and counted.
        """
        project = self._workspace.project
        if project is None:
            return

        def edit(image: str, data: bytes | None) -> bytes | None:
            path = project.path_of(image)
            file = None if data is None else parse_label(data, label_path(path).name)
            label = WordLabel() if file is None else file.label
            return serialise_label(agree(label, texts[image]), path.name, image_size(path), file)

        one, several = (
            self.tr("Accept one word that all readers agree on"),
            self.tr("Accept {count} words that all readers agree on"),
        )
        self._bulk.start(counted(one, several, len(texts)), [*texts], edit, self._notify, _KIND)

    def _notify(self, report: BulkReport) -> None:
        more = self.tr(
            "These labels are used for training from now on. They count in no evaluation until you confirm them."
        )
        self._bulk.notify(report, more=more if report.changed else "")

    def _places(self, agreement: int) -> NDArray[np.intp]:
        return _open_places(self._catalog.table, agreement)


def agreed_words(table: ImageTable, readings: Readings) -> AgreedWords:
    """Return the words that may be accepted, in the order of the list, in any thread."""

    def word(place: int) -> AgreedWord:
        image = table.images[place]
        own = [] if np.isnan(table.probability[place]) else [("", table.prediction[place])]
        entries = [(entry.reading.reader, entry.reading.text) for entry in readings.of(image)]
        return AgreedWord(image, (*own, *entries))

    same = [word(place) for place in _open_places(table, _SAME).tolist()]
    known = np.flatnonzero(table.known & (table.length > 0) & np.isin(table.agreement, (_SAME, _CASE))).tolist()
    wrong = sum(comparable(table.text[place]) != comparable(word(place).spellings[0][1]) for place in known)
    return AgreedWords(
        tuple(agreed for agreed in same if agreed.spellings[0][1]),
        tuple(word(place) for place in _open_places(table, _CASE).tolist()),
        len(known),
        wrong,
    )


def _open_places(table: ImageTable, agreement: int) -> NDArray[np.intp]:
    return np.flatnonzero(np.isin(table.status, _OPEN) & (table.agreement == agreement))
