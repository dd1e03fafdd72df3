"""Draws the lines and handles of a gesture, light with a dark border so that they are visible on any picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QPalette, QPen, QPolygonF

_CASING = QColor(0, 0, 0, 170)
_LINE = QColor(255, 255, 255)
_DASHES = (5.0, 4.0)


def draw_line(
    painter: QPainter, points: Sequence[QPointF], *, closed: bool = False, dashed: bool = False, hot: bool = False
) -> None:
    """Draw a line through points of the canvas, in device-independent pixels.

    `dashed`: for a shape that is not settled yet, or not set by hand. `hot`: for one that the mouse would take hold of.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = QPolygonF(list(points))
    for pen in _pens(dashed, hot):
        painter.setPen(pen)
        if closed:
            painter.drawPolygon(line)
        else:
            painter.drawPolyline(line)


def draw_caret(painter: QPainter, start: QPointF, end: QPointF) -> None:
    """Draw a text caret from one point of the canvas to another."""
    accent = QGuiApplication.palette().color(QPalette.ColorRole.Highlight)
    for colour, width in ((_CASING, 7.0), (_LINE, 5.0), (accent, 2.5)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(start, end)


def draw_circle(painter: QPainter, center: QPointF, radius: float) -> None:
    """Draw a circle around a point of the canvas, with a radius in device-independent pixels."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in _pens(dashed=False, hot=False):
        painter.setPen(pen)
        painter.drawEllipse(center, radius, radius)


def draw_handle(painter: QPainter, at: QPointF, size: float, *, is_round: bool = False, hot: bool = False) -> None:
    """Draw a handle at a point of the canvas, with a side length of `size` device-independent pixels."""
    box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
    painter.setPen(QPen(_CASING, 1.5))
    painter.setBrush(QGuiApplication.palette().color(QPalette.ColorRole.Highlight) if hot else _LINE)
    if is_round:
        painter.drawEllipse(box)
    else:
        painter.drawRect(box)


def draw_number(painter: QPainter, at: QPointF, number: int) -> None:
    """Draw a number at a point of the canvas."""
    text = str(number)
    metrics = QFontMetricsF(painter.font())
    side = max(metrics.horizontalAdvance(text), metrics.height()) + 6
    box = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
    palette = QGuiApplication.palette()
    painter.setPen(QPen(_CASING, 1.5))
    painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
    painter.drawEllipse(box)
    painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _pens(dashed: bool, hot: bool) -> tuple[QPen, QPen]:
    width = 2.5 if hot else 1.25
    casing, line = QPen(_CASING, width + 2), QPen(_LINE, width)
    casing.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        line.setDashPattern([part / width for part in _DASHES])
        line.setCapStyle(Qt.PenCapStyle.FlatCap)
    return casing, line
