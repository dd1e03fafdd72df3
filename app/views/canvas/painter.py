"""The ground, the picture, the map over it and the pixel grid, from back to front."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPalette, QPixmap, QTransform

from app.display import Viewport

GRID_FROM = 8.0  # device-independent pixels an image pixel from which on the pixel grid is drawn

_GRID = 0x50282828  # half grey, as clear as a third; premultiplied


def pane_transform(viewport: Viewport, pane: QRectF) -> QTransform:
    """From image pixels to device-independent pixels of a pane."""
    scale, center, middle = viewport.scale, viewport.center, pane.center()
    return QTransform(scale, 0, 0, scale, middle.x() - center.x() * scale, middle.y() - center.y() * scale)


def draw_ground(painter: QPainter, pane: QRectF, palette: QPalette) -> None:
    """Fill the pane around the picture with a muted colour. Black and white pictures are distinct from it."""
    painter.fillRect(pane, palette.color(QPalette.ColorRole.Mid))


def draw_picture(painter: QPainter, picture: QImage, target: QRectF, pane: QRectF, smooth: bool) -> None:
    """Draw a picture into a rectangle of the pane: as many whole pixels of it as it takes to cover what can be seen.

    Qt goes through all pixels of what it is given, also of what is cut off: with a large picture close by, most of it.
    """
    across, down = target.width() / picture.width(), target.height() / picture.height()
    left = max(math.floor((pane.left() - target.left()) / across), 0)
    top = max(math.floor((pane.top() - target.top()) / down), 0)
    right = min(math.ceil((pane.right() - target.left()) / across), picture.width())
    bottom = min(math.ceil((pane.bottom() - target.top()) / down), picture.height())
    if right <= left or bottom <= top:
        return
    source = QRectF(left, top, right - left, bottom - top)
    part = QRectF(
        target.left() + left * across, target.top() + top * down, source.width() * across, source.height() * down
    )
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    painter.drawImage(part, picture, source)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


def draw_overlay(
    painter: QPainter, overlay: tuple[QImage, QTransform], to_pane: QTransform, target: QRectF, opacity: float
) -> None:
    """Draw a map over the picture, its pixels as squares, clipped to the picture."""
    image, to_image = overlay
    painter.save()
    painter.setClipRect(target)
    painter.setOpacity(opacity)
    painter.setTransform(to_image * to_pane, combine=True)
    painter.drawImage(0, 0, image)
    painter.restore()


def draw_grid(painter: QPainter, viewport: Viewport, target: QRectF, pane: QRectF, pixel_ratio: float) -> None:
    """Draw the borders between image pixels if these are large enough, one pixel of the screen wide.

    `painter`: not antialiased.
    """
    scale, seen = viewport.scale, target.intersected(pane)
    if scale < GRID_FROM or seen.isEmpty():
        return
    for is_across in (True, False):
        start, first, last = (
            (target.left(), seen.left(), seen.right()) if is_across else (target.top(), seen.top(), seen.bottom())
        )
        begin = math.floor(first * pixel_ratio)
        lines = np.arange(math.ceil((first - start) / scale), int((last - start) / scale) + 1)
        strip = np.zeros(math.ceil(last * pixel_ratio) - begin + 2, np.uint32)
        strip[np.round((start + lines * scale) * pixel_ratio).astype(int) - begin] = _GRID
        size = (len(strip), 1) if is_across else (1, len(strip))
        image = QImage(strip.data, *size, 4 * size[0], QImage.Format.Format_ARGB32_Premultiplied)
        tile = QPixmap.fromImage(image.copy())
        tile.setDevicePixelRatio(pixel_ratio)
        room = QRectF(seen)
        room.setLeft(begin / pixel_ratio) if is_across else room.setTop(begin / pixel_ratio)
        painter.drawTiledPixmap(room, tile)  # one line of pixels over and over: a tenth of as many rectangles
