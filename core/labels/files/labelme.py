"""Reads a shape of a labelme file as a character, and writes a character as a shape."""

from __future__ import annotations

import base64
import binascii
import io
import math
import warnings
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.base.json_edit import Raw
from core.base.json_text import JsonProblem
from core.labels.geometry import is_rectangle, rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, Point, Polygon, ShapeType

MAX_CORNERS: Final = 10_000  # of one shape

MAX_CORNERS_IN_ALL: Final = 1_000_000  # of one file

_MAX_COORDINATE: Final = 1e9
_FOUR_CORNERED: Final = frozenset({"oriented_rectangle", "rotation"})  # of labelme 6 and of X-AnyLabeling
_OURS: Final = frozenset({"label", "points", "shape_type", "order", "gaussian", "ignore", "source", "score"})
_OURS_IN_MASK: Final = _OURS | {"mask", "polygon"}
EMPTY: Final[Mapping[str, tuple[Any, ...]]] = {
    "group_id": (None,),
    "description": (None, ""),
    "flags": (None, {}),
    "mask": (None,),
}
"""The empty values of labelme's keys; such a key stays in the file, but is no part of the label."""


MAX_PIXELS = 64_000_000  # a mask of more pixels is refused before it is decoded

_PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # before width and height
_TRACED_PIXELS = 1_000_000  # a larger mask is outlined on a coarser grid: the outline is for the eye, the area is exact
_TOLERANCE = 0.75  # pixels; turns the staircase of a slanted edge into a line


def encode_mask(area: Area) -> str:
    """Return an area as labelme encodes it: a base64 PNG with one grey channel, 1 inside the area."""
    from PIL import Image  # most labels have no mask

    buffer = io.BytesIO()
    Image.fromarray(area.pixels.astype(np.uint8)).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def decode_mask(mask: str, budget: int = MAX_PIXELS) -> NDArray[np.bool_]:
    """Return the bitmap, (height, width), from labelme's base64 PNG.

    Parameters
    ----------
    mask : str
        Base64.
    budget : int
        Most pixels that the picture may have.

    Raises
    ------
    ValueError
        If the text is no such picture, or the picture is too large. The error's text is the middle of a sentence.
    """
    from PIL import Image  # as above

    try:
        data = base64.b64decode(mask, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(Sentence("its mask is not base64")) from None
    if not data.startswith(_PNG_HEAD) or len(data) < len(_PNG_HEAD) + 8:
        raise ValueError(Sentence("its mask is not a PNG picture"))
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
    """Return the area whose bitmap begins at the upper left of two corners, rounded because they may be fractions."""
    (x0, y0), (x1, y1) = corners
    return Area.from_array(math.floor(min(x0, x1) + 0.5), math.floor(min(y0, y1) + 0.5), pixels)


def corners_of(area: Area) -> tuple[Point, Point]:
    """Return the two corners that labelme writes for an area: its first and its last pixel, inclusive."""
    return (float(area.x), float(area.y)), (float(area.x + area.width - 1), float(area.y + area.height - 1))


def outline(area: Area) -> Polygon | None:
    """Return the outer contour of an area's largest connected part, around its pixels and not through their centres.

    Returns
    -------
    Polygon or None
        Image pixels, simple, simplified by at most 0.75 pixels. None if no pixel is set.
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
    """Return the corners of a ring without repeating the first.

    If the ring is pinched or crosses itself, the corners are those of its largest part.
    """
    polygon: Any = shapely.Polygon(corners)
    if not polygon.is_valid:
        polygon = max(shapely.get_parts(polygon.buffer(0)).tolist(), key=lambda part: float(part.area), default=None)
    if polygon is None or polygon.is_empty:
        polygon = shapely.MultiPoint(corners).convex_hull
    return np.asarray(polygon.exterior.coords, dtype=np.float64)[:-1]


class Passed(NamedTuple):
    """A shape that was not read as a character, with the reason."""

    reason: Sentence
    """The reason why the shape is no character."""


class Budget:
    """The numbers of corners and mask pixels that one file may still contain."""

    __slots__ = ("corners", "pixels")

    def __init__(self) -> None:
        self.corners = MAX_CORNERS_IN_ALL
        self.pixels = MAX_PIXELS


def read_shape(shape: Any, budget: Budget) -> CharacterLabel | Passed:
    """Read a shape as a character without its unknown keys, or return the reason that it is none.

    Parameters
    ----------
    shape : object
        The value of the JSON.
    budget : Budget
        Corners and pixels that are left for the file, less those of the shape afterwards.

    Raises
    ------
    JsonProblem
        If the shape is damaged or wrongly typed. The error's text is the middle of a sentence.
    """
    if type(shape) is not dict:
        raise JsonProblem("is not an object")
    kind = shape.get("shape_type")
    if kind is None:
        kind = "polygon"  # as labelme reads it
    elif type(kind) is not str:
        raise JsonProblem('has a "shape_type" that is not text')
    symbol = shape.get("label")
    if type(symbol) is not str:
        if "label" in shape:
            raise JsonProblem('has a "label" that is not text')
        raise JsonProblem('has no "label"')
    if not is_text(symbol):
        raise JsonProblem('has a "label" with half a surrogate pair in it')
    place = _read_place(shape, kind, budget)
    if isinstance(place, Passed):
        return place
    polygon, shape_type, area = place
    order = shape.get("order")
    score = shape.get("score")
    source = shape.get("source")
    ignore = shape.get("ignore")
    if type(order) is float and order.is_integer():
        order = int(order)  # as some programs write whole numbers
    if order is not None and (type(order) is not int or abs(order) > 2**31 - 1):
        raise JsonProblem('has an "order" that is not a whole number')
    if score is not None and not _is_number(score):
        raise JsonProblem('has a "score" that is not a number')
    if source is not None and type(source) is not str:
        raise JsonProblem('has a "source" that is not text')
    if ignore is not None and type(ignore) is not bool:
        raise JsonProblem('has an "ignore" that is neither true nor false')
    return CharacterLabel(
        symbol=symbol,
        polygon=polygon,
        order=order,
        shape_type=shape_type,
        area=area,
        gaussian=_read_gaussian(shape["gaussian"]) if shape.get("gaussian") is not None else None,
        ignore=bool(ignore),
        source=source,
        score=None if score is None else float(score),
    )


def unknown_keys(shape: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys of a character's shape that are neither ours nor empty keys of labelme."""
    known = _OURS_IN_MASK if shape.get("shape_type") == "mask" else _OURS
    return frozenset(
        key for key, value in shape.items() if key not in known and not (key in EMPTY and value in EMPTY[key])
    )


def write_shape(character: CharacterLabel, old: CharacterLabel | None = None) -> dict[str, Any]:
    """Return the keys and values of a character's shape that differ from those of the old shape.

    Parameters
    ----------
    character : CharacterLabel
        The character to write.
    old : CharacterLabel or None
        The character before the edit. None: a new shape with all keys of labelme, in labelme's order.

    Returns
    -------
    dict
        JSON values for `core.base.json_edit`; `...` for a key to delete. New coordinates have at most two decimals, old
        ones keep all of theirs.
    """
    changes: dict[str, Any] = {} if old else {"label": character.symbol, "points": []}
    if old and character.symbol != old.symbol:
        changes["label"] = character.symbol
    if not old or _place_of(character) != _place_of(old):
        changes |= _write_place(character, old)
    if not old or character.gaussian != old.gaussian:
        changes["gaussian"] = ... if character.gaussian is None else _write_gaussian(character.gaussian)
    for key, before, now in (
        ("order", old and old.order, character.order),
        ("ignore", (old and old.ignore) or None, character.ignore or None),
        ("source", old and old.source, character.source),
        ("score", old and old.score, character.score),
    ):
        if now != before:
            changes[key] = ... if now is None else now
    owned = _OURS if character.area is None else _OURS_IN_MASK
    extra, extra_before = dict(character.extra), dict(old.extra if old else ())
    changes |= {key: ... for key in extra_before if key not in extra}
    changes |= {key: Raw(text) for key, text in extra.items() if text != extra_before.get(key) and key not in owned}
    if old:
        return changes
    filler: dict[str, Any] = {"group_id": None, "description": "", "shape_type": None, "flags": {}, "mask": None}
    first = {key: changes[key] for key in ("label", "points")}
    return {key: value for key, value in (first | filler | changes).items() if value is not ...}


def _place_of(character: CharacterLabel) -> tuple[Polygon, ShapeType, Area | None]:
    return character.polygon, character.shape_type, character.area


def _write_place(character: CharacterLabel, old: CharacterLabel | None) -> dict[str, Any]:
    polygon, area = character.polygon, character.area
    kept = frozenset(value for corner in old.polygon for value in corner) if old else frozenset()

    def write(points: Polygon) -> list[list[float]]:
        return [[value if value in kept else _round(value) for value in point] for point in points]

    if area is not None:
        place = {"points": write(corners_of(area)), "shape_type": "mask"}
        if not old or area != old.area:
            place["mask"] = encode_mask(area)
        return place | {"polygon": write(polygon)}
    rectangular = character.shape_type == "rectangle" and (is_rectangle(polygon) or _is_flat_rectangle(polygon))
    place = {
        "points": write((polygon[0], polygon[2]) if rectangular else polygon),
        "shape_type": "rectangle" if rectangular else "polygon",
    }
    return place | ({"mask": None, "polygon": ...} if old and old.area is not None else {})


def _is_flat_rectangle(polygon: Polygon) -> bool:
    """Return True if two corners fully describe a box without area, so that the box is written as it was read."""
    return len(polygon) == 4 and polygon == rectangle(*polygon[0], *polygon[2])


def _read_place(shape: Mapping[str, Any], kind: str, budget: Budget) -> tuple[Polygon, ShapeType, Area | None] | Passed:
    if kind not in {"polygon", "rectangle", "mask"} and kind not in _FOUR_CORNERED:
        _charge(shape.get("points"), budget)
        return Passed(Sentence('a shape of type "{kind}" is not a character', kind=kind[:40]))
    points = _read_points(shape, "points", budget)
    count = len(points)
    if kind == "mask":
        return _read_mask(shape, points, budget)
    if kind == "rectangle" and count == 2:
        return rectangle(*points[0], *points[1]), "rectangle", None
    if kind in {"rectangle", *_FOUR_CORNERED} and count != 4:
        return Passed(
            Sentence("a {kind} of {count} {count:|corner|corners} is not a character", kind=kind, count=count)
        )
    if count < 3:
        return Passed(Sentence("a polygon of {count} {count:|corner|corners} is not a character", count=count))
    return points, "polygon", None


def _read_mask(shape: Mapping[str, Any], points: Polygon, budget: Budget) -> tuple[Polygon, ShapeType, Area] | Passed:
    mask = shape.get("mask")
    if mask is None:
        return Passed(Sentence("a mask shape without a mask is not a character"))
    if type(mask) is not str:
        raise JsonProblem('has a "mask" that is not text')
    if len(points) != 2:
        raise JsonProblem("is a mask between {count} {count:|corner|corners} instead of 2", count=len(points))
    try:
        pixels = decode_mask(mask, budget.pixels)
    except ValueError as error:
        raise JsonProblem("cannot be used: {error}", error=error) from None
    budget.pixels -= pixels.size
    area = area_between((points[0], points[1]), pixels)
    polygon: Polygon | None = None
    if shape.get("polygon") is not None:
        polygon = _read_points(shape, "polygon", budget)
        if len(polygon) < 3:
            raise JsonProblem('has a "polygon" of {count} {count:|corner|corners}', count=len(polygon))
    else:
        polygon = outline(area)
    return (polygon, "polygon", area) if polygon else Passed(Sentence("an empty mask is not a character"))


def _read_points(shape: Mapping[str, Any], key: str, budget: Budget) -> Polygon:
    points = shape.get(key)
    if type(points) is not list:
        if key in shape:
            raise JsonProblem('has "{key}" that is not a list', key=key)
        raise JsonProblem('has no "{key}"', key=key)
    _charge(points, budget)
    return tuple([_read_point(point, key, number) for number, point in enumerate(points, 1)])


def _charge(points: Any, budget: Budget) -> None:
    count = len(points) if type(points) is list else 0
    if count > MAX_CORNERS:
        raise JsonProblem("has {count:,} corners, more than {most:,}", count=count, most=MAX_CORNERS)
    budget.corners -= count
    if budget.corners < 0:
        raise JsonProblem("brings the file over {most:,} corners", most=MAX_CORNERS_IN_ALL)


def _read_point(point: Any, key: str, number: int) -> Point:
    if type(point) is list and len(point) == 2:
        x, y = point
        # The comparison also refuses NaN and infinity; it takes an integer of any size, though float() would overflow
        if (
            type(x) in _NUMBERS
            and type(y) in _NUMBERS
            and -_MAX_COORDINATE <= x <= _MAX_COORDINATE
            and -_MAX_COORDINATE <= y <= _MAX_COORDINATE
        ):
            return float(x), float(y)
    raise JsonProblem('has "{key}" whose entry {number} is not a pair of finite numbers', key=key, number=number)


_NUMBERS: Final = (float, int)


def _is_number(value: Any) -> bool:
    return type(value) in _NUMBERS and -_MAX_COORDINATE <= value <= _MAX_COORDINATE


def is_text(value: str) -> bool:
    """Return True if a string is valid Unicode: JSON can hold half of a surrogate pair, which cannot be shown."""
    return value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value)


def _read_gaussian(value: Any) -> Gaussian:
    if type(value) is not dict:
        raise JsonProblem('has a "gaussian" that is not an object')
    center = value.get("center")
    sigma = value.get("sigma")
    angle = value.get("angle", 0.0)
    pairs = [pair for pair in (center, sigma) if type(pair) is list and len(pair) == 2 and all(map(_is_number, pair))]
    if len(pairs) != 2 or not _is_number(angle) or min(pairs[1]) <= 0:
        raise JsonProblem('has a "gaussian" without two finite numbers "center", two positive "sigma" and an "angle"')
    (x, y), (a, b) = pairs
    return Gaussian((float(x), float(y)), (float(a), float(b)), float(angle))


def _write_gaussian(gaussian: Gaussian) -> dict[str, Any]:
    a, b = gaussian.sigma
    return {
        "center": [*map(_round, gaussian.center)],
        "sigma": [max(0.01, _round(a)), max(0.01, _round(b))],  # reading refuses 0
        "angle": _round(gaussian.angle),
    }


def _round(value: float) -> float:
    return round(float(value), 2) + 0.0  # + 0.0 turns -0.0 into 0.0
