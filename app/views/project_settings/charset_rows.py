"""The symbols of a charset as a table."""

from __future__ import annotations

import unicodedata
from collections import Counter

from PySide6.QtCore import QObject

from app.widgets.column_model import CENTRED, RIGHT, Column, ColumnModel
from core.charset import Charset

NUMBER, SYMBOL, POINT, NAME, USES = range(5)
_Numbered = tuple[int, str]  # a symbol with its id


class CharsetRows(ColumnModel[_Numbered]):
    """Id, symbol, code point, name and number of labels that have it."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = (
            Column[_Numbered](lambda: self.tr("Id"), lambda entry: str(entry[0]), width=56, alignment=RIGHT),
            Column[_Numbered](lambda: self.tr("Symbol"), lambda entry: entry[1], width=64, alignment=CENTRED),
            Column[_Numbered](lambda: self.tr("Code point"), lambda entry: f"U+{ord(entry[1]):04X}", width=96),
            Column[_Numbered](lambda: self.tr("Name"), lambda entry: unicodedata.name(entry[1], "")),
            Column[_Numbered](lambda: self.tr("Labels"), self._uses_of, width=80, alignment=RIGHT),
        )
        super().__init__(columns, parent)
        self._uses: Counter[str] | None = None

    def set_charset(self, charset: Charset) -> None:
        """Show another charset."""
        entries = tuple(enumerate(charset.symbols, 1))
        if entries != self.entries:
            self.set_entries(entries)

    def set_uses(self, uses: Counter[str]) -> None:
        """Show the number of labels that have each symbol."""
        self._uses = uses
        self.update_cells()

    def _uses_of(self, entry: _Numbered) -> str:
        return "" if self._uses is None else f"{self._uses[entry[1]]:,}"
