"""Rows of the evaluation's tables: shares of what is read rightly, measures of the maps, and groups of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.desktop.theme import colour
from app.views.evaluation.groups import Group
from app.widgets.column_model import RIGHT, Column, ColumnModel, Index

SHARE = Qt.ItemDataRole.UserRole + 1
"""The role of a value, 0 to 1, as which a bar is drawn."""

_BAR_ALPHA = 70


@dataclass(frozen=True, slots=True)
class ShareLine:
    """One row.

    Attributes
    ----------
    values : tuple of str
        What the columns after the first show.
    share : float or None
        What the bar in the last column is as long as.
    group : callable
        Gives the words behind the row, once they are asked for.
    """

    title: str
    values: tuple[str, ...]
    group: Callable[[], Group]
    share: float | None = None
    tip: str = ""


class ShareLines(ColumnModel[ShareLine]):
    """A table of lines, with a bar in the last column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)

    def show_lines(self, titles: tuple[str, ...], lines: tuple[ShareLine, ...]) -> None:
        """Show other columns and rows."""
        self.set_columns((
            Column(lambda: titles[0], lambda line: line.title, lambda line: line.tip),
            *(self._value(number, title) for number, title in enumerate(titles[1:])),
        ))  # fmt: skip
        self.set_entries(lines)

    def _value(self, number: int, title: str) -> Column[ShareLine]:
        return Column(lambda: title, lambda line: line.values[number], lambda line: line.tip, alignment=RIGHT)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == SHARE:
            is_last = index.column() == len(self.columns) - 1
            return self.entries[index.row()].share if is_last else None
        return super().data(index, role)


class ShareBars(QStyledItemDelegate):
    """Draws a bar behind a share."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the bar, then the number."""
        share = index.data(SHARE)
        if share:
            box = QRectF(option.rect).adjusted(2, 3, -2, -3)
            ground = colour("accent")
            ground.setAlpha(_BAR_ALPHA)
            box.setLeft(box.right() - max(box.width() * share, 2.0))
            painter.fillRect(box, ground)
        super().paint(painter, option, index)
