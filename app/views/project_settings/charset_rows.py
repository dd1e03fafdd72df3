"""The table of a charset's symbols."""

from __future__ import annotations

import unicodedata
from collections import Counter

from PySide6.QtCore import QObject, Qt

from app.widgets.column_model import CENTRED, RIGHT, Column, ColumnModel
from core.charset import Charset, is_sought

NUMBER, SYMBOL, POINT, NAME, USES = range(5)
_Numbered = tuple[int, str]  # a symbol with its id


class CharsetRows(ColumnModel[_Numbered]):
    """Lists id, symbol, code point, name and number of labels of all or only the sought symbols, in sorted order."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = (
            Column[_Numbered](
                lambda: self.tr("Id"), lambda entry: str(entry[0]), key=_id_of, width=56, alignment=RIGHT
            ),
            Column[_Numbered](lambda: self.tr("Symbol"), _symbol_of, key=_symbol_of, width=64, alignment=CENTRED),
            Column[_Numbered](
                lambda: self.tr("Code point"), lambda entry: f"U+{ord(entry[1]):04X}", key=_symbol_of, width=96
            ),
            Column[_Numbered](lambda: self.tr("Name"), _name_of, key=_name_of),
            Column[_Numbered](
                lambda: self.tr("Labels"), self._shown_uses, key=self._uses_of, width=80, alignment=RIGHT
            ),
        )
        super().__init__(columns, parent)
        self._all: tuple[_Numbered, ...] = ()
        self._uses: Counter[str] | None = None
        self._sought = ""
        self._sorted_by = NUMBER
        self._is_descending = False

    def set_charset(self, charset: Charset) -> None:
        """Show another charset."""
        entries = tuple(enumerate(charset.symbols, 1))
        if entries != self._all:
            self._all = entries
            self._arrange()

    def set_uses(self, uses: Counter[str]) -> None:
        """Show the number of labels that contain each symbol."""
        self._uses = uses
        if self._sorted_by == USES:
            self._arrange()
        else:
            self.update_cells()

    def seek(self, text: str) -> None:
        """Show only the symbols that match a text, or all for ""."""
        self._sought = text
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, as after a click on its title."""
        self._sorted_by, self._is_descending = max(column, NUMBER), order == Qt.SortOrder.DescendingOrder
        self._arrange()

    def _arrange(self) -> None:
        shown = [entry for entry in self._all if is_sought(*entry, self._sought)]
        key = self.columns[self._sorted_by].key
        assert key is not None  # every column has one
        shown.sort(key=key, reverse=self._is_descending)
        self.set_entries(shown)

    def _uses_of(self, entry: _Numbered) -> int:
        return 0 if self._uses is None else self._uses[entry[1]]

    def _shown_uses(self, entry: _Numbered) -> str:
        return "" if self._uses is None else f"{self._uses_of(entry):,}"


def _id_of(entry: _Numbered) -> int:
    return entry[0]


def _symbol_of(entry: _Numbered) -> str:
    return entry[1]


def _name_of(entry: _Numbered) -> str:
    return unicodedata.name(entry[1], "")
