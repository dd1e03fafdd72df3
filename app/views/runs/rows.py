"""The runs as rows of a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from app.desktop.theme import colour
from app.language import sentences
from app.language.sizes import size_text
from app.language.times import short_time
from app.session import Session
from app.widgets.curve_plot import CONTEXT, NAMES
from core.runs.info import RunInfo

NAME, STATE, PRESET, SCORE, STEPS, STARTED, SIZE, NOTES = range(8)
SORTED_BY = Qt.ItemDataRole.UserRole
"""The role of what a column is sorted by."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

_Index = QModelIndex | QPersistentModelIndex


class RunRows(QAbstractTableModel):
    """One row a run, as the session lists them; names and notes can be edited."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._runs = session.runs
        self.entries: tuple[RunInfo, ...] = ()
        self.put(session.runs.entries)

    def put(self, entries: tuple[RunInfo, ...]) -> None:
        """List these; where they are the same runs, what is selected stays so."""
        if [info.path for info in entries] != [info.path for info in self.entries]:
            self.beginResetModel()
            self.entries = entries
            self.endResetModel()
        elif entries:
            self.entries = entries
            self.dataChanged.emit(self.index(0, 0), self.index(len(entries) - 1, NOTES))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return NOTES + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (
                self.tr("Name"),
                self.tr("State"),
                self.tr("Preset"),
                self.tr("Best score"),
                self.tr("Steps"),
                self.tr("Started"),
                self.tr("Size"),
                self.tr("Notes"),
            )[section]
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Names and notes can be edited."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in {NAME, NOTES} else flags

    def data(self, index: _Index, role: int = 0) -> Any:
        """A cell."""
        if not index.isValid():
            return None
        info, column = self.entries[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(info, column)
            case Qt.ItemDataRole.EditRole:
                return info.notes if column == NOTES else info.name
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(info, column)
            case Qt.ItemDataRole.ForegroundRole if column == STATE and info.state in {"failed", "unreadable"}:
                return colour("error")
            case Qt.ItemDataRole.ForegroundRole if column == STATE and info.state == "running":
                return colour("accent")
            case Qt.ItemDataRole.TextAlignmentRole if column in {SCORE, STEPS, SIZE}:
                return int(_RIGHT)
            case _ if role == SORTED_BY:
                return self._key(info, column)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        info = self.entries[index.row()]
        if index.column() == NAME and value != info.name:
            self._runs.rename(info.path, str(value))
        elif index.column() == NOTES and value != info.notes:
            self._runs.set_notes(info.path, str(value))
        return True

    def _text(self, info: RunInfo, column: int) -> str:
        number = self._number
        match column:
            case 0:
                return info.name
            case 1:
                return self._state(info)
            case 2:
                return info.preset
            case 3:
                score = info.metrics.get("word_accuracy")
                return "" if score is None else f"{number(100 * score)} %"
            case 4:
                return f"{info.step:,} / {info.steps:,}" if info.steps else ""
            case 5:
                return short_time(datetime.fromtimestamp(info.started).astimezone()) if info.started else ""
            case 6:
                return size_text(info.size)
            case _:
                return info.notes.partition("\n")[0]

    def _number(self, value: float) -> str:
        return f"{value:.1f}"

    def _state(self, info: RunInfo) -> str:
        return {
            "running": self.tr("running"),
            "finished": self.tr("finished"),
            "stopped": self.tr("stopped"),
            "failed": self.tr("failed"),
            "unreadable": self.tr("unreadable"),
        }[info.state]

    def _tip(self, info: RunInfo, column: int) -> str:
        match column:
            case 0:
                return str(info.path)
            case 1:
                return sentences.said(info.problem)
            case 3:
                translate = QCoreApplication.translate
                named = ((translate(CONTEXT, NAMES.get(name, name)), value) for name, value in info.metrics.items())
                return "\n".join(f"{title} {value:.3f}" for title, value in named)
            case _:
                return info.notes

    def _key(self, info: RunInfo, column: int) -> Any:
        match column:
            case 3:
                return info.metrics.get("word_accuracy", -1.0)
            case 4:
                return info.step
            case 5:
                return info.started
            case 6:
                return info.size
            case _:
                return self._text(info, column).casefold()
