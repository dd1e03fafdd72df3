"""The texts on the blobs of a map: the symbol of a character or the number of a position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTransform

from app.display import MapKey, MapName
from app.editing.rendering import Rendering
from app.pictures.map_colours import Held, MapImage, turned_back, upright
from app.pictures.predicted_images import best
from app.reading.predicted import Predicted
from app.widgets.symbol_font import symbol_font
from core.charset import Charset
from core.labels.label import WordLabel

if TYPE_CHECKING:
    from app.session import Session

_LEAST, _MOST = 8, 17  # px high: smaller is not read, larger hides the blob
_OF_BLOB = 0.9  # of a blob that a text may cover
_SURE = 0.25  # a predicted blob that is less sure is nearly black
_LIGHT = 140  # of 255: on lighter blobs the text is black
_DARK_TEXT, _LIGHT_TEXT = QColor(0, 0, 0), QColor(255, 255, 255)


class Mark(NamedTuple):
    """A text that is drawn on a blob of a map."""

    value: int
    """The map's value there: a symbol id or a rank."""
    text: str
    """The symbol, or the position as a number."""
    blob: QRectF
    """Extent of that value along the row and the column of the character's centre, in pixels of the map image."""


def shown_marks(session: Session, key: MapKey, shown: MapImage) -> tuple[Mark, ...]:
    """Return the texts on a map of the open image, none on maps of numbers or differences."""
    (name, source) = key
    if shown.is_number or source == "difference":
        return ()
    if source in ("prediction", "other"):
        predicted, size = session.predictions.shown(source), session.editor.image_size
        return () if predicted is None or size is None else predicted_marks(Held(predicted), name, size)
    rendering = session.editor.rendering
    return () if rendering is None else target_marks(rendering, name)


@lru_cache(maxsize=8)
def predicted_marks(held: Held[Predicted], name: MapName, size: tuple[int, int]) -> tuple[Mark, ...]:
    """Return the texts on a predicted map, for an image of (height, width), at places with high certainty."""
    predicted = held.value
    maps, spec = predicted.maps, predicted.spec
    sure = maps.symbol_scores[..., 0] if name == "character" else maps.order.max(axis=-1)
    values = turned_back(np.where(sure > _SURE, best(predicted, name), 0), spec, size)
    centres = [character.center for character in maps.word.characters]
    return _marks(values, centres, upright(spec, size), predicted.charset if name == "character" else None)


def draw_marks(painter: QPainter, marks: Iterable[Mark], shown: MapImage, to_pane: QTransform) -> frozenset[int]:
    """Draw the marks that fit on their blobs, and return the values that were written."""
    to_pane = shown.to_image * to_pane
    written = set()
    for mark in marks:
        room = to_pane.mapRect(mark.blob)
        text, height = mark.text, int(min(_OF_BLOB * room.height(), _MOST))
        height = min(height, int(_MOST * room.width() / max(_width(text, _MOST), 1.0)))
        if height < _LEAST:
            continue
        font, metrics = _font(height)
        middle = mark.blob.center()
        ground = shown.image.pixelColor(int(middle.x()), int(middle.y()))
        is_light = 0.3 * ground.red() + 0.59 * ground.green() + 0.11 * ground.blue() > _LIGHT
        painter.setFont(font)
        painter.setPen(_DARK_TEXT if is_light else _LIGHT_TEXT)
        start, baseline = _width(text, height) / 2, metrics.ascent() - metrics.height() / 2
        painter.drawText(room.center() + QPointF(-start, baseline), text)
        written.add(mark.value)
    return frozenset(written)


def target_marks(rendering: Rendering, name: MapName) -> tuple[Mark, ...]:
    """Return the texts on the target map of symbols or of positions."""
    maps, causes = rendering.maps, rendering.causes
    if isinstance(maps, str):
        return ()

    def make() -> tuple[Mark, ...]:
        values = turned_back(maps.character if name == "character" else maps.order, causes.spec, causes.size)
        centres = rendering.once("centres", lambda: centres_of(causes.label))
        charset = causes.charset if name == "character" else None
        return _marks(values, centres, upright(causes.spec, causes.size), charset)

    return rendering.once(("marks", name), make)


def centres_of(label: WordLabel) -> list[tuple[float, ...]]:
    """Return the mean of each character's corners in image pixels."""
    return [tuple(sum(along) / len(along) for along in zip(*c.polygon, strict=True)) for c in label.characters]


def _marks(
    values: NDArray[np.integer], centres: Iterable[tuple[float, ...]], to_image: QTransform, charset: Charset | None
) -> tuple[Mark, ...]:
    """Return the blobs under some image points, with their symbols, or with their numbers if there is no charset."""
    to_map = to_image.inverted()[0]
    height, width = values.shape
    symbols = None if charset is None else charset.symbols
    marks: list[Mark] = []
    for x, y in centres:
        at = to_map.map(QPointF(float(x), float(y)))
        column, row = int(at.x()), int(at.y())
        if not (0 <= row < height and 0 <= column < width) or values[row, column] <= 0:
            continue
        value = int(values[row, column])
        left, right = _reach(values[row].tolist(), column)
        top, bottom = _reach(values[:, column].tolist(), row)
        blob = QRectF(left, top, right - left, bottom - top)
        if all(mark.blob != blob for mark in marks):
            marks.append(Mark(value, str(value) if symbols is None else symbols[value - 1], blob))
    return tuple(marks)


def _reach(line: list[int], at: int) -> tuple[int, int]:
    """The first place of the same values around a place, and the one behind the last."""
    value = line[at]
    first = at
    while first and line[first - 1] == value:
        first -= 1
    behind = at + 1
    while behind < len(line) and line[behind] == value:
        behind += 1
    return first, behind


@lru_cache(maxsize=_MOST + 1)
def _font(height: int) -> tuple[QFont, QFontMetricsF]:
    """A font whose lines are so many pixels high, and its measures."""
    font = symbol_font()
    font.setBold(True)
    font.setPixelSize(max(round(height * 0.85), 1))
    return font, QFontMetricsF(font)


@lru_cache(maxsize=4096)
def _width(text: str, height: int) -> float:
    """Return the width of a text whose line is so many pixels high, in device-independent pixels."""
    return _font(height)[1].horizontalAdvance(text)
