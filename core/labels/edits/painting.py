"""Edits of painted areas: bitmaps over image pixels that mark a character's pixels, whatever its polygon.

An image pixel (column x, row y) covers [x, x + 1) × [y, y + 1); the pixel belongs to a shape when its centre (x + 0.5,
y + 0.5) does. An area is trimmed to its pixels, so that equal areas are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from core.base.errors import LabelError, Sentence
from core.labels.edits.composition import changed, edited, numbers, selection
from core.labels.geometry import polygon_of
from core.labels.label import Area, CharacterLabel, Point, Polygon, WordLabel

Bitmap = NDArray[np.bool_]

_MAX_PIXELS = 64_000_000  # as `core.base.images.MAX_PIXELS`: no word image is larger


def paint(
    label: WordLabel, place: int, stroke: Iterable[Point], radius: float, image_size: tuple[int, int]
) -> WordLabel:
    """Add a brush stroke to a character's area, or to the pixels of its polygon if no area is painted yet.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    stroke : iterable of (x, y)
        The path of the brush's centre in image pixels: a polyline, or one point for a dab.
    radius : float
        Radius of the brush in image pixels, > 0. The pixels that hold the stroke's points are painted even by a
        brush too thin to reach their centres.
    image_size : (height, width)
        After EXIF orientation; the area is clipped to it.

    Raises
    ------
    LabelError
        If there is no such place, or stroke or radius are not finite and positive.
    """
    return _stroked(label, place, stroke, radius, image_size, erasing=False)


def erase(
    label: WordLabel, place: int, stroke: Iterable[Point], radius: float, image_size: tuple[int, int]
) -> WordLabel:
    """Remove a brush stroke from a character's area, or from the pixels of its polygon if no area is painted yet.

    A stroke beside all these pixels changes nothing. Erasing the last pixel clears the area: the polygon counts again,
    because a character without pixels could not be learned. The parameters are those of `paint`.

    Raises
    ------
    LabelError
        As `paint`.
    """
    return _stroked(label, place, stroke, radius, image_size, erasing=True)


def clear_area(label: WordLabel, places: Iterable[int]) -> WordLabel:
    """Delete the painted areas of some characters, so that their polygons count again.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return edited(label, places, lambda character: replace(character, area=None))


def trimmed(x: int, y: int, pixels: Bitmap) -> Area | None:
    """Return the area of a bitmap at image pixel (x, y), without empty rows and columns at its edges, or None.

    (x, y) is the bitmap's top-left pixel. None means that no pixel is set.
    """
    rows, columns = np.flatnonzero(pixels.any(axis=1)), np.flatnonzero(pixels.any(axis=0))
    if not rows.size:
        return None
    top = int(rows[0])
    bottom = int(rows[-1]) + 1
    left = int(columns[0])
    right = int(columns[-1]) + 1
    return Area.from_array(x + left, y + top, pixels[top:bottom, left:right])


def raster(polygon: Polygon, image_size: tuple[int, int] | None = None) -> Area | None:
    """Return the pixels whose centres are inside a polygon, clipped to an image, or None if there are none.

    Raises
    ------
    LabelError
        If the polygon spans more pixels than any word image has.
    """
    corners = np.array(polygon)
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    if image_size is not None:
        low, high = np.clip(low, 0, image_size[::-1]), np.clip(high, 0, image_size[::-1])
    width, height = _checked_size(high - low)
    if not width or not height:
        return None
    shape = shapely.make_valid(shapely.Polygon(polygon_of(polygon, decimals=6)))  # GEOS divides by differences
    shapely.prepare(shape)
    x, y = np.meshgrid(low[0] + np.arange(width) + 0.5, low[1] + np.arange(height) + 0.5)
    return trimmed(int(low[0]), int(low[1]), np.asarray(shapely.contains_xy(shape, x, y), dtype=bool))


def united(areas: Sequence[Area]) -> Area | None:
    """Return the union of several areas, or None if there is none.

    Raises
    ------
    LabelError
        If the areas span more pixels than any word image has.
    """
    if not areas:
        return None
    x0, y0, pixels = _canvas(areas)
    for area in areas:
        pixels[area.y - y0 :, area.x - x0 :][: area.height, : area.width] |= area.pixels
    return trimmed(x0, y0, pixels)


def parted(area: Area, point: Point, direction: Point) -> tuple[Area | None, Area | None]:
    """Divide an area by a line into its pixels on the left-hand and on the right-hand side on screen.

    Pixels whose centres lie on the line go to the left. A side without pixels is None.
    """
    x = area.x + np.arange(area.width) + 0.5 - point[0]
    y = area.y + np.arange(area.height) + 0.5 - point[1]
    right = direction[0] * y[:, None] - direction[1] * x > 0
    return trimmed(area.x, area.y, area.pixels & ~right), trimmed(area.x, area.y, area.pixels & right)


def mapped(area: Area, matrix: ArrayLike) -> Area | None:
    """Map an area by a (2, 3) affine map of image pixels, or return None if nothing is left.

    Each pixel takes the value of the nearest one, without smoothing.

    Raises
    ------
    LabelError
        If the mapped area would span more pixels than any word image has.
    """
    linear, shift = np.asarray(matrix, dtype=np.float64)[:, :2], np.asarray(matrix, dtype=np.float64)[:, 2]
    x = area.x
    y = area.y
    w = area.width
    h = area.height
    corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]) @ linear.T + shift
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    width, height = _checked_size(high - low)
    # cv2 counts pixel centres from 0, an image has them at half pixels
    moved = linear @ (np.array([x, y]) + 0.5) + shift - 0.5 - low
    pixels = cv2.warpAffine(
        area.pixels.astype(np.uint8), np.column_stack([linear, moved]), (width, height), flags=cv2.INTER_NEAREST
    )
    return trimmed(int(low[0]), int(low[1]), pixels.astype(bool))


def _checked_size(size: NDArray[np.float64]) -> tuple[int, int]:
    """Return (width, height) as whole numbers, checked against the largest size."""
    if not np.isfinite(size).all() or max(size[0], 1) * max(size[1], 1) > _MAX_PIXELS:
        raise LabelError(
            "the painted area would be larger than any word image. Make it smaller, or clear the area first."
        )
    return int(size[0]), int(size[1])


def _canvas(areas: Sequence[Area]) -> tuple[int, int, Bitmap]:
    """Return the origin of some areas and an empty bitmap that holds them."""
    x0, y0 = min(area.x for area in areas), min(area.y for area in areas)
    x1, y1 = max(area.x + area.width for area in areas), max(area.y + area.height for area in areas)
    width, height = _checked_size(np.array([x1 - x0, y1 - y0], dtype=np.float64))
    return x0, y0, np.zeros((height, width), dtype=bool)


def _stroked(
    label: WordLabel, place: int, stroke: Iterable[Point], radius: float, image_size: tuple[int, int], *, erasing: bool
) -> WordLabel:
    (place,) = selection(label, [place])
    points = [numbers(x, y, what=Sentence("brush stroke")) for x, y in stroke]
    (radius,) = numbers(radius, what=Sentence("brush radius"))
    if radius <= 0:
        raise LabelError("a brush of radius {radius:g} paints nothing. Choose a radius above 0.", radius=radius)
    if not points:
        return label
    character = label.characters[place]
    mark = _brush(np.array(points), radius, image_size)
    area = _with_mark(character, mark, image_size, erasing)
    return changed(label, {place: replace(character, area=area)})


def _with_mark(character: CharacterLabel, mark: Bitmap, image_size: tuple[int, int], erasing: bool) -> Area | None:
    """Return the character's area after a stroke with the pixels `mark`, (height, width) of the image."""
    before = character.area or raster(character.polygon, image_size)
    pixels = _in_image(before, image_size)
    if not (mark & pixels if erasing else mark).any():
        return character.area
    return trimmed(0, 0, pixels & ~mark if erasing else pixels | mark)


def _in_image(area: Area | None, image_size: tuple[int, int]) -> Bitmap:
    """Return the area's pixels, (height, width) of the image."""
    height, width = image_size
    pixels = np.zeros(image_size, dtype=bool)
    if area is not None:
        x0, y0 = max(0, area.x), max(0, area.y)
        x1, y1 = min(width, area.x + area.width), min(height, area.y + area.height)
        if x1 > x0 and y1 > y0:
            pixels[y0:y1, x0:x1] = area.pixels[y0 - area.y : y1 - area.y, x0 - area.x : x1 - area.x]
    return pixels


def _brush(points: NDArray[np.float64], radius: float, image_size: tuple[int, int]) -> Bitmap:
    """The pixels, (height, width), whose centres are within the radius of the polyline through points, (n, 2)."""
    height, width = image_size
    pixels = np.zeros(image_size, dtype=bool)
    limits = np.array([width, height])
    held = np.floor(points)
    held = held[((held >= 0) & (held < limits)).all(axis=1)].astype(np.int64)
    pixels[held[:, 1], held[:, 0]] = True
    starts = points[:-1] if len(points) > 1 else points
    for a, b in zip(starts, points[1:] if len(points) > 1 else points, strict=True):
        low = np.clip(np.floor(np.minimum(a, b) - radius), 0, limits).astype(np.int64)
        high = np.clip(np.ceil(np.maximum(a, b) + radius), 0, limits).astype(np.int64)
        x = np.arange(low[0], high[0]) + 0.5 - a[0]
        y = (np.arange(low[1], high[1]) + 0.5 - a[1])[:, None]
        dx, dy = b - a
        length = dx * dx + dy * dy
        share = np.clip((x * dx + y * dy) / length, 0, 1) if length > 1e-12 else np.zeros((y.size, x.size))
        near = (x - share * dx) ** 2 + (y - share * dy) ** 2 <= radius * radius
        pixels[low[1] : high[1], low[0] : high[0]] |= near
    return pixels
