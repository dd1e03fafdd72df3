"""Crops words from scenes and straightens them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.base.images import MAX_PIXELS
from core.labels.geometry import Array, minimum_area_rectangle, polygon_of, self_crosses, signed_area
from core.labels.label import CharacterLabel, Polygon, WordLabel

MIN_SIDE = 2  # pixels; a crop with a shorter side shows nothing

_CENTRE = 0.5  # our origin is the corner of the first pixel, OpenCV's its centre
_INSIDE = 0.5  # share of the polygon that has to lie in the picture: the rest is filled from the border


def reading_quadrilateral(polygon: Polygon) -> Array:
    """Return the corners of a word: start and end of its upper side, then end and start of its lower side.

    With four convex corners they are the word's own: reading starts at the first, and the side from there is the upper
    one (ICDAR, PaddleOCR, MMOCR). A counter-clockwise polygon would mirror the word; its corners are taken in reverse
    from the same first corner. Otherwise the corners are those of the smallest rectangle around, turned to the
    direction of the corners: those of a curved word go along its upper side, then back along its lower one, so that it
    starts between the first and the last.

    Parameters
    ----------
    polygon : Polygon
        ≥ 3 corners in image pixels.

    Returns
    -------
    (4, 2) float64
        Image pixels.

    Raises
    ------
    LabelError
        If the polygon has no area, or its edges cross, so that it does not say which side is up.
    """
    if shapely.MultiPoint(polygon).convex_hull.area == 0:
        raise LabelError("the word's polygon has no area")
    if self_crosses(polygon):
        raise LabelError("the edges of the word's polygon cross")
    corners = np.array(polygon, dtype=np.float64)
    if signed_area(polygon) < 0:
        corners = np.roll(corners[::-1], 1, axis=0)  # the first corner stays the first
    if len(corners) == 4 and _is_convex(corners):
        return corners
    return _rectangle_along(corners, _direction(corners))


def _is_convex(corners: Array) -> bool:
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all())


def _direction(corners: Array) -> Array:
    """Return the direction from the start of a word to its end, to the right if the corners leave it open."""
    half = len(corners) // 2
    if len(corners) < 4:
        return np.array([1.0, 0.0])
    start, end = (corners[0] + corners[-1]) / 2, (corners[half - 1] + corners[half]) / 2
    return end - start if np.linalg.norm(end - start) > 0 else np.array([1.0, 0.0])


def _rectangle_along(corners: Array, direction: Array) -> Array:
    """Return the smallest rectangle around some corners, its upper side the one nearest to a direction."""
    (x, y), sides, angle = minimum_area_rectangle(tuple((float(a), float(b)) for a, b in corners))
    t = np.deg2rad(angle) + np.arange(4) * np.pi / 2
    axes = np.column_stack([np.cos(t), np.sin(t)])
    turn = int((axes @ direction).argmax())
    along, down = axes[turn], axes[(turn + 1) % 4]
    width, height = sides if turn % 2 == 0 else sides[::-1]
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corner_offsets = signs[:, :1] * along * width / 2 + signs[:, 1:] * down * height / 2
    return np.asarray(np.array([x, y]) + corner_offsets, dtype=np.float64)


def crop_word(image: NDArray[np.uint8], polygon: Polygon) -> NDArray[np.uint8]:
    """Crop a word from a scene by the perspective that maps its four corners to a rectangle.

    Parameters
    ----------
    image : (height, width, 3) uint8
        The scene.
    polygon : tuple of (x, y)
        The word's corners in image pixels; see `reading_quadrilateral`.

    Returns
    -------
    (h, w, 3) uint8
        Width and height are the longer of each two opposite sides. Pixels outside the scene repeat its border.

    Raises
    ------
    LabelError
        If the polygon is unusable, lies mostly outside the scene, or gives a crop smaller than `MIN_SIDE` or larger
        than any picture may be. The sentence names neither file nor shape: the caller knows them.
    """
    corners, matrix, width, height = _straightening(polygon)
    if min(width, height) < MIN_SIDE:
        raise LabelError(
            "the crop would have {width} × {height} pixels, too few to show anything", width=width, height=height
        )
    if width * height > MAX_PIXELS:
        raise LabelError(
            "the crop would have {width} × {height} pixels, over the limit of {limit:,}",
            width=width,
            height=height,
            limit=MAX_PIXELS,
        )
    outline = shapely.Polygon(corners)
    if outline.intersection(shapely.box(0, 0, image.shape[1], image.shape[0])).area < _INSIDE * outline.area:
        raise LabelError("the word's polygon lies mostly outside the picture")
    crop = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8)


def crop_label(label: WordLabel, polygon: Polygon) -> WordLabel:
    """Return the label of a word's crop, from its label in the scene, with characters moved like their pixels.

    Parameters
    ----------
    label : WordLabel
        The label in pixels of the scene.
    polygon : Polygon
        The word's polygon in the scene.

    Returns
    -------
    WordLabel
        The label in pixels of the crop.

    Raises
    ------
    LabelError
        As `reading_quadrilateral`.
    """
    matrix = _straightening(polygon)[1]

    def moved(character: CharacterLabel) -> CharacterLabel:
        points = cv2.perspectiveTransform(character.corners[None] - _CENTRE, matrix)[0] + _CENTRE
        return replace(character, polygon=polygon_of(points, 2), shape_type="polygon")

    return replace(label, characters=tuple(map(moved, label.characters)))


def _straightening(polygon: Polygon) -> tuple[Array, Array, int, int]:
    """Return the word's corners, the matrix (3, 3) that takes pixels of the scene to those of the crop, its size."""
    corners = reading_quadrilateral(polygon)
    top, right, bottom, left = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = round(max(top, bottom)), round(max(left, right))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform((corners - _CENTRE).astype(np.float32), (target - _CENTRE).astype(np.float32))
    return corners, np.asarray(matrix, dtype=np.float64), width, height
