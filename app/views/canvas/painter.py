"""Draws the background, the picture, the map over it and the pixel grid, from back to front."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPalette, QTransform

from app.display import Viewport

GRID_FROM = 8.0  # device-independent pixels an image pixel from which on the pixel grid is drawn

_GRID = 0x50282828  # half grey, as clear as a third; premultiplied


def pane_transform(viewport: Viewport, pane: QRectF) -> QTransform:
    """Return the transform from image pixels to device-independent pixels of a pane."""
    scale = viewport.scale
    center = viewport.center
    middle = pane.center()
    return QTransform(scale, 0, 0, scale, middle.x() - center.x() * scale, middle.y() - center.y() * scale)


def draw_ground(painter: QPainter, pane: QRectF, palette: QPalette) -> None:
    """Fill the pane around the picture with a muted colour that differs clearly from black and from white pictures."""
    painter.fillRect(pane, palette.color(QPalette.ColorRole.Mid))


def draw_picture(painter: QPainter, picture: QImage, target: QRectF, pane: QRectF, smooth: bool) -> None:
    """Draw the visible part of a picture into a rectangle of the pane, in whole pixels of the picture.

    Qt goes through all pixels of a picture, also those cut off: with a large picture close by, most of them.
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
    """Draw a map over the picture, with its pixels as squares, clipped to the picture."""
    image, to_image = overlay
    painter.save()
    painter.setClipRect(target)
    painter.setOpacity(opacity)
    painter.setTransform(to_image * to_pane, combine=True)
    painter.drawImage(0, 0, image)
    painter.restore()


def draw_grid(painter: QPainter, viewport: Viewport, target: QRectF, pane: QRectF, pixel_ratio: float) -> None:
    """Draw the borders between image pixels, one screen pixel wide, if image pixels are large enough on the screen.

    `painter`: not antialiased.
    """
    scale, seen = viewport.scale, target.intersected(pane)
    if scale < GRID_FROM or seen.isEmpty():
        return

    def borders(start: float, first: float, last: float) -> tuple[int, NDArray[np.bool_]]:
        """The first screen pixel of those that are seen, and True for each of them that is a border."""
        lines = start + scale * np.arange(math.ceil((first - start) / scale), (last - start) / scale)
        pixels = np.arange(math.floor(first * pixel_ratio), math.ceil(last * pixel_ratio))
        return int(pixels[0]), np.isin(pixels, np.round(lines * pixel_ratio))

    left, across = borders(target.left(), seen.left(), seen.right())
    top, down = borders(target.top(), seen.top(), seen.bottom())
    grid = np.zeros((len(down), len(across)), np.uint32)
    grid[:, across] = grid[down] = _GRID
    # Qt passes over what is clear: a tenth of the time of as many rectangles, or of a tiled pixmap
    image = QImage(grid.data, len(across), len(down), 4 * len(across), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(pixel_ratio)
    painter.drawImage(QPointF(left, top) / pixel_ratio, image)
