"""Titles and legends inside pictures, on a dark background and never cut off."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import Literal, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

Title = tuple[str, str]  # what a picture shows, and its source, which may be ""

Style = Literal["line", "lines", "upright", "cut", "none"]
"""The way titles are written: in a line, in two, upwards along the left edge, in a line without its middle, or not."""

TEXT = QColor(255, 255, 255)
GROUND = QColor(0, 0, 0, 165)  # seen on any picture

_PAD = 4.0  # px beside a text
_EDGE = 2.0  # px from the edge of the picture
_MOST_KEPT = 256  # small texts that are kept as they were painted
_MOST_LINES = 0.45  # of the height of a picture: titles take no more of it


class Legend(Protocol):
    """The meaning of a picture's colours, drawn in one line inside the picture."""

    def width(self, metrics: QFontMetrics, without: Collection[int] = ()) -> float:
        """Return the width that `draw` needs in device-independent pixels, 0 for nothing.

        `without` are values that are explained elsewhere.
        """
        ...

    def draw(self, painter: QPainter, room: QRectF, text: QColor, without: Collection[int] = ()) -> None:
        """Paint the legend in one line, which ends with the number of values that have no room."""
        ...

    def content(self, without: Collection[int] = ()) -> tuple[object, ...]:
        """Return everything that `draw` shows, hashable: equal contents are drawn equally."""
        ...


def in_line(title: Title) -> str:
    """Return a title in one line."""
    return " · ".join(part for part in title if part)


def style_of(titles: Iterable[Title], width: float, height: float, metrics: QFontMetrics) -> Style:
    """Return the style that has room for all titles in pictures of one size (device-independent pixels)."""
    titles = tuple(titles)
    most = 2 * (_PAD + _EDGE)
    line = max((metrics.horizontalAdvance(in_line(title)) for title in titles), default=0) + most
    part = max((metrics.horizontalAdvance(part) for title in titles for part in title), default=0) + most
    if line <= width and metrics.height() <= _MOST_LINES * height:
        return "line"
    if part <= width and 2 * metrics.height() <= _MOST_LINES * height:
        return "lines"
    if line <= height and metrics.height() <= _MOST_LINES * width:
        return "upright"
    return "none"


def beside_marks(room: QRectF, title: Title, metrics: QFontMetrics, marks: QRectF) -> QRectF:
    """Return the rectangle for a title in one line: the whole room, or its lowest line if marks are in the way."""
    place = QRectF(room.left(), room.top(), metrics.horizontalAdvance(in_line(title)) + 2 * _PAD, metrics.height())
    if not place.translated(_EDGE, _EDGE).intersects(marks):
        return room
    return room.adjusted(0, room.height() - metrics.height() - 2 * _EDGE, 0, 0)


def draw_title(painter: QPainter, room: QRectF, title: Title, style: Style, free: QRectF) -> QRectF:
    """Write a title into the top left corner of a rectangle, unless it would touch an area that must stay free.

    Return the place of the title, even if it is not written, or an empty one if there is no title.
    """
    if style == "none" or not title[0]:
        return QRectF()
    metrics = painter.fontMetrics()
    lines = [part for part in title if part] if style == "lines" else [in_line(title)]
    if style == "cut":
        most = int(room.width() - 2 * (_PAD + _EDGE))
        lines = [metrics.elidedText(lines[0], Qt.TextElideMode.ElideMiddle, most)]
    width = max(metrics.horizontalAdvance(line) for line in lines) + 2 * _PAD
    box = QRectF(0, 0, width, metrics.height() * len(lines))
    corner = room.topLeft() + QPointF(_EDGE, _EDGE)
    place = QRectF(corner, box.size().transposed() if style == "upright" else box.size())
    if not place.intersects(free):
        text, size = "\n".join(lines), place.size()

        def write(on: QPainter) -> None:
            if style == "upright":
                on.translate(0, box.width())
                on.rotate(-90)
            draw_chip(on, box)
            on.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

        draw_kept(painter, corner, (text, style), size, write)
    return place


_kept: dict[tuple[object, ...], QImage] = {}


def draw_kept(
    painter: QPainter, at: QPointF, key: tuple[object, ...], size: QSizeF, paint: Callable[[QPainter], object]
) -> None:
    """Draw a small text with its background from a cache, since the same few texts are drawn again and again.

    `key`: all that it depends on besides the painter's font and the size.
    """
    ratio, font = painter.device().devicePixelRatioF(), painter.font()
    whole = *key, font.key(), size.width(), size.height(), ratio
    image = _kept.pop(whole, None)
    if image is None:
        width, height = math.ceil(size.width() * ratio), math.ceil(size.height() * ratio)
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as on:
            on.setRenderHint(QPainter.RenderHint.Antialiasing)
            on.setFont(font)
            paint(on)
    _kept[whole] = image  # the one drawn last at the end
    if len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    painter.drawImage(at, image)


def draw_chip(painter: QPainter, box: QRectF) -> None:
    """Paint the background of a text, and set the painter's pen to the colour of the text."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(GROUND)
    painter.drawRoundedRect(box, 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(TEXT)


def draw_legend(painter: QPainter, place: QRectF, legend: Legend, without: Collection[int]) -> None:
    """Paint a legend with its background."""
    box = QRectF(0, 0, place.width(), place.height())

    def paint(on: QPainter) -> None:
        draw_chip(on, box)
        legend.draw(on, inside(box), TEXT, without)

    draw_kept(painter, place.topLeft(), ("legend", *legend.content(without)), place.size(), paint)


def place_legend(room: QRectF, title: QRectF, width: float, height: float) -> QRectF | None:
    """Return the rectangle for a legend in a room, or None if not even half of it fits.

    The place is right of the title, or else at the bottom left, there also for a part of the legend.
    """
    box = QRectF(0, 0, width + 2 * _PAD, height)
    if title.right() + box.width() + 3 * _EDGE <= room.right() and title.height() <= 1.5 * height:
        box.moveTopRight(room.topRight() + QPointF(-_EDGE, _EDGE))
        return box
    box.setWidth(min(box.width(), room.width() - 2 * _EDGE))
    if 2 * box.width() > width and title.height() + height <= _MOST_LINES * room.height():
        box.moveBottomLeft(room.bottomLeft() + QPointF(_EDGE, -_EDGE))
        return box
    return None


def inside(box: QRectF) -> QRectF:
    """Return the rectangle for the text inside a chip."""
    return box.adjusted(_PAD, 0, -_PAD, 0)
