"""A picture of a word with the characters of its label, for viewing only."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.labels.label import WordLabel
from core.labels.maps.pictures import palette

_FIRST_HUE = 0.58  # as the order map's colours begin
_ROOM_FOR_NUMBERS = 18  # px above the picture
_SMOOTH_BELOW = 4.0  # px an image pixel: above, pixels are to be seen


class LabelPicture(QWidget):
    """Draws a label over its picture, as large as possible.

    `pixels`: (height, width, 3) uint8: RGB; None: the picture cannot be read, and only the polygons are drawn.
    `marked`: ranks of the characters to be seen first.
    """

    def __init__(
        self,
        pixels: NDArray[np.uint8] | None,
        label: WordLabel,
        marked: Collection[int] = (),
    ) -> None:
        super().__init__()
        self._label = label
        self._marked = frozenset(marked)
        self._image = QImage()
        if pixels is not None:
            height, width, _ = pixels.shape
            packed = np.ascontiguousarray(pixels)
            self._image = QImage(packed.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(label.reading)

    def sizeHint(self) -> QSize:
        return QSize(340, 140)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 80)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            extent = self._extent()
            room = QRectF(self.rect()).adjusted(4, _ROOM_FOR_NUMBERS, -4, -4)
            if extent.isEmpty() or room.isEmpty():
                return
            scale = min(room.width() / extent.width(), room.height() / extent.height())
            size = extent.size() * scale
            target = QRectF(room.center() - QPointF(size.width() / 2, size.height() / 2), size)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < _SMOOTH_BELOW)
            painter.drawImage(target, self._image)
            colours = palette(len(self._label.characters), first_hue=_FIRST_HUE)
            for rank, character in enumerate(self._label.in_order, 1):
                outline = QPolygonF([target.topLeft() + QPointF(x, y) * scale for x, y in character.polygon])
                width = 3.0 if rank in self._marked else 1.5
                for colour, extra in ((QColor(0, 0, 0, 160), 2.0), (QColor(*map(int, colours[rank])), 0.0)):
                    painter.setPen(QPen(colour, width + extra, j=Qt.PenJoinStyle.MiterJoin))
                    painter.drawPolygon(outline)
                self._write(painter, f"{rank} {character.symbol}", outline.boundingRect(), rank in self._marked)

    def _write(self, painter: QPainter, text: str, over: QRectF, is_marked: bool) -> None:
        font = painter.font()
        font.setBold(is_marked)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        box = QRectF(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height())
        box.moveCenter(QPointF(over.center().x(), over.top() - box.height() / 2))
        box.moveTop(max(box.top(), 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(box, 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _extent(self) -> QRectF:
        """Extent of image and characters, image pixels from the origin."""
        if not self._image.isNull():
            return QRectF(self._image.rect())
        corners = [corner for character in self._label.characters for corner in character.polygon]
        return QRectF(0, 0, max((x for x, _ in corners), default=0), max((y for _, y in corners), default=0))
