"""Small marks for the status of a label, each with a shape of its own so that none is known by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.desktop.theme import Meaning, colour

_MEANINGS: dict[str, Meaning] = {
    "reviewed": "ok",
    "draft": "accent",
    "prelabelled": "accent",
    "agreed": "accent",
    "none": "muted",
    "pending": "muted",
    "unreadable": "error",
}


def paint_status(painter: QPainter, box: QRectF, status: str, ink: QColor | None = None) -> None:
    """Draw the mark for a status.

    `painter`: with antialiasing on. `status`: one of `core.index.filters.STATUSES`: reviewed ●, draft ○, prelabelled ○
    in dashes, agreed ◉, none –, pending ·, unreadable ⚠.
    """
    pen = ink or colour(_MEANINGS[status])
    side = min(box.width(), box.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(box.center())
    painter.save()
    painter.setPen(QPen(pen, side / 8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    match status:
        case "reviewed":
            painter.setBrush(pen)
            painter.drawEllipse(square.center(), side * 0.3, side * 0.3)
        case "draft":
            painter.drawEllipse(square.center(), side * 0.3, side * 0.3)
        case "prelabelled":
            dashed = QPen(pen, side / 8, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            dashed.setDashPattern([1.25, 1.1])  # in widths of the pen
            painter.setPen(dashed)
            painter.drawEllipse(square.center(), side * 0.3, side * 0.3)
        case "agreed":
            painter.drawEllipse(square.center(), side * 0.36, side * 0.36)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen)
            painter.drawEllipse(square.center(), side * 0.17, side * 0.17)
        case "none":
            painter.drawLine(square.center() - QPointF(side / 4, 0), square.center() + QPointF(side / 4, 0))
        case "pending":
            painter.drawPoint(square.center())
        case _:
            paint_warning(painter, square, pen)
    painter.restore()


def paint_warning(painter: QPainter, square: QRectF, pen: QColor) -> None:
    """Draw the sign ⚠ in a square."""
    side = square.width()
    painter.setPen(QPen(pen, side / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    top, left = square.top(), square.left()
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(left + side * 0.5, top + side * 0.12),
                QPointF(left + side * 0.92, top + side * 0.86),
                QPointF(left + side * 0.08, top + side * 0.86),
            ]
        )
    )
    middle = left + side * 0.5
    painter.drawLine(QPointF(middle, top + side * 0.4), QPointF(middle, top + side * 0.58))
    painter.drawPoint(QPointF(middle, top + side * 0.73))
