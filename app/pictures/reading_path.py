"""The reading path: a line over the picture through the centres of the characters in the order of the reading."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from core.labels.maps.decoding import ReadWord

_DOT = 4.0  # device-independent pixels, as all here
_HEAD = 7.0
_LINE, _GROUND = QColor(255, 255, 255), QColor(0, 0, 0, 170)  # seen on any picture


def draw_reading_path(painter: QPainter, word: ReadWord, to_pane: QTransform) -> None:
    """Draw the path of the reading, with a dot at each character and its symbol beside the dot."""
    centres = [to_pane.map(QPointF(*character.center)) for character in word.characters]
    if not centres:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, width in ((_GROUND, 4.0), (_LINE, 1.5)):
        painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(centres))
    for start, end in pairwise(centres):
        _draw_head(painter, start, end)
    for character, centre in zip(word.characters, centres, strict=True):
        painter.setPen(QPen(_GROUND, 1.5))
        painter.setBrush(_LINE)
        painter.drawEllipse(centre, _DOT, _DOT)
        _write(painter, character.symbol, centre)
    painter.restore()


def _draw_head(painter: QPainter, start: QPointF, end: QPointF) -> None:
    """An arrow half-way, if there is room for one."""
    dx, dy = end.x() - start.x(), end.y() - start.y()
    length = math.hypot(dx, dy)
    if length < 4 * _HEAD:
        return
    along = QPointF(dx, dy) / length
    across = QPointF(-along.y(), along.x())
    tip = (start + end) / 2 + along * (_HEAD / 2)
    painter.setPen(QPen(_GROUND, 1.5))
    painter.setBrush(_LINE)
    back = tip - along * _HEAD
    painter.drawPolygon(QPolygonF([tip, back + across * (_HEAD / 2), back - across * (_HEAD / 2)]))


def _write(painter: QPainter, symbol: str, centre: QPointF) -> None:
    metrics = painter.fontMetrics()
    box = QRectF(0, 0, metrics.horizontalAdvance(symbol) + 6, metrics.height())
    box.moveCenter(centre + QPointF(0, _DOT + 2 + box.height() / 2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_GROUND)
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(_LINE)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, symbol)
