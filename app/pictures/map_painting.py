"""One map of the open image for grid and canvas, composed once for each change, then painted repeatedly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTransform

from app.display import MapKey
from app.pictures.map_colours import Held, MapImage
from app.pictures.map_marks import Mark, draw_marks, shown_marks
from app.pictures.shown_maps import is_swiped, is_upright, shown_map
from app.session import Session

_GRIP = 4.0  # px, half the size of the bar's handle
_SMALL = 1024  # px of the longer side: a small picture needs no more of a photograph


@dataclass(frozen=True, slots=True)
class MarkedMap:
    """A map with the texts on its blobs."""

    image: MapImage
    """The map in colours."""
    marks: tuple[Mark, ...]
    """The texts, one for each blob. Empty for a map of numbers or of differences."""

    @classmethod
    def of(cls, session: Session, key: MapKey) -> MarkedMap | None:
        """Return a map of the open image with its texts, or None if there is none."""
        image = shown_map(session, *key)
        return None if image is None else cls(image, shown_marks(session, key, image))

    def draw(self, painter: QPainter, to_pane: QTransform, part: QRectF) -> frozenset[int]:
        """Draw the map in a part of the pane, and return the values that are written on its blobs."""
        draw_image(painter, self.image, to_pane, part)
        painter.save()
        painter.setClipRect(part)
        written = draw_marks(painter, self.marks, self.image, to_pane)
        painter.restore()
        return written


@dataclass(frozen=True, slots=True)
class ShownMap:
    """All data for painting one map, with no need to ask for more."""

    map: MarkedMap | None
    """The map. None if there is none."""
    predicted: MarkedMap | None
    """The predicted map behind the bar, or None if there is no bar."""
    size: tuple[int, int]
    """(height, width) of the image, in image pixels. It counts only with a bar."""
    share: float
    """Place of the bar along the word, 0 to 1."""

    @classmethod
    def of(cls, session: Session, key: MapKey) -> ShownMap:
        """Return a map as it is shown now."""
        predicted = MarkedMap.of(session, (key[0], "prediction")) if is_swiped(session) else None
        size = None if predicted is None else session.editor.image_size
        return cls(MarkedMap.of(session, key), predicted, size or (0, 1), session.display.choices.swipe)

    def draw(self, painter: QPainter, to_pane: QTransform, room: QRectF) -> frozenset[int] | None:
        """Draw the map, or target and prediction on either side of the bar if that is chosen.

        Returns frozenset of int or None: the values that are written on their blobs; None if there is no map.
        """
        if self.predicted is None:
            return None if self.map is None else self.map.draw(painter, to_pane, room)
        before, behind = self._sides(to_pane, room)
        written = self.predicted.draw(painter, to_pane, behind)
        if self.map is not None:
            written |= self.map.draw(painter, to_pane, before)
        self._draw_bar(painter, to_pane, room)
        return written

    def _bar(self, to_pane: QTransform) -> float:
        return _bar_at(self.size, self.share, to_pane)

    def _sides(self, to_pane: QTransform, room: QRectF) -> tuple[QRectF, QRectF]:
        """The areas before and behind the bar."""
        bar = self._bar(to_pane)
        before = QRectF(room)
        behind = QRectF(room)
        if is_upright(self.size):
            before.setBottom(bar)
            behind.setTop(bar)
        else:
            before.setRight(bar)
            behind.setLeft(bar)
        return before, behind

    def _draw_bar(self, painter: QPainter, to_pane: QTransform, room: QRectF) -> None:
        bar = self._bar(to_pane)
        if is_upright(self.size):
            line, middle = QLineF(room.left(), bar, room.right(), bar), QPointF(room.center().x(), bar)
        else:
            line, middle = QLineF(bar, room.top(), bar, room.bottom()), QPointF(bar, room.center().y())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(255, 255, 255))
        for colour, width in ((QColor(0, 0, 0, 160), 4.0), (QColor(255, 255, 255), 2.0)):  # seen on any ground
            painter.setPen(QPen(colour, width))
            painter.drawLine(line)
            painter.drawEllipse(middle, _GRIP, _GRIP)
        painter.restore()


def bar_at(session: Session, to_pane: QTransform) -> float:
    """Return the place of the bar between target and prediction along the word, in device-independent pixels."""
    return _bar_at(session.editor.image_size or (0, 0), session.display.choices.swipe, to_pane)


def _bar_at(size: tuple[int, int], share: float, to_pane: QTransform) -> float:
    at = to_pane.map(QPointF(share * size[1], share * size[0]))
    return at.y() if is_upright(size) else at.x()


@lru_cache(maxsize=2)
def small_image(pixels: Held[NDArray[np.uint8]]) -> MapImage:
    """Return the word image as a map image, to be shown in the place of a map."""
    height, width = pixels.value.shape[:2]
    scale = min(_SMALL / max(height, width), 1.0)
    packed = pixels.value
    if scale < 1:
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        packed = np.asarray(cv2.resize(packed, size, interpolation=cv2.INTER_AREA), np.uint8)
    packed = np.ascontiguousarray(packed)
    image = QImage(packed.data, packed.shape[1], packed.shape[0], 3 * packed.shape[1], QImage.Format.Format_RGB888)
    to_image = QTransform.fromScale(width / image.width(), height / image.height())
    return MapImage(image.copy(), to_image, 0.0, 255.0, False)


def draw_image(painter: QPainter, shown: MapImage, to_pane: QTransform, room: QRectF, smooth: bool = False) -> None:
    """Draw the colours of a map without texts, with its pixels as squares unless it is smooth."""
    painter.save()
    painter.setClipRect(room if shown.frame is None else room.intersected(to_pane.mapRect(shown.frame)))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    painter.setTransform(shown.to_image * to_pane, combine=True)
    painter.drawImage(0, 0, shown.image)
    painter.restore()
