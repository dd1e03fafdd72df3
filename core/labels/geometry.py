"""Computes with polygons in image pixels: x right, y down, the origin at the top-left corner of the top-left pixel."""

from __future__ import annotations

import cv2
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from core.labels.label import Point, Polygon

Array = NDArray[np.float64]


def polygon_of(points: ArrayLike, decimals: int | None = None) -> Polygon:
    """Return points as a polygon, a tuple of (x, y) floats.

    Parameters
    ----------
    points : (n, 2) array_like
        Image pixels.
    decimals : int, optional
        Round to this many decimals; labels made or edited here use 2.
    """
    array = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if decimals is not None:
        array = np.round(array, decimals) + 0.0  # + 0.0 turns -0.0 into 0.0
    return tuple((float(x), float(y)) for x, y in array)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """Return the corners, clockwise on screen from the top left, of the box between two opposite corners.

    The opposite corners may come in any order.
    """
    left, right = min(x0, x1), max(x0, x1)
    top, bottom = min(y0, y1), max(y0, y1)
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def is_rectangle(polygon: Polygon) -> bool:
    """Return True if the polygon is an exact axis-parallel box, which two opposite corners fully describe."""
    return len(polygon) == 4 and set(polygon) == set(rectangle(*polygon[0], *polygon[2])) and len(set(polygon)) == 4


def bounds(polygon: Polygon) -> tuple[float, float, float, float]:
    """Return the bounding box of the corners as (x0, y0, x1, y1)."""
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def signed_area(polygon: Polygon) -> float:
    """Return the area in square pixels by the shoelace formula, positive if clockwise on screen (y points down)."""
    x, y = np.array(polygon).T
    x, y = x - x[0], y - y[0]  # keeps precision far from the origin
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def centroid(polygon: Polygon) -> Point:
    """Return the centroid of the area, or the mean of the corners if the area is 0."""
    shape = shapely.Polygon(polygon)
    if shape.area > 0:
        point = shape.centroid
        return point.x, point.y
    x, y = np.array(polygon).mean(axis=0)
    return float(x), float(y)


def minimum_area_rectangle(polygon: Polygon) -> tuple[Point, tuple[float, float], float]:
    """Return centre, both sides, and angle in degrees (of the first side, from +x towards +y) of `cv2.minAreaRect`.

    The corners are shifted to the origin first: OpenCV works in float32.
    """
    corners = np.array(polygon)
    origin = corners.min(axis=0)
    (x, y), (a, b), angle = cv2.minAreaRect((corners - origin).astype(np.float32))
    return (x + origin[0], y + origin[1]), (float(a), float(b)), float(angle)


def transform(polygon: Polygon, matrix: ArrayLike) -> Array:
    """Map corners by a (2, 3) affine or (3, 3) projective matrix, and return them as an (n, 2) array."""
    matrix = np.asarray(matrix, dtype=np.float64)
    homogeneous = np.column_stack([np.array(polygon), np.ones(len(polygon))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:] if matrix.shape[0] == 3 else homogeneous)


def self_crosses(polygon: Polygon) -> bool:
    """Return True if edges cross or touch anywhere except at the corners that they share."""
    return not shapely.LinearRing(polygon).is_simple


def beyond(shapes: NDArray[np.object_], box: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    """Return for each of some valid shapely polygons whether it lies outside an image, or only touches it.

    `box` is the left, top, right and bottom of the image.
    """
    image = shapely.box(*box)
    return np.asarray(~shapely.intersects(shapes, image) | shapely.touches(shapes, image))
