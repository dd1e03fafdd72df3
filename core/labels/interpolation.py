"""Guessing polygons for characters that a text names and nobody has drawn yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.labels.cutting import halves
from core.labels.geometry import centroid, polygon_of
from core.labels.label import Polygon

Array = NDArray[np.float64]

_LEAST_ROOM = 0.35  # of a typical character: a narrower gap is the space between two letters, not a lost one
_WIDEST = 1.5  # of a typical character: in a wider gap the guesses stand in the middle
_SPACING = 0.1  # of a typical character, before the first and behind the last


@dataclass(frozen=True, slots=True)
class Guesses:
    """Polygons for inserted characters.

    Attributes
    ----------
    inserted : tuple of tuples of polygons
        Entry i: those before drawn character i, in reading order; the last entry: those behind all.
    narrowed : dict of int to polygon
        Drawn characters that had to give room, with what is left of them.
    """

    inserted: tuple[tuple[Polygon, ...], ...]
    narrowed: dict[int, Polygon]


def guess_polygons(
    polygons: Sequence[Polygon], counts: Sequence[int], image_size: tuple[int, int] | None = None
) -> Guesses:
    """Place new characters between, before and behind drawn ones.

    Between two: quadrilaterals that share the gap, their upper and lower ends interpolated between the neighbours';
    where the gap is too narrow, the wider neighbour is cut into equal parts across the reading direction. At an end:
    beside the last character, of the typical width, or, where that would be outside the image, in a part of it.

    Parameters
    ----------
    polygons : sequence of n ≥ 1 polygons
        In reading order, image pixels.
    counts : sequence of n + 1 int
        How many go before each polygon, and behind the last.
    image_size : (height, width), optional
        Without it only the left and upper edges of the image are known.
    """
    current = list(polygons)
    inserted: list[tuple[Polygon, ...]] = []
    narrowed: dict[int, Polygon] = {}
    for index, count in enumerate(counts):
        if not count:
            inserted.append(())
            continue
        along = _direction(current, index)
        previous = current[index - 1] if index else None
        following = current[index] if index < len(current) else None
        guesses = _in_the_gap(_around(current, index), (previous, following), count, along, image_size)
        if guesses is None:
            giver = index - 1 if _gives(previous, following, along) else index
            rest, guesses = _parts(current[giver], count, along, keeps_first=giver == index - 1)
            current[giver] = narrowed[giver] = rest
        inserted.append(tuple(guesses))
    return Guesses(tuple(inserted), narrowed)


def room_between(polygons: Sequence[Polygon]) -> list[bool]:
    """Whether a character would fit before each of n polygons in reading order, and behind the last: n + 1 values.

    At the ends of the word nobody knows, and the answer is no.
    """
    fits = [
        _in_the_gap(_around(polygons, i), (polygons[i - 1], polygons[i]), 1, _direction(polygons, i), None) is not None
        for i in range(1, len(polygons))
    ]
    return [False, *fits, False][: len(polygons) + 1]


def _around(polygons: Sequence[Polygon], index: int) -> Sequence[Polygon]:
    """The polygons that tell how large a character is before polygon `index`: the four on either side."""
    return polygons[max(0, index - 4) : index + 4]


def _direction(polygons: Sequence[Polygon], index: int) -> Array:
    """Unit vector of the reading direction at the gap before a polygon, (2,)."""
    first = min(max(index - 1, 0), max(len(polygons) - 2, 0))
    last = min(first + 1, len(polygons) - 1)
    way = np.subtract(centroid(polygons[last]), centroid(polygons[first]))
    length = float(np.hypot(*way))
    return np.asarray(way / length) if length > 1e-6 else np.array([1.0, 0.0])


def _extent(polygon: Polygon, along: Array) -> tuple[float, float]:
    """Where a polygon begins and ends along a direction."""
    positions = np.array(polygon) @ along
    return float(positions.min()), float(positions.max())


def _in_the_gap(
    polygons: Sequence[Polygon],
    neighbours: tuple[Polygon | None, Polygon | None],
    count: int,
    along: Array,
    image_size: tuple[int, int] | None,
) -> list[Polygon] | None:
    """Quadrilaterals in the free room between two neighbours, or beside the only one; None where there is none."""
    previous, following = neighbours
    typical = max(1.0, float(np.median([np.ptp(_extent(polygon, along)) for polygon in polygons])))
    if previous is not None and following is not None:
        start, end = _extent(previous, along)[1], _extent(following, along)[0]
        if end - start < _LEAST_ROOM * typical * count:
            return None
        width = min((end - start) / count, _WIDEST * typical)
        start = (start + end - width * count) / 2
    elif previous is not None:
        width, start = typical, _extent(previous, along)[1] + _SPACING * typical
    elif following is not None:
        width = typical
        start = _extent(following, along)[0] - (_SPACING + count) * typical
    else:
        return None
    strips = [
        _strip(previous or following or (), following or previous or (), start + i * width, width, along)
        for i in range(count)
    ]
    limits = np.array([np.inf, np.inf] if image_size is None else image_size[::-1], dtype=np.float64)
    centres = np.array([strip.mean(axis=0) for strip in strips])
    if not ((centres > 0) & (centres < limits)).all():
        return None
    return [polygon_of(np.clip(strip, 0, limits), decimals=2) for strip in strips]


def _strip(first: Polygon, second: Polygon, start: float, width: float, along: Array) -> Array:
    """A quadrilateral, (4, 2), whose two sides are as long as two polygons say, linearly in between.

    Corners from the top left in reading direction, clockwise on screen.
    """
    across = np.array([-along[1], along[0]])
    here, there = float(np.dot(centroid(first), along)), float(np.dot(centroid(second), along))
    sides = []
    for position in (start, start + width):
        share = np.clip((position - here) / (there - here), 0, 1) if abs(there - here) > 1e-6 else 0.0
        top, bottom = (1 - share) * np.array(_extent(first, across)) + share * np.array(_extent(second, across))
        sides.append((position * along + top * across, position * along + max(bottom, top + 1) * across))
    (top_left, bottom_left), (top_right, bottom_right) = sides
    return np.array([top_left, top_right, bottom_right, bottom_left])


def _gives(previous: Polygon | None, following: Polygon | None, along: Array) -> bool:
    """Whether the previous neighbour, not the following one, gives room: the wider of the two."""
    if previous is None or following is None:
        return following is None
    return bool(np.ptp(_extent(previous, along)) >= np.ptp(_extent(following, along)))


def _parts(polygon: Polygon, count: int, along: Array, keeps_first: bool) -> tuple[Polygon, list[Polygon]]:
    """What a polygon keeps, its first or last of count + 1 equal parts, and the other parts in reading order."""
    start, end = _extent(polygon, along)
    width = max(end - start, 1.0) / (count + 1)
    across = float(-along[1]), float(along[0])
    parts: list[Polygon] = []
    rest = polygon
    for i in range(count):
        cut = along * (start + (i + 1) * width)
        pair = halves(rest, (float(cut[0]), float(cut[1])), across)
        if pair is None:  # hardly any area, or an odd shape: plain strips instead
            strips = [_strip(polygon, polygon, start + k * width, width, along) for k in range(count + 1)]
            parts = [polygon_of(strip, decimals=2) for strip in strips]
            break
        rest, part = pair
        parts.append(part)
    else:
        parts.append(rest)
    return (parts[0], parts[1:]) if keeps_first else (parts[-1], parts[:-1])
