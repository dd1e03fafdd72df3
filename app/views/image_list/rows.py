"""The rows of the image list for Qt, each looked up in the catalogue when it is painted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.language.sentences import in_a_list, translated
from app.language.titles import title_of_kind
from app.language.words import plain_tip
from app.project.catalog import Catalog
from app.project.thumbnails import Thumbnails
from core.index.filters import SPLITS, STATUSES
from core.index.table import ImageTable
from core.labels.checks.problems import printable
from core.labels.maps.certainty import SURE
from core.readings.agreement import AGREEMENTS

_LONGEST = 255  # symbols of a name or a text, in a hint
_MOST_RUNS = 64  # of rows that changed apart from one another; more are reported as one


class ImageRows(QAbstractListModel):
    """Lists the images, one in each row, as the catalogue filters and sorts them."""

    laid_out = Signal()
    """`images_changed` of the catalogue has been followed, by a reset only where the rows are others."""

    def __init__(self, catalog: Catalog, thumbnails: Thumbnails, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog, self._thumbnails = catalog, thumbnails
        self.table: ImageTable = catalog.table
        # (m,) intp: places in `table`, one a row. Both are the catalogue's as of the last reset
        self.visible: NDArray[np.intp] = catalog.visible
        catalog.images_changed.connect(self._lay_out)
        catalog.rows_changed.connect(self._announce)

    @property
    def is_current(self) -> bool:
        """True if the rows are those of the current catalogue, and are not about to be replaced."""
        return self.table is self._catalog.table and np.array_equal(self.visible, self._catalog.visible)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.visible)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the hint or the accessible text of a row, whose picture is painted from `table` itself."""
        if not index.isValid():
            return None
        place = int(self.visible[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return printable(self.table.images[place], _LONGEST)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(self._sentences(place)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return in_a_list(self._sentences(place))
        return None

    def is_misread(self, place: int) -> bool:
        """Return True if the model's reading differs from the label's text, compared by the rules of the project."""
        text = self.table.text[place]
        if math.isnan(self.table.probability[place]) or not text:
            return False
        return self._catalog.differ(self.table.prediction[place], text)

    def _sentences(self, place: int) -> list[str]:
        table = self.table
        states = {
            "unreadable": self.tr("cannot be read"),
            "draft": self.tr("not reviewed"),
            "prelabelled": self.tr("draft of a model"),
            "agreed": self.tr("agreed: two readers read the same, and no person has confirmed it"),
            "none": self.tr("no label"),
            "pending": self.tr("not looked at yet"),
            "reviewed": self.tr("reviewed"),
        }
        texts = [printable(table.images[place], _LONGEST)]
        if table.text[place]:
            texts.append(self.tr("text: {text}").format(text=printable(table.text[place], _LONGEST)))
        texts.append(states[STATUSES[table.status[place]]])
        texts += map(translated, self._thumbnails.changes(table.images[place]))
        if table.split[place] >= 0 and SPLITS[table.split[place]] == "val":
            texts.append(self.tr("for validation"))
        if tags := table.tags_of(place):
            texts.append(self.tr("tags: {tags}").format(tags=printable(", ".join(tags), _LONGEST)))
        texts += [title_of_kind(name) for name in table.problems_of(place)]
        if table.prediction[place]:
            read = (
                self.tr("misread as {text}, probability {probability:.2f}")
                if self.is_misread(place)
                else self.tr("read as {text}, probability {probability:.2f}")
            )
            probability = table.probability[place]
            texts.append(read.format(text=printable(table.prediction[place], _LONGEST), probability=probability))
            texts += [self.tr("not sure")] if probability < SURE else []
        if other_texts := table.read_by_others(place):
            listed = " · ".join(dict.fromkeys(printable(text, _LONGEST) or "–" for text in other_texts))
            texts.append(self.tr("others read {texts}").format(texts=listed))
            states_of_readers = {
                "same": self.tr("all readers agree"),
                "case": self.tr("readers differ only in case or marks"),
                "differ": self.tr("readers differ"),
            }
            if (agreement := table.agreement[place]) >= 0:
                texts.append(states_of_readers[AGREEMENTS[agreement]])
        return texts

    def _lay_out(self) -> None:
        if not self.is_current:
            self.beginResetModel()
            self.table, self.visible = self._catalog.table, self._catalog.visible
            self.endResetModel()
        self.laid_out.emit()

    def _announce(self, places: NDArray[np.intp]) -> None:
        """Have the rows of some images painted again."""
        rows = self._catalog.rows_of(places)
        if not len(rows):
            return
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        if len(runs) > _MOST_RUNS:
            runs = [rows]
        for run in runs:
            self.dataChanged.emit(self.index(int(run[0])), self.index(int(run[-1])))
