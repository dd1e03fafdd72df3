"""The confusion matrix: targets downwards, readings across. A cell leads to its words and their crops."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.desktop.theme import colour
from app.language.words import plain_tip
from app.widgets.column_model import Index
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable
from core.model.metrics.breakdown import most_confused
from core.model.metrics.metrics import Step

MOST = 60  # symbols of the matrix, both ways; the most often confused ones

_NONE = "ε"
_FULL = 200  # of 255: the opacity of the most frequent confusion


class ConfusionMatrix(QAbstractTableModel):
    """Counts of each symbol read as each other. Right readings are left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[Step, int] = {}
        self._most = 1
        self.targets: list[str | None] = []
        self.readings: list[str | None] = []

    def set_confusions(self, found: Mapping[Step, int]) -> None:
        """Show others."""
        self.beginResetModel()
        self._counts = {step: count for step, count in found.items() if step[0] != step[1]}
        order = sorted(self._counts, key=lambda step: -self._counts[step])
        self.targets, self.readings = most_confused(order, 0, MOST), most_confused(order, 1, MOST)
        self._most = max(self._counts.values(), default=1)
        self.endResetModel()

    def step(self, index: Index) -> Step:
        """The confusion of a cell."""
        return self.targets[index.row()], self.readings[index.column()]

    def count(self, step: Step) -> int:
        """The count of a confusion."""
        return self._counts.get(step, 0)

    @property
    def most_frequent(self) -> QModelIndex:
        """The cell of the most frequent confusion. Invalid if there is none."""
        best = max(self._counts, key=lambda step: self._counts[step], default=None)
        if best is None:
            return QModelIndex()
        return self.index(self.targets.index(best[0]), self.readings.index(best[1]))

    # Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.targets)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.readings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        symbols = self.readings if orientation == Qt.Orientation.Horizontal else self.targets
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(symbols[section])
        if role == Qt.ItemDataRole.FontRole:
            return symbol_font()
        if role == Qt.ItemDataRole.ToolTipRole:
            text = self.tr("read as “{symbol}”") if symbols is self.readings else self.tr("the label says “{symbol}”")
            return plain_tip(text.format(symbol=_shown(symbols[section])))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        step = self.step(index)
        count = self.count(step)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(count) if count else ""
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.BackgroundRole if count:
                ground = colour("accent")
                ground.setAlpha(round(_FULL * math.sqrt(count / self._most)))
                return ground
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.in_words(step))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.in_words(step)
        return None

    def in_words(self, step: Step) -> str:
        """A confusion as a sentence."""
        wanted, read = step
        if wanted is None:
            text = self.tr("“{read}” read where nothing is: {count}")
        elif read is None:
            text = self.tr("“{wanted}” not read: {count}")
        else:
            text = self.tr("“{wanted}” read as “{read}”: {count}")
        return text.format(wanted=_shown(wanted), read=_shown(read), count=f"{self.count(step):,}")


def _shown(symbol: str | None) -> str:
    return _NONE if symbol is None else printable(symbol, 6)
