"""The review queue as rows of a table."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.desktop.theme import colour
from app.reviewing.queue import Queued
from app.session import Session
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_Index = QModelIndex | QPersistentModelIndex
_MOST = 40  # symbols of a text in a cell


class Column(IntEnum):
    """The columns."""

    PLACE = 0
    IMAGE = 1
    LABEL = 2
    READ = 3
    DISAGREEMENT = 4
    CONFIDENCE = 5
    LOSS = 6
    NOTE = 7


class QueueRows(QAbstractTableModel):
    """One row an image."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reviewing = session.reviewing
        self.queue: tuple[Queued, ...] = self._reviewing.queue

    def refresh(self) -> None:
        """Show the queue as it is now."""
        self.beginResetModel()
        self.queue = self._reviewing.queue
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.queue)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            "#", self.tr("Image"), self.tr("Label"), self.tr("Read"), self.tr("Disagreement"), self.tr("Confidence"),
            self.tr("Loss"), self.tr("Note"),
        )[section]  # fmt: skip

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says."""
        if not 0 <= index.row() < len(self.queue):
            return None
        queued, at = self.queue[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index.row(), queued, at)
            case Qt.ItemDataRole.TextAlignmentRole if at in _NUMBERS:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.FontRole if at in (Column.LABEL, Column.READ):
                return symbol_font()
            case Qt.ItemDataRole.ForegroundRole if at == Column.READ and queued.read != queued.text:
                return colour("error")
            case Qt.ItemDataRole.ForegroundRole if queued.was_trained_on:
                return colour("muted")
            case Qt.ItemDataRole.ToolTipRole:
                return f"{queued.image}\n{self.note(queued)}".strip()
        return None

    def note(self, queued: Queued) -> str:
        """What is to be known besides."""
        said = []
        if queued.is_doubted:
            said.append(self.tr("suspected text"))
        if queued.was_trained_on:
            said.append(self.tr("learned by the model"))
        return ", ".join(said)

    def _text(self, row: int, queued: Queued, at: Column) -> str:
        match at:
            case Column.PLACE:
                return f"{row + 1:,}"
            case Column.IMAGE:
                return queued.image
            case Column.LABEL:
                return printable(queued.text, _MOST) or "–"
            case Column.READ:
                return printable(queued.read, _MOST) or "–"
            case Column.DISAGREEMENT:
                return f"{queued.disagreement:.1f}"
            case Column.CONFIDENCE:
                return "–" if math.isnan(queued.confidence) else f"{queued.confidence:.2f}"
            case Column.LOSS:
                return "–" if queued.loss is None else f"{queued.loss:.3g}"
            case Column.NOTE:
                return self.note(queued)


_NUMBERS = (Column.PLACE, Column.DISAGREEMENT, Column.CONFIDENCE, Column.LOSS)
