"""Cuts a polygon in two along a line, and joins several polygons into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from core.labels.geometry import bounds, is_rectangle, polygon_of, rectangle, signed_area
from core.labels.label import Point, Polygon

Array = NDArray[np.float64]


def halves(polygon: Polygon, point: Point, direction: Point) -> tuple[Polygon, Polygon] | None:
    """Return the parts of a polygon on the two sides of a line.

    Parameters
    ----------
    polygon : Polygon
        Corners in image pixels.
    point, direction : (x, y)
        A point on the line and its direction, not null, in image pixels.

    Returns
    -------
    tuple of two polygons or None
        The parts on the left-hand and the right-hand side (on screen) of the line, two decimals; a part
        of several pieces is their convex hull. None if one side is empty.
    """
    shape = shapely.make_valid(shapely.Polygon(polygon_of(polygon, decimals=6)))  # GEOS divides by differences
    along = np.array(direction, dtype=np.float64) / np.hypot(*direction)
    right = np.array([-along[1], along[0]])  # +90° from +x towards +y
    corners = np.array(polygon)
    reach = float(np.abs(corners - point).max()) * 2 + 1
    ends = np.array([point - along * reach, point + along * reach])
    parts = []
    for side in (-right, right):
        half = shapely.Polygon([*ends, *(ends + side * reach)[::-1]])
        part = _single(shape.intersection(half))
        if part is None:
            return None
        parts.append(part)
    return parts[0], parts[1]


def joined(polygons: Sequence[Polygon]) -> Polygon:
    """Return one polygon around others, with two decimals: a box if all are boxes, otherwise their convex hull."""
    corners = tuple(corner for polygon in polygons for corner in polygon)
    hull = shapely.MultiPoint(corners).convex_hull
    if not all(map(is_rectangle, polygons)) and isinstance(hull, shapely.Polygon) and hull.area > 0:
        return _polygon(hull)
    return polygon_of(rectangle(*bounds(corners)), decimals=2)  # also if all corners lie on one line


def _single(part: BaseGeometry) -> Polygon | None:
    """Return a part as one polygon with an area, or None."""
    if part.area <= 1e-6:
        return None
    if not isinstance(part, shapely.Polygon):
        part = part.convex_hull
    return _polygon(part) if isinstance(part, shapely.Polygon) else None


def _polygon(shape: shapely.Polygon) -> Polygon:
    """Return the outer ring, clockwise on screen, from its top-left-most corner on, without corners within a side."""
    corners = np.array(polygon_of(np.array(shape.exterior.coords)[:-1, :2], decimals=2))
    corners = corners[(corners != np.roll(corners, 1, axis=0)).any(axis=1)]
    if len(corners) > 3:
        (x0, y0), (x1, y1) = (corners - np.roll(corners, 1, axis=0)).T, (np.roll(corners, -1, axis=0) - corners).T
        bent = np.abs(x0 * y1 - y0 * x1) > 1e-9
        corners = corners[bent] if bent.sum() >= 3 else corners
    if len(corners) < 3:  # thinner than a hundredth of a pixel
        return polygon_of(np.array(shape.exterior.coords)[:-1, :2], decimals=2)
    if signed_area(polygon_of(corners)) < 0:
        corners = corners[::-1]
    start = int(corners.sum(axis=1).argmin())
    return polygon_of(np.roll(corners, -start, axis=0))
