"""Bars behind the shares in the cells of a table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.desktop.theme import colour

SHARE = Qt.ItemDataRole.UserRole + 1  # the role of a value, 0 to 1, as which a bar is drawn

_ALPHA = 70  # of 255


class ShareBars(QStyledItemDelegate):
    """Draws a bar behind each share, with a length in proportion to the share."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the bar, then the number on top."""
        share = index.data(SHARE)
        if share:
            box = QRectF(option.rect).adjusted(2, 3, -2, -3)
            ground = colour("accent")
            ground.setAlpha(_ALPHA)
            box.setLeft(box.right() - max(box.width() * share, 2.0))
            painter.fillRect(box, ground)
        super().paint(painter, option, index)
