"""The reliability diagram, which shows how often readings of each probability are right, with bars to select."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour
from app.language.figures import percent
from app.widgets.boxes import Explained
from core.model.metrics.breakdown import ProbabilityBin, Reliability

# px round the axes
_LEFT = 44
_RIGHT = 10
_TOP = 8
_BOTTOM = 20


class ReliabilityDiagram(Explained):
    """Draws one bar for each interval of probability, as high as the accuracy in it.

    On the dashed line accuracy and probability are equal.
    """

    chosen = Signal(int)  # a bar, from 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Reliability | None = None
        self.place: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_reliability(self, reliability: Reliability | None) -> None:
        """Draw the diagram of these measurements, or nothing if they are None."""
        self._found = reliability
        self.update()

    def choose(self, place: int | None) -> None:
        """Mark a bar as chosen, or none if it is None."""
        self.place = place
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 90)

    def _axes(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, axes = self.palette(), self._axes()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        ink, muted = palette.color(QPalette.ColorRole.Text), colour("muted")
        painter.setPen(ink)
        for share in (0.0, 0.5, 1.0):
            y, x = axes.bottom() - share * axes.height(), axes.left() + share * axes.width()
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, y - 8, _LEFT - 4, 16), right, percent(share))
            painter.drawText(
                QRectF(x - 24, axes.bottom() + 2, 48, _BOTTOM - 2), Qt.AlignmentFlag.AlignHCenter, f"{share:g}"
            )
        if self._found is not None:
            for place, interval in enumerate(self._found.bins):
                self._paint_bar(painter, place, interval, axes)
        painter.setPen(QPen(muted, 1, Qt.PenStyle.DashLine))
        painter.drawLine(axes.bottomLeft(), axes.topRight())
        painter.setPen(QPen(muted, 1))
        painter.drawLine(axes.bottomLeft(), axes.bottomRight())

    def _paint_bar(self, painter: QPainter, place: int, interval: ProbabilityBin, axes: QRectF) -> None:
        if not interval.share.count:
            return
        box = self._column(interval, axes)
        ground = colour("accent")
        ground.setAlpha(220 if place == self.place else 130)
        height = max(interval.share.accuracy * axes.height(), 2.0)
        painter.fillRect(QRectF(box.left() + 1, axes.bottom() - height, box.width() - 2, height), ground)
        point = QPointF(
            axes.left() + interval.probability * axes.width(), axes.bottom() - interval.share.accuracy * axes.height()
        )
        painter.setBrush(colour("error"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(point, 2.5, 2.5)

    def _column(self, interval: ProbabilityBin, axes: QRectF) -> QRectF:
        left = axes.left() + interval.low * axes.width()
        return QRectF(left, axes.top(), (interval.high - interval.low) * axes.width(), axes.height())

    def bar_at(self, point: QPointF) -> int | None:
        """Return the bar at a point of the widget, or None if there is no bar with readings."""
        if self._found is None:
            return None
        for place, interval in enumerate(self._found.bins):
            if interval.share.count and self._column(interval, self._axes()).contains(point):
                return place
        return None

    def in_words(self, place: int) -> str:
        """Return the text that describes a bar."""
        if self._found is None:
            return ""
        interval = self._found.bins[place]
        text = self.tr("Probability {low} to {high}: {right} of {count} right, {accuracy}")
        return text.format(
            low=f"{interval.low:g}",
            high=f"{interval.high:g}",
            right=f"{interval.share.right:,}",
            count=f"{interval.share.count:,}",
            accuracy=percent(interval.share.accuracy),
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.bar_at(event.position())
        if place is not None:
            self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        held = [] if self._found is None else [k for k, interval in enumerate(self._found.bins) if interval.share.count]
        if step is None or not held:
            super().keyPressEvent(event)
            return
        at = held.index(self.place) + step if self.place in held else len(held) - 1
        self.chosen.emit(held[min(max(at, 0), len(held) - 1)])

    def text_at(self, place: QPoint) -> str:
        """Return the meaning of the bar at a point of the widget."""
        bar = self.bar_at(QPointF(place))
        return "" if bar is None else self.in_words(bar)
