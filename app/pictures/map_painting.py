"""One map of the open image, painted as grid and canvas show it: whole, or target and prediction by a bar."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTransform

from app.display import MapKey
from app.pictures.map_colours import Held, MapImage
from app.pictures.map_marks import draw_marks, shown_marks
from app.pictures.shown_maps import is_swiped, is_upright, shown_map
from app.session import Session

_GRIP = 4.0  # px, half the size of the bar's handle
_SMALL = 1024  # px of the longer side: a small picture needs no more of a photograph


def draw_map(
    painter: QPainter, session: Session, key: MapKey, to_pane: QTransform, room: QRectF
) -> frozenset[int] | None:
    """Draw a map with the texts on its blobs, or target and prediction either side of the bar if that is chosen.

    Returns frozenset of int or None: the values that are written on their blobs; None if there is no map.
    """
    name, source = key
    shown = shown_map(session, name, source)
    predicted = shown_map(session, name, "prediction") if is_swiped(session) else None
    if predicted is None:
        return None if shown is None else _draw_part(painter, session, key, shown, to_pane, room)
    before, behind = _sides(session, to_pane, room)
    written = _draw_part(painter, session, (name, "prediction"), predicted, to_pane, behind)
    if shown is not None:
        written |= _draw_part(painter, session, key, shown, to_pane, before)
    _draw_bar(painter, session, to_pane, room)
    return written


def bar_at(session: Session, to_pane: QTransform) -> float:
    """The place of the bar between target and prediction along the word, device-independent pixels."""
    (height, width), share = session.editor.image_size or (0, 0), session.display.choices.swipe
    at = to_pane.map(QPointF(share * width, share * height))
    return at.y() if is_upright((height, width)) else at.x()


@lru_cache(maxsize=2)
def small_image(pixels: Held[NDArray[np.uint8]]) -> MapImage:
    """The word image as a map, to be shown in a map's place."""
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
    """Draw the colours of a map without texts, its pixels as squares unless it is smooth."""
    painter.save()
    painter.setClipRect(room if shown.frame is None else room.intersected(to_pane.mapRect(shown.frame)))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    painter.setTransform(shown.to_image * to_pane, combine=True)
    painter.drawImage(0, 0, shown.image)
    painter.restore()


def _draw_part(
    painter: QPainter, session: Session, key: MapKey, shown: MapImage, to_pane: QTransform, part: QRectF
) -> frozenset[int]:
    draw_image(painter, shown, to_pane, part)
    painter.save()
    painter.setClipRect(part)
    written = draw_marks(painter, shown_marks(session, key, shown), shown, to_pane)
    painter.restore()
    return written


def _sides(session: Session, to_pane: QTransform, room: QRectF) -> tuple[QRectF, QRectF]:
    """The areas before and behind the bar."""
    bar = bar_at(session, to_pane)
    before = QRectF(room)
    behind = QRectF(room)
    if is_upright(session.editor.image_size or (0, 1)):
        before.setBottom(bar)
        behind.setTop(bar)
    else:
        before.setRight(bar)
        behind.setLeft(bar)
    return before, behind


def _draw_bar(painter: QPainter, session: Session, to_pane: QTransform, room: QRectF) -> None:
    bar = bar_at(session, to_pane)
    if is_upright(session.editor.image_size or (0, 1)):
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
