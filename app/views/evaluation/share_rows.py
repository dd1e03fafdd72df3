"""The tables of an evaluation: shares of right readings, measures of the maps, and groups of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt

from app.views.evaluation.groups import Group
from app.widgets.column_model import RIGHT, Column, ColumnModel, Index
from app.widgets.share_bars import SHARE


@dataclass(frozen=True, slots=True)
class ShareLine:
    """One row in a table of shares."""

    title: str
    """Text of the first column."""
    values: tuple[str, ...]
    """Texts of the columns after the first."""
    group: Callable[[], Group]
    """Returns the words behind the row, once they are asked for."""
    share: float | None = None
    """Length of the bar in the last column, as a share. None: there is no bar."""
    tip: str = ""
    """Tool tip of all cells. "" for none."""


class ShareLines(ColumnModel[ShareLine]):
    """A table of shares, with a bar in the last column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)

    def show_lines(self, titles: tuple[str, ...], lines: tuple[ShareLine, ...]) -> None:
        """Show a table with other titles and rows."""
        self.set_columns(
            (
                Column(lambda: titles[0], lambda line: line.title, lambda line: line.tip),
                *(self._value(number, title) for number, title in enumerate(titles[1:])),
            )
        )
        self.set_entries(lines)

    def _value(self, number: int, title: str) -> Column[ShareLine]:
        return Column(lambda: title, lambda line: line.values[number], lambda line: line.tip, alignment=RIGHT)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == SHARE:
            is_last = index.column() == len(self.columns) - 1
            return self.entries[index.row()].share if is_last else None
        return super().data(index, role)
