"""Draws the outline, the painted area, the number and the symbol of each character over the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPen, QPolygonF, QTransform

from app.desktop.theme import colour
from app.pictures.outlines import outline
from app.views.canvas.hits import box_around, box_of
from app.widgets.captions import draw_kept
from core.labels.checks.problems import Severity, printable
from core.labels.label import Area, WordLabel
from core.labels.maps.pictures import IGNORED_COLOUR, palette

_CASING = QColor(24, 24, 24)  # under each coloured line, so that it is seen on any ground
_GAP = 3.0  # between a character and its badge, device-independent pixels
_MARK = 9.0  # side of the triangle that says there is a problem
_ORDER_HUE = 0.58  # as the pictures of the order map
_DASHES = (4.0, 3.0)

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MarkLook:
    """The appearance of a label's characters."""

    label: WordLabel
    """The label whose characters are drawn, which may be a preview."""
    selection: Sequence[int] = ()
    """Places of the selected characters."""
    hovered: int | None = None
    """Place of the character under the mouse."""
    polygons: bool = True
    """True if outlines are drawn. The selected characters and the one under the mouse always have an outline."""
    symbols: bool = True
    """True if badges are drawn."""
    troubles: Mapping[int, Severity] | None = None
    """Severity of the problems of the characters that have one, by place."""
    beside: bool = False
    """True if badges are left of their characters, as for a vertical word, rather than above them."""
    typing: int | None = None
    """Place of the character that takes the typing: its badge shows a caret."""
    composed: str = ""
    """Text that an input method has composed for that character so far."""
    room: float = 0.0
    """Width, in device-independent pixels, of the margin around selected characters that belongs to their frame."""


def draw_characters(painter: QPainter, look: MarkLook, to_pane: QTransform, pane: QRectF) -> None:
    """Draw all characters in device-independent pixels of the pane, with the selected and hovered ones on top."""
    characters = look.label.characters
    drafts, ignored = look.label.draft_places, look.label.ignored_places
    ranking = look.label.ranking
    order = [place for place in ranking if not _stands_out(look, place)]
    order += [place for place in ranking if _stands_out(look, place)]
    colours = order_colours(len(characters))
    ranks = {place: rank for rank, place in enumerate(ranking, 1)}
    shapes = {place: to_pane.map(outline(characters[place].polygon)) for place in order}
    for place in order:
        if look.polygons or _stands_out(look, place):
            _draw_shape(
                painter,
                look,
                place,
                shape=shapes[place],
                rgb=colours[ranks[place]],
                to_pane=to_pane,
                is_draft=place in drafts,
                is_ignored=place in ignored,
            )
    if not look.symbols:
        return
    metrics = QFontMetricsF(painter.font())
    chosen = to_pane.mapRect(box_around(look.label, look.selection))
    for place in order:
        rank = ranks[place]
        around = to_pane.mapRect(box_of(characters[place].polygon))
        if place in look.selection:  # above the whole frame, whose line would go through it otherwise
            around.setLeft(chosen.left() - look.room) if look.beside else around.setTop(chosen.top() - look.room)
        if around.adjusted(-60, -60, 60, 60).intersects(pane):
            _draw_badge(painter, metrics, look, place=place, rank=rank, rgb=colours[rank], around=around, pane=pane)


def order_colours(count: int) -> tuple[Colour, ...]:
    """Return the colour of each rank, the first at index 1, as the picture of the order map uses them."""
    return _order_colours(max(count, 1))


@lru_cache(maxsize=64)
def _order_colours(count: int) -> tuple[Colour, ...]:
    return tuple((int(r), int(g), int(b)) for r, g, b in palette(count, first_hue=_ORDER_HUE))


def shown_symbol(symbol: str) -> str:
    """Return a visible form of a symbol: "␣" for a space, the code point for a symbol that cannot be drawn."""
    return "␣" if symbol == " " else printable(symbol, 6)


def _stands_out(look: MarkLook, place: int) -> bool:
    return place in look.selection or place == look.hovered


def _draw_shape(
    painter: QPainter,
    look: MarkLook,
    place: int,
    *,
    shape: QPolygonF,
    rgb: Colour,
    to_pane: QTransform,
    is_draft: bool,
    is_ignored: bool,
) -> None:
    character = look.label.characters[place]
    selected, hovered = place in look.selection, place == look.hovered
    if character.area is not None:
        area = character.area
        target = to_pane.mapRect(QRectF(area.x, area.y, area.width, area.height))
        painter.drawImage(target, _area_image(area, rgb))
    if is_ignored:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(QColor(*IGNORED_COLOUR), Qt.BrushStyle.BDiagPattern))
        painter.drawPolygon(shape)
    if selected or hovered:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*rgb, 40 if selected else 24))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # the line hides the edge, and it is far cheaper
        painter.drawPolygon(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corners = shape.toList()
    edges = [QLineF(start, end) for start, end in zip(corners, (*corners[1:], corners[0]), strict=True)]
    for pen in _pens(rgb, selected or hovered, is_draft):
        painter.setPen(pen)
        painter.drawLines(edges)  # opaque lines one by one take a tenth of the time of a polygon or a clear line


@lru_cache(maxsize=512)
def _pens(rgb: Colour, strong: bool, dashed: bool) -> tuple[QPen, QPen]:
    width = 2.5 if strong else 1.5
    cap = Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.SquareCap
    casing = QPen(_CASING, width + 2, Qt.PenStyle.SolidLine, cap)
    line = QPen(QColor(*rgb), width, Qt.PenStyle.SolidLine, cap)
    if dashed:
        for pen in (casing, line):
            pen.setDashPattern([part * width / pen.widthF() for part in _DASHES])
    return casing, line


@lru_cache(maxsize=256)
def _area_image(area: Area, rgb: Colour) -> QImage:
    pixels = np.where(area.pixels, np.uint32(QColor(*rgb, 130).rgba()), np.uint32(0))
    return QImage(pixels.data, area.width, area.height, 4 * area.width, QImage.Format.Format_ARGB32).copy()


def _draw_badge(
    painter: QPainter,
    metrics: QFontMetricsF,
    look: MarkLook,
    *,
    place: int,
    rank: int,
    rgb: Colour,
    around: QRectF,
    pane: QRectF,
) -> None:
    character = look.label.characters[place]
    is_typing, stands_out = place == look.typing, _stands_out(look, place)
    symbol = (look.composed if is_typing else "") or shown_symbol(character.symbol)
    text = _fitting(metrics, rank, symbol, around, look.beside, stands_out)
    severity = (look.troubles or {}).get(rank)
    if not text and severity is None:
        return
    caret = 2.0 if is_typing else 0.0
    width = metrics.horizontalAdvance(text) + 8 + caret if text else 0.0
    whole = width if severity is None else width + _MARK + 2 * bool(text)
    height = metrics.height() + 1
    box = badge_box(around, whole, height, look.beside, pane)
    if text:
        ink = QColor(Qt.GlobalColor.black if _is_light(rgb) else Qt.GlobalColor.white)
        badge = QRectF(1, 1, width, height)  # a line's width from the edge

        def write(on: QPainter) -> None:
            on.setPen(_badge_pen())
            on.setBrush(QColor(*rgb))
            on.drawRoundedRect(badge, 3, 3)
            on.setPen(ink)
            on.drawText(QPointF(badge.left() + 4, badge.top() + metrics.ascent() + 0.5), text)

        draw_kept(painter, box.topLeft() - badge.topLeft(), (text, rgb), QSizeF(width + 2, height + 2), write)
        if is_typing:
            badge.moveTo(box.topLeft())
            painter.fillRect(QRectF(badge.right() - 4.5, badge.top() + 2, 1.5, height - 4), ink)
            if look.composed:
                start = badge.left() + 4 + metrics.horizontalAdvance(text[: -len(symbol)])
                painter.fillRect(QRectF(start, badge.bottom() - 2.5, metrics.horizontalAdvance(symbol), 1), ink)
    if severity is not None:
        _draw_mark(painter, QPointF(box.right() - _MARK, box.center().y() - _MARK / 2), severity)


def badge_box(around: QRectF, width: float, height: float, beside: bool, pane: QRectF) -> QRectF:
    """Return a badge's rectangle, outside its character so as to hide nothing of it, or inside if there is no room.

    `beside`: True if it is on the left (else above), or if there is no room, to the right (below).
    """
    if beside:
        left = around.left() - _GAP - width
        if left < pane.left():
            left = around.right() + _GAP if around.right() + _GAP + width <= pane.right() else around.left()
        top = around.center().y() - height / 2
    else:
        left = around.center().x() - width / 2
        top = around.top() - _GAP - height
        if top < pane.top():
            top = around.bottom() + _GAP if around.bottom() + _GAP + height <= pane.bottom() else around.top()
    left = min(max(left, pane.left()), max(pane.right() - width, pane.left()))
    top = min(max(top, pane.top()), max(pane.bottom() - height, pane.top()))
    return QRectF(left, top, width, height)


def _fitting(metrics: QFontMetricsF, rank: int, symbol: str, around: QRectF, beside: bool, stands_out: bool) -> str:
    """The part of number and symbol that fits between the neighbours' badges."""
    full = f"{rank} {symbol}"
    if stands_out:
        return full
    if beside:
        return full if around.height() >= metrics.height() else ""
    for text in (full, symbol):
        if metrics.horizontalAdvance(text) + 8 <= max(around.width(), 12.0):
            return text
    return ""


def _draw_mark(painter: QPainter, corner: QPointF, severity: Severity) -> None:
    x, y = corner.x(), corner.y()
    painter.setPen(_badge_pen())
    painter.setBrush(colour("muted" if severity == "note" else severity))
    painter.drawPolygon([QPointF(x, y + _MARK), QPointF(x + _MARK / 2, y), QPointF(x + _MARK, y + _MARK)])


@lru_cache(maxsize=1)
def _badge_pen() -> QPen:
    return QPen(_CASING, 1.0)


@lru_cache(maxsize=512)
def _is_light(rgb: Colour) -> bool:
    """Return True if black is easier to read on a colour than white: relative luminance (WCAG 2.2) above 0.179."""
    linear = (np.array(rgb) / 255) ** 2.2
    return bool(linear @ (0.2126, 0.7152, 0.0722) > 0.179)
