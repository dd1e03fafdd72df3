"""The actions of the history as a table, the latest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.language.times import day, short_time, time_of_day
from app.views.history.reading import Action
from core.labels.checks.problems import printable

_Index = QModelIndex | QPersistentModelIndex

TIME, TITLE, IMAGES = range(3)


@lru_cache(maxsize=4096)
def _brief(time: datetime, today: date) -> str:
    return time_of_day(time) if time.astimezone().date() == today else day(time)


class ActionRows(QAbstractTableModel):
    """What the table shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.actions: tuple[Action, ...] = ()
        self._titles = ["", "", ""]

    def put(self, actions: Sequence[Action]) -> None:
        """Show these."""
        self.beginResetModel()
        self.actions = tuple(actions)
        self.endResetModel()

    def row_of(self, action: str) -> int | None:
        """Where an action is shown, by its id."""
        return next((row for row, each in enumerate(self.actions) if each.id == action), None)

    def retranslate(self) -> None:
        """Name the columns, and write times, in the present language."""
        _brief.cache_clear()
        self._titles = [self.tr("When"), self.tr("What was done"), self.tr("Image")]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, TIME, IMAGES)
        if self.actions:
            self.dataChanged.emit(self.index(0, TIME), self.index(len(self.actions) - 1, IMAGES))

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.actions)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        wanted = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._titles[section] if wanted else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        action = self.actions[index.row()]
        is_tip = role == Qt.ItemDataRole.ToolTipRole
        match index.column():
            case 0:
                return short_time(action.last) if is_tip else _brief(action.last, date.today())
            case 1:
                return printable(action.title, 255)
            case _ if len(action.images) == 1:
                return printable(action.images[0], 255)
            case _:
                return self.tr("{count} images").format(count=f"{len(action.images):,}")
