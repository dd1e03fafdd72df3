"""Finds the characters, corners and edges under the mouse, with pure functions over a label in image pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

from app.pictures.outlines import outline
from core.labels.geometry import bounds
from core.labels.label import Polygon, WordLabel


@lru_cache(maxsize=4096)
def box_of(polygon: Polygon) -> QRectF:
    """Return the smallest upright rectangle around a polygon."""
    x0, y0, x1, y1 = bounds(polygon)
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def box_around(label: WordLabel, places: Sequence[int]) -> QRectF:
    """Return the smallest upright rectangle around some characters, leaving out places without a character."""
    boxes = [box_of(label.characters[place].polygon) for place in places if place < len(label.characters)]
    if not boxes:
        return QRectF()
    left, top = min(box.left() for box in boxes), min(box.top() for box in boxes)
    right, bottom = max(box.right() for box in boxes), max(box.bottom() for box in boxes)
    return QRectF(left, top, right - left, bottom - top)


def distance_to_outline(polygon: Polygon, at: QPointF) -> float:
    """Return the distance of a point from the nearest edge of a polygon, in image pixels."""
    starts = np.array(polygon)
    edges = np.roll(starts, -1, axis=0) - starts
    away = (at.x(), at.y()) - starts
    share = np.clip((away * edges).sum(axis=1) / np.maximum((edges**2).sum(axis=1), 1e-12), 0, 1)
    return float(np.sqrt(((away - share[:, None] * edges) ** 2).sum(axis=1).min()))


def character_at(label: WordLabel, selection: Sequence[int], at: QPointF, reach: float = 0.0) -> int | None:
    """Return the place of the character that the user most likely means by a point, or None if there is none.

    Of several that overlap, a selected one comes first, then one that lies inside another, then the one whose middle is
    nearest, measured in its own size: of neighbours that overlap, each is got by pressing on its middle. `reach`: image
    pixels that a point may lie outside where it is inside no character: thin ones are hard to hit.
    """
    characters = label.characters
    inside = [
        place
        for place, character in enumerate(characters)
        if outline(character.polygon).containsPoint(at, Qt.FillRule.OddEvenFill)
    ]
    if inside:
        likely = [place for place in inside if place in selection] or _innermost(label, inside)
        return min(likely, key=lambda place: _from_middle(label, place, at))
    grown = QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)
    near = [
        (distance_to_outline(character.polygon, at), place)
        for place, character in enumerate(characters)
        if reach > 0 and _meet(box_of(character.polygon), grown)
    ]
    distance, place = min(near, default=(np.inf, -1))
    return place if distance <= reach else None


def characters_in(label: WordLabel, area: QRectF) -> tuple[int, ...]:
    """Return the places of the characters that a rectangle touches, in reading order."""
    frame = QPolygonF(area)
    return tuple(
        place
        for place in label.ranking
        if _meet(box_of(label.characters[place].polygon), area)
        and outline(label.characters[place].polygon).intersects(frame)
    )


def middles(polygon: Polygon) -> Polygon:
    """Return the middle of each edge of a polygon, at place i for the edge from corner i to the next."""
    following = (*polygon[1:], polygon[0])
    return tuple(((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(polygon, following, strict=True))


def _innermost(label: WordLabel, places: Sequence[int]) -> list[int]:
    """The characters whose boxes have none of the others' boxes inside them."""
    boxes = {place: box_of(label.characters[place].polygon) for place in places}
    return [
        place
        for place, box in boxes.items()
        if not any(box != inner and _holds(box, inner) for inner in boxes.values())
    ]


def _holds(outer: QRectF, inner: QRectF) -> bool:
    return (
        outer.left() <= inner.left()
        and inner.right() <= outer.right()
        and outer.top() <= inner.top()
        and inner.bottom() <= outer.bottom()
    )


def _from_middle(label: WordLabel, place: int, at: QPointF) -> float:
    """Distance of a point from the middle of a character's box, in half sides of the box: 1 is on its edge."""
    box = box_of(label.characters[place].polygon)
    way = at - box.center()
    return max(abs(way.x()) / max(box.width() / 2, 1e-9), abs(way.y()) / max(box.height() / 2, 1e-9))


def _meet(first: QRectF, second: QRectF) -> bool:
    """Return True if two rectangles touch, even if one has no width or height, which Qt's own test denies."""
    return (
        first.left() <= second.right()
        and second.left() <= first.right()
        and first.top() <= second.bottom()
        and second.top() <= first.bottom()
    )
