"""Guesses polygons for characters that are in the text and have not been drawn.

The sides of a guess are parallel to its neighbours' sides. The line through two centres only gives the way of the word,
not the lean of its characters: beside a tall character, or on stairs of upright boxes, the line slopes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.labels.edits.cutting import halves
from core.labels.geometry import centroid, polygon_of
from core.labels.label import Polygon

Array = NDArray[np.float64]

_LEAST_ROOM = 0.35  # of a typical character: a narrower gap is the space between two letters, not a lost one
_WIDEST = 1.5  # of a typical character: in a wider gap the guesses are in the middle
_SPACING = 0.1  # of a typical character, before the first and behind the last


_FLATTEST = 0.5  # sine of the angle between a frame's axes: flatter frames come from slivers and mean nothing


@dataclass(frozen=True, slots=True)
class Guesses:
    """The guessed polygons for inserted characters, and the changed polygons of their neighbours."""

    inserted: tuple[tuple[Polygon, ...], ...]
    """Entry i holds the polygons before drawn character i, in reading order, and the last entry those behind all
    characters."""
    narrowed: dict[int, Polygon]
    """Drawn characters that had to give room, with the remaining polygons."""


def guess_polygons(
    polygons: Sequence[Polygon], counts: Sequence[int], image_size: tuple[int, int] | None = None
) -> Guesses:
    """Place new characters between, before and behind drawn ones.

    Between two: quadrilaterals that share the gap, their upper and lower ends interpolated between the neighbours';
    if the gap is too narrow, the wider neighbour is cut into equal parts, parallel to its own sides. At an end:
    beside the last character, of the typical width, or, if that would be outside the image, in a part of it.

    Parameters
    ----------
    polygons : sequence of n ≥ 1 polygons
        In reading order, image pixels.
    counts : sequence of n + 1 int
        Number of new characters before each polygon, and behind the last.
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
        along = _direction(polygons, index)  # a character that gave room may be too narrow to tell
        previous = current[index - 1] if index else None
        following = current[index] if index < len(current) else None
        guesses = _in_the_gap(_around(current, index), (previous, following), count, along, image_size)
        if guesses is None:
            giver = index - 1 if _gives(previous, following, along) else index
            rest, guesses = _parts(current[giver], count, along, keeps_first=giver == index - 1)
            current[giver] = narrowed[giver] = rest
        inserted.append(tuple(guesses))
    return Guesses(tuple(inserted), narrowed)


@lru_cache(maxsize=1)  # one word is compared with one reading after another
def room_between(polygons: tuple[Polygon, ...]) -> tuple[bool, ...]:
    """Return n + 1 values for n polygons in reading order: True if a character fits before each, and at the end.

    At the two ends of the word the room is unknown, and the value is False.
    """
    fits = [
        _in_the_gap(_around(polygons, i), (polygons[i - 1], polygons[i]), 1, _direction(polygons, i), None) is not None
        for i in range(1, len(polygons))
    ]
    return (False, *fits, False)[: len(polygons) + 1]


@dataclass(frozen=True, slots=True)
class _Quad:
    """The smallest parallelogram round a polygon with the lean of the polygon's own edges."""

    # (2, 2) float64: the ends of the line that halves the parallelogram, parallel to its sides: top, foot; image pixels
    middle: Array
    # base, stem: (2,) float64: unit vectors: along the upper and lower edges, in reading direction, and along the
    # sides, from top to foot
    base: Array
    stem: Array


def _quad(polygon: Polygon, along: Array) -> _Quad:
    """Return the parallelogram round a polygon that is read along a direction.

    The sides follow the edges that lead rather across the direction than along it; longer edges count for more, and the
    two legs of an A or the many edges of an O average to upright sides.
    """
    corners = np.array(polygon)
    across = np.array([-along[1], along[0]])
    edges = np.roll(corners, -1, axis=0) - corners
    forwards, sideways = edges @ along, edges @ across
    is_side = np.abs(sideways) > np.abs(forwards)
    stem = _unit((edges * np.sign(sideways)[:, None])[is_side].sum(axis=0), across)
    base = _unit((edges * np.sign(forwards)[:, None])[~is_side].sum(axis=0), along)
    if base[0] * stem[1] - base[1] * stem[0] < _FLATTEST:
        base = np.array([stem[1], -stem[0]])
    places = _in_frame(corners, base, stem)
    (left, top), (right, foot) = places.min(axis=0), places.max(axis=0)
    middle = (left + right) / 2 * base
    return _Quad(np.array([middle + top * stem, middle + foot * stem]), base, stem)


def _in_frame(points: Array, base: Array, stem: Array) -> Array:
    """Return the coordinates (n, 2) of points (n, 2) along two directions that need not be at right angles."""
    return np.asarray(np.linalg.solve(np.column_stack([base, stem]), points.T).T)


def _unit(way: Array, otherwise: Array) -> Array:
    """Return a vector's direction, or the given other direction if the vector has hardly any length."""
    length = float(np.hypot(*way))
    return np.asarray(way / length) if length > 1e-6 else otherwise


def _around(polygons: Sequence[Polygon], index: int) -> Sequence[Polygon]:
    """Return the polygons that give the size of a character before polygon `index`: the four on either side."""
    return polygons[max(0, index - 4) : index + 4]


def _direction(polygons: Sequence[Polygon], index: int) -> Array:
    """Return the unit vector of the reading direction at the gap before a polygon, (2,).

    Of the lines through the neighbours' tops, centres and feet, the line nearest to the direction of their own edges
    counts: characters of unequal height share a base line, or hang from one.
    """
    near = polygons[max(0, index - 2) : index + 2]
    if len(near) < 2:
        return np.array([1.0, 0.0])
    rough = _unit(np.subtract(centroid(near[-1]), centroid(near[0])), np.array([1.0, 0.0]))
    last = min(max(index, 1), len(polygons) - 1)
    pair = polygons[last - 1 : last + 1]
    centres = np.subtract(centroid(pair[1]), centroid(pair[0]))
    first, second = (_quad(polygon, rough) for polygon in pair)
    base, stem = _unit(first.base + second.base, rough), _unit(first.stem + second.stem, rough)
    best, nearest = rough, -1.0
    for edge in (base, stem if stem @ rough > 0 else -stem):  # the next character may lie more below
        first, second = (_quad(polygon, edge) for polygon in pair)
        for way in (centres, *(second.middle - first.middle)):
            direction = _unit(way, rough)
            if direction @ edge > nearest:
                best, nearest = direction, float(direction @ edge)
    return best


def _extent(polygon: Polygon, along: Array, stem: Array) -> tuple[float, float]:
    """Return the start and end of a polygon along a direction, projected parallel to another direction."""
    positions = _in_frame(np.array(polygon), along, stem)[:, 0]
    return float(positions.min()), float(positions.max())


def _in_the_gap(
    polygons: Sequence[Polygon],
    neighbours: tuple[Polygon | None, Polygon | None],
    count: int,
    along: Array,
    image_size: tuple[int, int] | None,
) -> list[Polygon] | None:
    """Return quadrilaterals in the free room between two neighbours, or beside the only one.

    None is returned if there is not enough room.
    """
    previous, following = neighbours
    near = [_quad(polygon, along) for polygon in neighbours if polygon is not None]
    if not near:
        return None
    stem = _unit(np.sum([quad.stem for quad in near], axis=0), near[0].stem)
    typical = max(1.0, float(np.median([np.ptp(_extent(polygon, along, stem)) for polygon in polygons])))
    if previous is not None and following is not None:
        start, end = _extent(previous, along, stem)[1], _extent(following, along, stem)[0]
        if end - start < _LEAST_ROOM * typical * count:
            return None
        width = min((end - start) / count, _WIDEST * typical)
        start = (start + end - width * count) / 2
    elif previous is not None:
        width, start = typical, _extent(previous, along, stem)[1] + _SPACING * typical
    elif following is not None:
        width = typical
        start = _extent(following, along, stem)[0] - (_SPACING + count) * typical
    strips = _strips(near[0], near[-1], start + width * np.arange(count + 1), along, stem)
    limits = np.array([np.inf, np.inf] if image_size is None else image_size[::-1], dtype=np.float64)
    centres = np.array([strip.mean(axis=0) for strip in strips])
    if not ((centres > 0) & (centres < limits)).all():
        return None
    return [polygon_of(np.clip(strip, 0, limits), decimals=2) for strip in strips]


def _strips(first: _Quad, second: _Quad, positions: NDArray[np.floating], along: Array, stem: Array) -> list[Array]:
    """Return quadrilaterals (4, 2) between n + 1 positions, their sides interpolated between those of two characters.

    The corners run clockwise on screen from the top left in reading direction, and each side is at least a pixel high.
    """
    here, there = (_in_frame(quad.middle.mean(axis=0)[None], along, stem)[0, 0] for quad in (first, second))
    sides = []
    for position in positions:
        share = np.clip((position - here) / (there - here), 0, 1) if abs(there - here) > 1e-6 else 0.0
        side = (1 - share) * first.middle + share * second.middle
        side = side + (position - (1 - share) * here - share * there) * along
        sides.append(side if (side[1] - side[0]) @ stem >= 1 else np.array([side[0], side[0] + stem]))
    return [np.array([left[0], right[0], right[1], left[1]]) for left, right in pairwise(sides)]


def _gives(previous: Polygon | None, following: Polygon | None, along: Array) -> bool:
    """Return True if the previous neighbour gives room, not the following one: the wider of the two does."""
    if previous is None or following is None:
        return following is None
    first, second = (np.ptp(_extent(polygon, along, _quad(polygon, along).stem)) for polygon in (previous, following))
    return bool(first >= second)


def divided(polygon: Polygon, count: int, along: Array) -> list[Polygon]:
    """Return the equal parts of a polygon in a direction, or from left to right if the direction is null."""
    first, rest = _parts(polygon, count - 1, _unit(along, np.array([1.0, 0.0])), keeps_first=True)
    return [first, *rest]


def _parts(polygon: Polygon, count: int, along: Array, keeps_first: bool) -> tuple[Polygon, list[Polygon]]:
    """Return the part that a polygon keeps, its first or last of count + 1 equal parts, and the others in order."""
    quad = _quad(polygon, along)
    start, end = _extent(polygon, along, quad.stem)
    width = max(end - start, 1.0) / (count + 1)
    side = float(quad.stem[0]), float(quad.stem[1])
    parts: list[Polygon] = []
    rest = polygon
    for i in range(count):
        cut = along * (start + (i + 1) * width)
        pair = halves(rest, (float(cut[0]), float(cut[1])), side)
        if pair is None:  # hardly any area, or an odd shape: plain strips instead
            strips = _strips(quad, quad, start + width * np.arange(count + 2), along, quad.stem)
            parts = [polygon_of(strip, decimals=2) for strip in strips]
            break
        rest, part = pair
        parts.append(part)
    else:
        parts.append(rest)
    return (parts[0], parts[1:]) if keeps_first else (parts[-1], parts[:-1])
