"""The strengths of one layer's channels as bars, the strongest first."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour
from app.language.figures import percent
from app.widgets.boxes import show_tip
from core.model.inside.saliency import LayerSaliency

_PAD = 6  # px
_LEAST = 2  # px: the height of a bar that would be seen as none


class StrengthBars(QWidget):
    """Draws one bar a channel. Weak ones in the colour of a warning, the threshold as a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: LayerSaliency | None = None
        self._share = 0.0
        self._order: list[int] = []

    def show_layer(self, found: LayerSaliency | None, share: float) -> None:
        """Draw another layer. None: nothing."""
        self._found, self._share = found, share
        self._order = [] if found is None else sorted(range(len(found.values)), key=lambda c: -found.values[c])
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        strengths = self._found
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        if strengths is None or not self._order:
            return
        room = QRectF(self.rect()).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        weak, most = set(strengths.below(self._share)), strengths.most or 1.0
        step = room.width() / len(self._order)
        for place, channel in enumerate(self._order):
            value = strengths.values[channel]
            height = max(room.height() * min(value / most, 1.0) if math.isfinite(value) else 0.0, _LEAST)
            tone = colour("warning") if channel in weak else colour("accent")
            left = room.left() + place * step
            painter.fillRect(QRectF(left, room.bottom() - height, max(step - 1, 1), height), tone)
        line = room.bottom() - room.height() * self._share
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 1))
        painter.drawLine(round(room.left()), round(line), round(room.right()), round(line))

    def event(self, event: QEvent) -> bool:
        """Say the channel under the mouse and its strength."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tip(event.globalPos(), self.said_at(event.x()), self)
            return True
        return super().event(event)

    def said_at(self, x: int) -> str:
        """The channel whose bar is at a place, and its strength. "" if there is none."""
        strengths, width = self._found, self.width() - 2 * _PAD
        if strengths is None or not self._order or width <= 0:
            return ""
        place = int((x - _PAD) * len(self._order) / width)
        if not 0 <= place < len(self._order):
            return ""
        channel = self._order[place]
        share = strengths.values[channel] / (strengths.most or 1.0)
        return f"{channel}: {strengths.values[channel]:.4g} ({percent(share, 2)})"
