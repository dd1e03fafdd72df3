"""The table of the history's actions, whose columns share the room that there is."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.language.figures import day, time_of_day
from app.views.history.rows import IMAGES, TIME, TITLE, ActionRows
from app.widgets.boxes import arrange_rows

_ROW_HEIGHT = 22  # px
_MARGIN = 12  # px of a cell that its text does not take
_IMAGE_SHARE = 0.3  # of the table's width
_IMAGE_WIDTHS = (70, 180)  # px, least and most


class NameDelegate(QStyledItemDelegate):
    """Names of images are shortened at their beginning: they differ at their end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, super().sizeHint(option, index).height())


class ActionTable(QTableView):
    """The table with the time, the title and the image of each action."""

    def __init__(self, rows: ActionRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(rows)
        arrange_rows(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegateForColumn(IMAGES, NameDelegate(self))
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(TIME, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(IMAGES, QHeaderView.ResizeMode.Interactive)

    def fit_times(self) -> None:
        """Make the first column as wide as times and days are in the current language."""
        late = datetime(2026, 12, 28, 22, 58).astimezone()  # as many and as wide digits as there can be
        metrics = self.fontMetrics()
        width = max(metrics.horizontalAdvance(text) for text in (time_of_day(late), day(late)))
        self.horizontalHeader().resizeSection(TIME, width + _MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out: what was done gets the most."""
        super().resizeEvent(event)
        least, most = _IMAGE_WIDTHS
        width = round(self.viewport().width() * _IMAGE_SHARE)
        self.horizontalHeader().resizeSection(IMAGES, min(max(width, least), most))
