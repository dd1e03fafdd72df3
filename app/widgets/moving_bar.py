"""A progress bar with a piece that moves to and fro while the amount of work is unknown."""

from __future__ import annotations

import time

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QProgressBar, QStyle, QStyleOptionProgressBar, QWidget

_PIECE = 0.25  # of the bar's width
_TO_AND_FRO = 2.4  # s for the way there and back
_FRAME = 60  # ms
_INSET = 2.0  # px to the bar's outline


class MovingBar(QProgressBar):
    """A progress bar that shows no number.

    With a maximum of 0 a piece goes to and fro: Fusion would fill the whole bar, which looks like the end.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextVisible(False)
        self._next = QTimer(self, singleShot=True, interval=_FRAME)
        self._next.timeout.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, or an empty bar with the moving piece if the amount is unknown."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)
            return
        option = QStyleOptionProgressBar()
        self.initStyleOption(option)
        option.minimum = 0
        option.maximum = 1
        option.progress = 0
        with QPainter(self) as painter:
            self.style().drawControl(QStyle.ControlElement.CE_ProgressBar, option, painter, self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.palette().color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(self._piece(), 1, 1)
        self._next.start()  # a bar out of sight is not painted, and so rests

    def _piece(self) -> QRectF:
        room = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        place = time.monotonic() % _TO_AND_FRO / _TO_AND_FRO
        share = 1 - abs(1 - 2 * place)
        width = room.width() * _PIECE
        return QRectF(room.left() + share * (room.width() - width), room.top(), width, room.height())
