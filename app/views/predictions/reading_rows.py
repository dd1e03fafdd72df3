"""The label's characters beside what a model reads, as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.desktop.theme import colour
from app.predicting.predicted import Predicted
from app.session import Session
from app.widgets.symbol_font import symbol_font
from core.base.errors import LabelError
from core.labels.checks.problems import printable
from core.labels.edits.alignment import align
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel
from core.labels.maps.decoding import ReadCharacter

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns."""

    RANK = 0
    SYMBOL = 1
    POSITION = 2
    READ = 3
    SCORE = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One character of the label, of the reading, or of both.

    Attributes
    ----------
    rank : int or None
        Of the label's character.
    symbol : str
        Of the label; "" where only the model reads something.
    read : ReadCharacter or None
        None where the model reads nothing.
    gap : int or None
        The position that the model left out, in a row of its own.
    differs : bool
    """

    rank: int | None
    symbol: str
    read: ReadCharacter | None
    gap: int | None = None
    differs: bool = False

    @property
    def position(self) -> int | None:
        """The order channel that it is about."""
        if self.read is not None:
            return self.read.order
        return self.gap if self.gap is not None else self.rank


def rows_of(characters: Sequence[CharacterLabel], text: str | None, predicted: Predicted | None) -> tuple[Row, ...]:
    """Label and reading aligned, gaps where they were found.

    Parameters
    ----------
    characters : sequence of CharacterLabel
        In reading order; where there are none, the symbols of `text` take their place.
    text : str or None
        Of the label.
    predicted : Predicted or None

    Raises
    ------
    LabelError
        If both are too long to be compared.
    """
    # evenly spaced where nothing is known of their places
    known = list(characters) or [CharacterLabel(s, rectangle(i, 0, i + 1, 1)) for i, s in enumerate(text or "")]
    if predicted is None:
        return tuple(Row(rank, character.symbol, None) for rank, character in enumerate(known, 1))
    word = predicted.maps.word
    gaps = [*word.gaps]
    found: list[Row] = []
    for i, j in align(known, word.text):
        read = None if j is None else word.characters[j]
        while read is not None and gaps and gaps[0] < read.order:
            gap = gaps.pop(0)
            found.append(Row(None, "", None, gap))
        symbol = "" if i is None else known[i].symbol
        same = i is not None and read is not None and (known[i].is_ignored or symbol == read.symbol)
        found.append(Row(None if i is None else i + 1, symbol, read, differs=not same and bool(known)))
    return tuple(found)


class ReadingRows(QAbstractTableModel):
    """One row a character."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rows: tuple[Row, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """Show label and prediction as they are now."""
        label, predicted = self._session.editor.label, self._session.predictions.current
        try:
            rows = rows_of(label.in_order, label.text, predicted)
        except LabelError:  # of thousands of symbols each: neither is a word
            rows = ()
        if rows == self.rows:
            return
        if len(rows) == len(self.rows):
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(Column) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("#", self.tr("Label"), "k", self.tr("Read"), self.tr("Score"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row, column = self.rows[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.FontRole if column == Column.SYMBOL or (column == Column.READ and row.gap is None):
                return symbol_font()
            case Qt.ItemDataRole.ForegroundRole if row.differs and column in (Column.SYMBOL, Column.READ):
                return colour("error")
            case Qt.ItemDataRole.ForegroundRole if row.gap is not None:
                return colour("muted")
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self.said(row)
        return None

    def said(self, row: Row) -> str:
        """A row in words."""
        if row.gap is not None:
            return self.tr("Position {number}: too faint to be read").format(number=row.gap)
        if row.read is None:
            return self.tr("{symbol}: not read").format(symbol=printable(row.symbol, 6))
        parts = {
            "number": row.read.order,
            "read": printable(row.read.symbol, 6),
            "score": f"{row.read.score:.2f}",
            "symbol": printable(row.symbol, 6),
        }
        if not row.differs:
            return self.tr("Position {number}: {read}, score {score}").format(**parts)
        if not row.symbol:
            return self.tr("Position {number}: {read}, score {score}, where the label has nothing").format(**parts)
        return self.tr("Position {number}: {read}, score {score}; the label has {symbol}").format(**parts)

    def _text(self, row: Row, column: Column) -> str:
        match column:
            case Column.RANK:
                return "" if row.rank is None else str(row.rank)
            case Column.POSITION:
                k = row.gap if row.read is None else row.read.order
                return "" if k is None else str(k)
            case Column.SYMBOL:
                return printable(row.symbol, 6) if row.symbol else "" if row.gap is not None else "–"
            case Column.READ:
                if row.gap is not None:
                    return self.tr("gap")
                return "–" if row.read is None else printable(row.read.symbol, 6)
            case Column.SCORE:
                return "" if row.read is None else f"{row.read.score:.2f}"
