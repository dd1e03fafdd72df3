"""Painted areas in labelme's form: a PNG of 0 and 1 in base64 between two corners that both belong to the area."""

from __future__ import annotations

import base64
import binascii
import io
import math
import warnings
from typing import Any

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.labels.label import Area, Point, Polygon

MAX_PIXELS = 64_000_000  # a mask of more pixels is refused before it is decoded

_PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # before width and height
_TRACED_PIXELS = 1_000_000  # a larger mask is outlined on a coarser grid: the outline is for the eye, the area is exact
_TOLERANCE = 0.75  # pixels; turns the staircase of a slanted edge into a line


def encode_mask(area: Area) -> str:
    """Return an area as labelme's PNG: one grey channel, 1 inside the area, base64."""
    from PIL import Image  # most labels have no mask

    buffer = io.BytesIO()
    Image.fromarray(area.pixels.astype(np.uint8)).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def decode_mask(mask: str, budget: int = MAX_PIXELS) -> NDArray[np.bool_]:
    """Return the (height, width) bitmap in labelme's base64 PNG.

    `mask`: Base64. `budget`: most pixels that the picture may have. Raises ValueError if the text is no such picture,
    or the picture is too large; the text is the middle of a sentence.
    """
    from PIL import Image  # as above

    try:
        data = base64.b64decode(mask, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(Sentence("its mask is no base64")) from None
    if not data.startswith(_PNG_HEAD) or len(data) < len(_PNG_HEAD) + 8:
        raise ValueError(Sentence("its mask is no PNG picture"))
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    if width * height > budget:
        raise ValueError(
            Sentence(
                "its mask claims {width} × {height} pixels, more than an image may have", width=width, height=height
            )
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; the size has been judged
            pixels = np.asarray(Image.open(io.BytesIO(data), formats=("PNG",)))
    except Exception:  # Pillow's plug-ins raise almost anything on hostile bytes
        raise ValueError(Sentence("the PNG picture of its mask is damaged")) from None
    if pixels.ndim != 2:
        raise ValueError(Sentence("its mask is a colour picture, not one of 0 and 1"))
    return pixels.astype(bool)


def area_between(corners: tuple[Point, Point], pixels: NDArray[np.bool_]) -> Area:
    """Return the area whose bitmap begins at the upper left of two corners, which labelme may give as fractions."""
    (x0, y0), (x1, y1) = corners
    return Area.from_array(math.floor(min(x0, x1) + 0.5), math.floor(min(y0, y1) + 0.5), pixels)


def corners_of(area: Area) -> tuple[Point, Point]:
    """Return the two corners that labelme writes: the first and the last pixel, inclusive."""
    return (float(area.x), float(area.y)), (float(area.x + area.width - 1), float(area.y + area.height - 1))


def outline(area: Area) -> Polygon | None:
    """Return the outer contour of the largest connected part of an area, around its pixels, not through their centres.

    Returns Polygon or None: image pixels, simple, simplified by at most 0.75 pixels; None if no pixel is set.
    """
    pixels = area.pixels.view(np.uint8)
    step = max(1, math.ceil(math.sqrt(pixels.size / _TRACED_PIXELS)))
    if step > 1:
        rows, columns = range(0, area.height, step), range(0, area.width, step)
        pixels = np.maximum.reduceat(np.maximum.reduceat(pixels, rows, axis=0), columns, axis=1)
    count, parts, statistics, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(pixels), connectivity=4)
    if count < 2:
        return None
    largest = 1 + int(statistics[1:, cv2.CC_STAT_AREA].argmax())
    # Each pixel becomes 2 × 2, so that a contour through pixel centres separates a pixel's left and right edge
    doubled = np.repeat(np.repeat((parts == largest).astype(np.uint8), 2, axis=0), 2, axis=1)
    contours, _ = cv2.findContours(doubled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    edges = (max(contours, key=cv2.contourArea).reshape(-1, 2) + 1) // 2
    simple = cv2.approxPolyDP(edges.astype(np.float32).reshape(-1, 1, 2), _TOLERANCE, True).reshape(-1, 2)
    ring = _simple_ring(simple if len(simple) >= 3 else edges) * step
    ring = np.minimum(ring, (area.width, area.height))
    return tuple((float(x) + area.x, float(y) + area.y) for x, y in ring)


def _simple_ring(corners: NDArray[Any]) -> NDArray[np.float64]:
    """The ring's corners, the first not repeated. Of its largest part if the ring is pinched or crosses itself."""
    polygon: Any = shapely.Polygon(corners)
    if not polygon.is_valid:
        polygon = max(shapely.get_parts(polygon.buffer(0)).tolist(), key=lambda part: float(part.area), default=None)
    if polygon is None or polygon.is_empty:
        polygon = shapely.MultiPoint(corners).convex_hull
    return np.asarray(polygon.exterior.coords, dtype=np.float64)[:-1]
