"""The words of one line of the costs: image, label and reading."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.desktop.theme import colour
from app.session import Session
from app.widgets.symbol_font import symbol_font
from app.workers.prediction_messages import Diagnosed

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """What the columns show."""

    IMAGE = 0
    LABEL = 1
    READ = 2


class WordRows(QAbstractTableModel):
    """One row a word.

    Attributes
    ----------
    images : tuple of str
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.images: tuple[str, ...] = ()
        self._diagnosed: Mapping[str, Diagnosed] = {}

    def put(self, images: tuple[str, ...], diagnosed: Mapping[str, Diagnosed]) -> None:
        """List these; where they are the same ones, the current row stays."""
        if images == self.images and diagnosed is self._diagnosed:
            return
        self.beginResetModel()
        self.images, self._diagnosed = images, diagnosed
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.images)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Image"), self.tr("Label"), self.tr("Read"))[section]
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        """A cell."""
        image = self.images[index.row()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == Column.READ:
            return colour("error")
        if role == Qt.ItemDataRole.FontRole and index.column() != Column.IMAGE:
            return symbol_font()
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        match index.column():
            case Column.IMAGE:
                return image
            case Column.LABEL:
                place = self._session.catalog.table.place_of(image)
                return "" if place is None else self._session.catalog.table.text[place]
        found = self._diagnosed.get(image)
        return "" if found is None else found.text or "–"
