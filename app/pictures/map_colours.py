"""Paints maps of symbols, positions and numbers in colours, and places them in their picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QTransform

from app.display import MapName
from app.pictures.colormaps import table
from core.labels.maps.pictures import character_picture, order_picture
from core.labels.maps.render import IGNORE
from core.labels.maps.spec import MapSpec

T = TypeVar("T")

Argb = NDArray[np.uint32]  # colours as Qt's Format_ARGB32_Premultiplied holds them

_VEIL = 96  # alpha of what the loss looks away from: it surrounds every character, whose strokes have to stay in sight


@dataclass(frozen=True, slots=True)
class Swatch:
    """One colour of a legend, with its meaning."""

    value: int
    """Symbol id or rank in the map. `IGNORE` if the loss looks away."""
    text: str
    """The symbol or the number. Empty for `IGNORE`."""
    colour: QColor
    """The colour that the map has at pixels of this value."""


@dataclass(frozen=True, slots=True)
class MapImage:
    """A map in colours, ready to be painted."""

    image: QImage
    """The map, one pixel for each map pixel, upright as the picture is (a turned map is turned back)."""
    to_image: QTransform
    """Transform from pixels of `image` (the origin at the corner of the first) to image pixels."""
    low: float
    """Lower end of the absolute range of the values. Symbol ids are 0 … C, ranks 0 … n, numbers 0 … 1 or, of a
    difference, -1 … 1."""
    high: float
    """Upper end of that range."""
    is_number: bool
    """True if the map's colours are those of a colormap, from `low` to `high`."""
    colormap: str = ""
    """Name of that colormap. "" if there is none."""
    frame: QRectF | None = None
    """The image, in image pixels, if map pixels at its sides lie partly beyond."""


class Held(Generic[T]):
    """Wraps an object as a dictionary key that is equal only for the same object, and keeps the object alive."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=32)
def upright(spec: MapSpec, size: tuple[int, int]) -> QTransform:
    """Return the transform to image pixels from the pixels of a map that `turned_back` has rotated."""
    (xx, xy, x), (yx, yy, y) = spec.to_image(size) * (spec.stride, spec.stride, 1)
    to_image = QTransform.fromTranslate(spec.image_columns(size).start, 0) * QTransform(xx, yx, xy, yy, x, y)
    if spec.is_turned(size):
        height = spec.map_size[0]
        return QTransform(0, -1, 1, 0, 0, height) * to_image  # column c, row r of the turned one was (r, height - c)
    return to_image


def frame_of(spec: MapSpec, size: tuple[int, int]) -> QRectF | None:
    """Return the frame of `MapImage`, which hides an image's padding, or None if the image has none."""
    height, width = size
    return None if spec.rims(size) == (0, 0) else QRectF(0, 0, width, height)


def turned_back(values: NDArray[Any], spec: MapSpec, size: tuple[int, int]) -> NDArray[Any]:
    """Return a map, (h, w, …), cropped to the image and upright like it, since painting with a rotation is slow."""
    values = values[:, spec.image_columns(size)]
    return np.rot90(values, -1) if spec.is_turned(size) else values


def pixel_under(spec: MapSpec, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    """Return row and column of the map pixel that contains an image point, or of the nearest one.

    `x` and `y`: image pixels, unrounded.
    """
    matrix = spec.to_input(size) / spec.stride
    column, row = matrix[:, :2] @ (x, y) + matrix[:, 2]
    height, width = spec.map_size
    return int(np.clip(np.floor(row), 0, height - 1)), int(np.clip(np.floor(column), 0, width - 1))


def numbers_image(values: NDArray[np.floating], colormap: str, opaque: bool) -> QImage:
    """Return a picture of numbers from 0 to 1, (h, w), in a colormap, with the value as alpha if not opaque."""
    return argb_image(numbers_argb(values, colormap, opaque))


def numbers_argb(values: NDArray[np.floating], colormap: str, opaque: bool) -> Argb:
    """Return the colours of `numbers_image` as an array, (…)."""
    return _ramp(colormap, opaque).take((values * 255 + 0.5).astype(np.uint8), mode="wrap")


def argb_image(argb: Argb) -> QImage:
    """Return premultiplied colours, (h, w), as an image with memory of its own."""
    pixels = np.ascontiguousarray(argb)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()


@lru_cache(maxsize=16)
def colours_of(name: MapName, present: tuple[str, ...] | int) -> NDArray[np.uint8]:
    """Return the RGB colours of the values 0 … and finally of `IGNORE`, the same as in exported pictures.

    `present`: the symbols of the charset; of the order map, the number of positions.
    """
    count = present if isinstance(present, int) else len(present)
    values = np.arange(count + 1, dtype=np.int32)
    if name == "character":
        return character_picture(np.append(values, np.int32(IGNORE)), present)
    return order_picture(values)


@lru_cache(maxsize=16)
def shades(name: MapName, present: tuple[str, ...] | int, opaque: bool) -> Argb:
    """Return the colours of `colours_of` for painting, with black or transparent for 0."""
    colours = colours_of(name, present)
    alpha = np.full(len(colours), 255)
    if not opaque:
        alpha[0] = 0
        if name == "character":
            alpha[IGNORE] = _VEIL
    return premultiplied(colours, alpha)


def premultiplied(rgb: NDArray[Any], alpha: NDArray[Any]) -> Argb:
    """Return colours, (…, 3) from 0 to 255, premultiplied by their alpha, (…) from 0 to 255, as Qt expects them."""
    parts = np.round(np.asarray(rgb, np.float32) * (np.asarray(alpha, np.float32) / 255)[..., None]).astype(np.uint32)
    argb = np.asarray(alpha).astype(np.uint32) << 24 | parts[..., 0] << 16 | parts[..., 1] << 8 | parts[..., 2]
    return argb.astype(np.uint32, copy=False)


@lru_cache(maxsize=16)
def _ramp(colormap: str, opaque: bool) -> Argb:
    """Return the 256 colours of a colormap for painting, the clearer the lower the value if not opaque."""
    return premultiplied(table(colormap), np.full(256, 255) if opaque else np.arange(256))
