"""Draws a picture of many training samples, each with its polygons and target maps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.data.batches.seen import Polygons, SeenSample
from core.data.drawing.fonts import bundled, bundled_folder, of_system
from core.labels.maps.pictures import character_picture, enlarged, localization_picture, order_picture, palette

Rgb = NDArray[np.uint8]

WIDTH = 256  # pixels, about, of one picture of a sample in a sheet

_COLUMNS = 2
# pixels between pictures, between columns, and of a line of text
_GAP = 6
_SPACE = 28
_LINE = 22
_HEADS = ("before", "after augmentation", "character map", "order map", "localization map")
_GROUND = (250, 250, 250)
_INK = (30, 30, 30)
_FAINT = (120, 120, 120)
_EMPTY = (225, 225, 225)
_TEXT_SIZE = 14


class Panes(NamedTuple):
    """The pictures of one sample, all of the same size, (height, width, 3) uint8 RGB."""

    before: Rgb
    """The network's input without augmentation, with the polygons, each in the colour of its rank."""
    after: Rgb
    """The network's input with augmentation, with the polygons, each in the colour of its rank."""
    character: Rgb
    """The character map, plain grey for a word-level label, which has no maps."""
    order: Rgb
    """The order map, plain grey for a word-level label."""
    localization: Rgb
    """The localization map, plain grey for a word-level label."""


def panes(sample: SeenSample, symbols: int, scale: int = 1) -> Panes:
    """Draw the pictures of one sample.

    Parameters
    ----------
    sample : SeenSample
        The sample.
    symbols : int
        Number of symbols of the charset.
    scale : int
        Picture pixels an input pixel.
    """
    height, width = sample.after.shape[:2]
    before = _outlined(sample.before, sample.polygons_before, scale)
    after = _outlined(sample.after, sample.polygons_after, scale)
    if not sample.has_maps:
        empty = np.full((height * scale, width * scale, 3), _EMPTY, np.uint8)
        return Panes(before, after, empty, empty, empty)
    factor = scale * (height // sample.character.shape[0])
    return Panes(
        before,
        after,
        enlarged(character_picture(sample.character, symbols), factor),
        enlarged(order_picture(sample.order), factor),
        enlarged(localization_picture(sample.localization), factor),
    )


def sheet(samples: Sequence[SeenSample], symbols: int, heading: str) -> Rgb:
    """Draw samples with their texts in two columns on one picture.

    Parameters
    ----------
    samples : sequence of SeenSample
        At least one.
    symbols : int
        Symbols of the charset.
    heading : str
        A line above the samples.

    Returns
    -------
    (height, width, 3) uint8
        RGB.
    """
    height, width = samples[0].after.shape[:2]
    scale = max(1, round(WIDTH / width))
    height, width = height * scale, width * scale
    rows = -(-len(samples) // _COLUMNS)
    column = len(_HEADS) * (width + _GAP) - _GAP
    tall, top = height + _LINE + _GAP, 2 * _LINE + _SPACE
    size = (top + rows * tall + _SPACE, _COLUMNS * column + (_COLUMNS + 1) * _SPACE)
    picture = np.full((*size, 3), _GROUND, np.uint8)
    captions: list[tuple[int, int, str, tuple[int, int, int], int]] = [
        (_SPACE, _SPACE // 2, heading, _INK, size[1] - 2 * _SPACE)
    ]
    for number in range(min(_COLUMNS, len(samples))):
        left = _SPACE + number * (column + _SPACE)
        captions += [
            (left + place * (width + _GAP), top - _LINE, head, _FAINT, width) for place, head in enumerate(_HEADS)
        ]
    for number, sample in enumerate(samples):
        left, y = _SPACE + number // rows * (column + _SPACE), top + number % rows * tall
        for place, pane in enumerate(panes(sample, symbols, scale)):
            x = left + place * (width + _GAP)
            picture[y : y + height, x : x + width] = pane
        captions.append((left, y + height, sample.text, _INK, width))
        captions.append((left + width + _GAP, y + height, sample.name, _FAINT, column - width - _GAP))
    return _written(picture, captions)


def _outlined(image: Rgb, polygons: Polygons, scale: int) -> Rgb:
    height, width = image.shape[0] * scale, image.shape[1] * scale
    picture = np.array(image)
    if scale > 1:
        picture = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    colours = palette(len(polygons), first_hue=0.58)
    for corners, colour in zip(polygons, colours[1:], strict=True):
        points = np.round(corners * scale).astype(np.int32)
        cv2.polylines(picture, [points], isClosed=True, color=tuple(map(int, colour)), lineType=cv2.LINE_AA)
    return picture


def _written(picture: Rgb, captions: Sequence[tuple[int, int, str, tuple[int, int, int], int]]) -> Rgb:
    """Write lines of text, each at x, y, in a colour and no wider than its place."""
    image = Image.fromarray(picture)
    draw = ImageDraw.Draw(image)
    fonts = _fonts(frozenset("".join(text for _, _, text, _, _ in captions)))
    for x, y, text, colour, room in captions:
        at = float(x)
        for symbol in text:
            font = fonts.get(symbol, fonts[""])
            wide = font.getlength(symbol)
            if at + wide > x + room:
                break
            draw.text((at, y + _LINE - 6), symbol, fill=colour, font=font, anchor="ls")
            at += wide
    return np.asarray(image, np.uint8)


def _fonts(symbols: frozenset[str]) -> dict[str, ImageFont.FreeTypeFont]:
    """Return a font for each symbol that any font draws, and the font of all others under ""."""
    fonts = {"": _font(str(Path(bundled_folder(), "DejaVuSans.ttf")), 0)}
    for source in (bundled, of_system):
        lacking = frozenset(symbol for symbol in symbols if symbol not in fonts and not symbol.isspace())
        for face in source(lacking) if lacking else ():
            for symbol in face.symbols - fonts.keys():
                fonts[symbol] = _font(face.path, face.index)
    return fonts


@lru_cache(maxsize=16)
def _font(path: str, index: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, _TEXT_SIZE, index=index, layout_engine=ImageFont.Layout.BASIC)
