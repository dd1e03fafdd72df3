"""An item model made of columns, each with a function for the text of an entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHeaderView

from app.language.words import plain_tip

Index = QModelIndex | QPersistentModelIndex
Entry = TypeVar("Entry")

CENTRED = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

SORTED_BY = Qt.ItemDataRole.UserRole  # the role of the value that a column is sorted by


@dataclass(frozen=True)
class Column(Generic[Entry]):
    """One column of a table, with its title, and the text and appearance of its cells."""

    title: Callable[[], str]
    """Returns the title in the current language."""
    text: Callable[[Entry], str | None]
    """Returns the text of an entry's cell. None: a picture alone."""
    tip: Callable[[Entry], str] | None = None
    """Returns the tool tip."""
    key: Callable[[Entry], Any] | None = None
    """Returns the value that the column is sorted by. Without it the text counts, without regard to case."""
    width: int | None = None
    """Width in pixels, for `ColumnModel.size_columns`."""
    alignment: Qt.AlignmentFlag | None = None
    """Place of the text in the cells. None: the view's."""
    font: Callable[[Entry], QFont | None] | None = None
    """Returns the font of the text. None: the view's."""
    ink: Callable[[Entry], QColor | None] | None = None
    """Returns the colour of the text. None: the view's."""
    typed: Callable[[Entry], str] | None = None
    """Returns the text that an editor begins with. With it the column can be edited."""
    spoken: Callable[[Entry], str] | None = None
    """Returns the text that a screen reader speaks in place of the cell's."""


class ColumnModel(QAbstractTableModel, Generic[Entry]):
    """Lists entries, one in each row."""

    def __init__(self, columns: Sequence[Column[Entry]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.entries: tuple[Entry, ...] = ()  # what is shown, from the top

    def set_entries(self, entries: Sequence[Entry], *, in_place: bool = False) -> None:
        """Show other entries in the table.

        `in_place`: True if each row is about the same thing as before: then the selection stays. As many entries as
        before.
        """
        if in_place:
            self.entries = tuple(entries)
            self.update_cells()
            return
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def set_columns(self, columns: Sequence[Column[Entry]]) -> None:
        """Show other columns in the table."""
        self.beginResetModel()
        self.columns = tuple(columns)
        self.endResetModel()

    def update_cells(self) -> None:
        """Update all cells of the table."""
        if self.entries:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.entries) - 1, len(self.columns) - 1))

    def size_columns(self, header: QHeaderView) -> None:
        """Set the widths of a table's columns."""
        for number, column in enumerate(self.columns):
            if column.width is not None:
                header.resizeSection(number, column.width)

    # Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.columns[section].title()

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        is_typed = index.isValid() and self.columns[index.column()].typed is not None
        return flags | Qt.ItemFlag.ItemIsEditable if is_typed else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.entries):
            return None
        entry, column = self.entries[index.row()], self.columns[index.column()]
        asked: Callable[[Entry], Any] | None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(entry)
            case Qt.ItemDataRole.TextAlignmentRole:
                return column.alignment
            case Qt.ItemDataRole.ToolTipRole:
                return None if column.tip is None else plain_tip(column.tip(entry) or "")
            case Qt.ItemDataRole.FontRole:
                asked = column.font
            case Qt.ItemDataRole.ForegroundRole:
                asked = column.ink
            case Qt.ItemDataRole.EditRole:
                asked = column.typed
            case Qt.ItemDataRole.AccessibleTextRole:
                asked = column.spoken
            case _ if role == SORTED_BY:
                return (column.text(entry) or "").casefold() if column.key is None else column.key(entry)
            case _:
                return None
        return None if asked is None else asked(entry)
