"""The symbols of a charset as a table."""

from __future__ import annotations

import unicodedata
from collections import Counter

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.charset import Charset

_Index = QModelIndex | QPersistentModelIndex

NUMBER, SYMBOL, POINT, NAME, USES = range(5)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CharsetRows(QAbstractTableModel):
    """Id, symbol, code point, name and in how many labels it stands."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.charset = Charset(())
        self._uses: Counter[str] | None = None
        self._titles = [""] * 5

    def put(self, charset: Charset) -> None:
        """Show this one."""
        if charset != self.charset:
            self.beginResetModel()
            self.charset = charset
            self.endResetModel()

    def put_uses(self, uses: Counter[str]) -> None:
        """Say in how many labels each symbol stands."""
        self._uses = uses
        if len(self.charset):
            self.dataChanged.emit(self.index(0, USES), self.index(len(self.charset) - 1, USES))

    def retranslate(self) -> None:
        """Name the columns in the present language."""
        self._titles = [
            self.tr("Id"), self.tr("Symbol"), self.tr("Code point"), self.tr("Name"), self.tr("Labels"),
        ]  # fmt: skip
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, NUMBER, USES)

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.charset)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        wanted = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._titles[section] if wanted else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            if index.column() == SYMBOL:
                return Qt.AlignmentFlag.AlignCenter
            return _RIGHT if index.column() in {NUMBER, USES} else None
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        symbol = self.charset.symbols[index.row()]
        match index.column():
            case 0:
                return index.row() + 1
            case 1:
                return symbol
            case 2:
                return f"U+{ord(symbol):04X}"
            case 3:
                return unicodedata.name(symbol, "")
            case _:
                return "" if self._uses is None else f"{self._uses[symbol]:,}"
