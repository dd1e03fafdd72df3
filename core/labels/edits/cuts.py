"""Finds and moves the cut between two neighbouring characters of a word, and finds lines across a character."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import LabelError, Sentence
from core.labels.edits.composition import changed, numbers
from core.labels.edits.shapes import with_polygon
from core.labels.geometry import centroid
from core.labels.label import Point, Polygon, WordLabel

Array = NDArray[np.float64]
Line = tuple[Point, Point]

_THINNEST = 1.0  # image pixels: least width that a moved cut leaves of a character
_STRAIGHT = np.deg2rad(15)  # largest angle to an axis at which a line across a character is made parallel to the axis


def common_cut(label: WordLabel, rank: int) -> Line | None:
    """Return the line between a character and the next, halfway between their facing edges.

    Parameters
    ----------
    label : WordLabel
        The label.
    rank : int
        1 … n - 1, the rank of the character before the cut.

    Returns
    -------
    pair of points, or None
        Image pixels. None unless both characters are quadrilaterals.

    Raises
    ------
    LabelError
        If there is no such rank.
    """
    edges = _facing(label, rank)
    if edges is None:
        return None
    first, second = (label.in_order[rank - 1 + i].corners[list(edge)] for i, edge in enumerate(edges))
    start, end = (first + second) / 2
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def move_cut(label: WordLabel, rank: int, dx: float, dy: float) -> WordLabel:
    """Move the cut between a character and the next, together with the facing edges of both.

    One character gains the width that the other loses; neither becomes thinner than a pixel.

    Parameters
    ----------
    label : WordLabel
        The label.
    rank : int
        1 … n - 1, the rank of the character before the cut.
    dx, dy : float
        Image pixels; only the part across the cut counts.

    Raises
    ------
    LabelError
        If there is no such rank, one of the two characters is no quadrilateral, or a number is not finite or out of
        range.
    """
    (dx, dy) = numbers(dx, dy, what=Sentence("moving a cut"))
    edges = _facing(label, rank)
    if edges is None:
        raise LabelError(
            "after character {rank} there is no cut with four-cornered characters on both sides.", rank=rank
        )
    places = label.ranking[rank - 1 : rank + 1]
    polygons = [label.characters[place].corners for place in places]
    facing = [polygon[list(edge)] for polygon, edge in zip(polygons, edges, strict=True)]
    along = (facing[0][1] - facing[0][0]) + (facing[1][1] - facing[1][0])
    length = float(np.hypot(*along))
    if length == 0:
        return label
    across = np.array([along[1], -along[0]]) / length
    way = float(across @ (dx, dy))
    low, high = -np.inf, np.inf
    for polygon, edge in zip(polygons, edges, strict=True):
        opposite = [next(beside for beside in ((i + 1) % 4, i - 1) if beside % 4 not in edge) for i in edge]
        room = (polygon[opposite] - polygon[list(edge)]) @ across
        if room.mean() < 0:
            low = max(low, min(float(room.max()) + _THINNEST, 0.0))
        else:
            high = min(high, max(float(room.min()) - _THINNEST, 0.0))
    step = min(max(way, low), high) * across
    for polygon, edge in zip(polygons, edges, strict=True):
        polygon[list(edge)] += step
    return changed(
        label,
        {
            place: with_polygon(label.characters[place], polygon)
            for place, polygon in zip(places, polygons, strict=True)
        },
    )


def slant_cuts(label: WordLabel, ranks: Sequence[int], at: Point, dx: float, dy: float) -> WordLabel:
    """Slant cuts by moving one end of each, together with the facing edges of the characters on both sides.

    No character becomes thinner than a pixel at that end.

    Parameters
    ----------
    label : WordLabel
        The label.
    ranks : sequence of int
        Of the characters before the cuts; if one of the two characters is no quadrilateral, the cut stays.
    at : (x, y)
        Image pixels: the end of the first cut as it is drawn, which may be longer than its characters are high; the
        ends on the same side of the others follow.
    dx, dy : float
        Image pixels; only the part along the sides of the characters counts, and of that the share of their height.

    Raises
    ------
    LabelError
        If there is no such rank, or a number is not finite or out of range.
    """
    (x, y, dx, dy) = numbers(*at, dx, dy, what=Sentence("slanting a cut"))
    side: Array | None = None
    reach = 0.0
    for rank in ranks:
        cut, edges = common_cut(label, rank), _facing(label, rank)
        if cut is None or edges is None:
            continue
        ends = np.array(cut)
        middle = ends.mean(axis=0)
        side = np.subtract((x, y), middle) if side is None else side
        end = int(np.argmax((ends - middle) @ side))
        if reach == 0:
            reach = max(float(np.hypot(*np.subtract((x, y), ends[1 - end]))), _THINNEST)
        share = float(np.hypot(*(ends[1] - ends[0]))) / reach  # lower characters get the same slant, not the same step
        places = label.ranking[rank - 1 : rank + 1]
        polygons = [label.characters[place].corners for place in places]
        sides = []
        for polygon, edge in zip(polygons, edges, strict=True):
            opposite = next(i % 4 for i in (edge[end] + 1, edge[end] - 1) if i % 4 not in edge)
            sides.append(polygon[opposite] - polygon[edge[end]])
        way = sides[1] - sides[0]  # from the far end of one character's side to that of the other
        length = float(np.hypot(*way))
        if length == 0:
            continue
        across = way / length
        low, high = -np.inf, np.inf
        for beside in sides:
            room = float(beside @ across)
            if room < 0:
                low = max(low, min(room + _THINNEST, 0.0))
            else:
                high = min(high, max(room - _THINNEST, 0.0))
        step = min(max(float(across @ (dx, dy)) * share, low), high) * across
        for polygon, edge in zip(polygons, edges, strict=True):
            polygon[edge[end]] += step
        moved = zip(places, polygons, strict=True)
        label = changed(label, {place: with_polygon(label.characters[place], polygon) for place, polygon in moved})
    return label


def line_across(label: WordLabel, place: int, at: Point) -> Line:
    """Return a line through a point across the reading direction, long enough to cut the character.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    at : (x, y)
        Image pixels.

    Returns
    -------
    pair of points
        Image pixels. The reading direction leads from the previous character to the next, parallel to an axis if it
        nearly is; for a single character it follows the longer side of the bounds.
    """
    corners = label.characters[place].corners
    rank = label.ranking.index(place)
    reading = label.in_order
    before, behind = reading[max(rank - 1, 0)], reading[min(rank + 1, len(reading) - 1)]
    way = np.subtract(centroid(behind.polygon), centroid(before.polygon))
    if not way.any():
        width, height = np.ptp(corners, axis=0)
        way = np.array([1.0, 0.0]) if width >= height else np.array([0.0, 1.0])
    angle = float(np.arctan2(way[1], way[0]))
    straight = round(angle / (np.pi / 2)) * np.pi / 2
    angle = straight if abs(angle - straight) < _STRAIGHT else angle
    across = np.array([-np.sin(angle), np.cos(angle)])
    reach = (corners - at) @ across
    start, end = np.array(at) + across * reach.min(), np.array(at) + across * reach.max()
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def character_cut_by(label: WordLabel, start: Point, end: Point, preferred: Sequence[int] = ()) -> int | None:
    """Return the place of the character that a stroke cuts, or None.

    Parameters
    ----------
    label : WordLabel
        The label.
    start, end : (x, y)
        Image pixels.
    preferred : sequence of int
        Places that win over others if the stroke passes through their characters at all.

    Returns
    -------
    int or None
        Place of the character with the longest part of the stroke inside; None if the stroke meets no character.
    """
    stroke = shapely.LineString([start, end])
    lengths = [
        shapely.length(shapely.intersection(stroke, shapely.make_valid(shapely.Polygon(character.polygon))))
        for character in label.characters
    ]
    crossed = [place for place, length in enumerate(lengths) if length > 0]
    return max(crossed, key=lambda place: (place in preferred, lengths[place]), default=None)


def _facing(label: WordLabel, rank: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The facing edges of characters `rank` and `rank` + 1: corner indices, both from the same end of the cut."""
    if not 1 <= rank < len(label.characters):
        raise LabelError(
            "the label has {count} {count:|character|characters}, so there is no cut after number {rank}. "
            "Choose again.",
            count=len(label.characters),
            rank=rank,
        )
    first, second = (character.polygon for character in label.in_order[rank - 1 : rank + 1])
    if len(first) != 4 or len(second) != 4:
        return None
    way = np.subtract(centroid(second), centroid(first))
    a, b = _edge_towards(first, way), _edge_towards(second, -way)
    parallel = np.subtract(first[a[1]], first[a[0]]) @ np.subtract(second[b[1]], second[b[0]])
    return a, (b if parallel >= 0 else b[::-1])


def _edge_towards(polygon: Polygon, way: Array) -> tuple[int, int]:
    """Return the edge whose outward normal points most in a direction."""
    corners = np.array(polygon)
    middle = corners.mean(axis=0)

    def outward(i: int) -> float:
        start, end = corners[i], corners[(i + 1) % 4]
        normal = np.array([end[1] - start[1], start[0] - end[0]])
        normal = normal if normal @ ((start + end) / 2 - middle) >= 0 else -normal
        length = float(np.hypot(*normal))
        return float(normal @ way) / length if length else -np.inf

    best = max(range(4), key=outward)
    return best, (best + 1) % 4
