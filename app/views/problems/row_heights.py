"""The heights of the rows in the tree of problems: a sentence wraps to up to three lines."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from app.widgets.column_model import Index

_MOST_LINES = 3


class SentenceRows(QStyledItemDelegate):
    """Makes a row of a tree as high as its sentence needs, which then ends in "…" if it is longer than three lines."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        usual = super().sizeHint(option, index)
        tree, metrics = self._tree, self._tree.fontMetrics()
        depth = 2 if index.parent().isValid() else 1
        margin = tree.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, tree) + 1
        beside = depth * tree.indentation() + option.decorationSize.width() + 4 * margin
        room = tree.columnWidth(0) - beside
        text = str(index.data() or "")
        if room <= 0 or metrics.horizontalAdvance(text) <= room:
            return usual
        wrapped = metrics.boundingRect(0, 0, room, 1 << 20, Qt.TextFlag.TextWordWrap, text).height()
        further = min(wrapped // metrics.height(), _MOST_LINES) - 1
        return QSize(usual.width(), usual.height() + further * metrics.lineSpacing())
