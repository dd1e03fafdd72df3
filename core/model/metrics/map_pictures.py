"""Pictures of target and predicted maps with titles, symbols and scales, for programs that show no legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.labels.maps.pictures import (
    character_picture,
    fonts_beside_pictures,
    localization_picture,
    order_picture,
)

Rgb = NDArray[np.uint8]
Arrays = Mapping[str, Any]

_LINE = 16  # pixels of a line of text
_SIZE = 12  # pixels of the letters
_GAP = 8  # pixels between two columns
_LEAST_WIDTH = 288  # pixels of a column: a title has room in it
_SIDES = ("target", "predicted")


def map_picture(batch: Arrays, predicted: Arrays, number: int, symbols: Sequence[str]) -> Rgb:
    """Draw an image above its maps, each in a titled row with the target to the left and the prediction to the right.

    Below the character map are the symbols that are in it, below the order map the positions, below the localization
    map its scale. The left column depends only on image and targets.

    Parameters
    ----------
    batch : dict
        As the network takes it.
    predicted : dict
        `character`, `order` (b, h, w) ids, `localization` (b, h, w).
    number : int
        Of the image in the batch.
    symbols : sequence of str
        `symbols[i]` has id i + 1.

    Returns
    -------
    (height, width, 3) uint8
        RGB.
    """
    image = np.asarray(batch["image"][number])
    size = _size_of(image)
    columns = []
    for side, maps in zip(_SIDES, (batch, predicted), strict=True):
        character, order = (np.asarray(maps[name][number], np.int32) for name in ("character", "order"))
        ids = [int(value) for value in np.unique(character) if value > 0]
        colours = character_picture(np.array([ids], np.int32), symbols)[0] if ids else ()
        named = [(tuple(map(int, colour)), symbols[value - 1]) for colour, value in zip(colours, ids, strict=True)]
        ranks = range(1, int(order.max(initial=0)) + 1)
        places = order_picture(np.array([[*ranks]], np.int32))[0] if ranks else ()
        numbered = [(tuple(map(int, colour)), str(k)) for colour, k in zip(places, ranks, strict=True)]
        columns.append(
            np.vstack(
                [
                    _titled("image", image, size),
                    _titled(f"character map, {side}", character_picture(character, symbols), size),
                    _legend(named, size[0]),
                    _titled(f"order map, {side}", order_picture(order), size),
                    _legend(numbered, size[0]),
                    _titled(f"localization map, {side}", localization_picture(maps["localization"][number]), size),
                    _scale(size[0]),
                ]
            )
        )
    return _beside(columns)


def channels_picture(batch: Arrays, predicted: Arrays, number: int) -> Rgb:
    """Draw each order channel, H_k = Q·S_k, in a titled row: the target Z_k to the left, the prediction to the right.

    Of the channels as many are drawn as the target has positions, or the prediction, and one at least.

    Parameters
    ----------
    batch, predicted, number
        As `map_picture`; `predicted` also has `positions` (b, h, w, n + 1), the probabilities of S.

    Returns
    -------
    (height, width, 3) uint8
        RGB.
    """
    size = _size_of(np.asarray(batch["image"][number]))
    order, centres = np.asarray(batch["order"][number]), np.asarray(batch["localization"][number], np.float32)
    probabilities = np.asarray(predicted["positions"][number], np.float32)
    strength = np.asarray(predicted["localization"][number], np.float32)
    count = max(1, int(order.max(initial=0)), int(np.asarray(predicted["order"][number]).max(initial=0)))
    rows = []
    for k in range(1, min(count, probabilities.shape[-1] - 1) + 1):
        target = np.where(order == k, centres, 0).astype(np.float32)
        pair = (target, strength * probabilities[..., k])
        rows.append(
            _beside(
                [
                    _titled(f"order channel {k}, {side}", localization_picture(values), size)
                    for side, values in zip(_SIDES, pair, strict=True)
                ]
            )
        )
    return np.vstack([*rows, _beside([_scale(size[0])] * 2)])


def _size_of(image: Rgb) -> tuple[int, int]:
    """Return the width and height at which an image and its maps are drawn."""
    height, width = image.shape[:2]
    factor = -(-_LEAST_WIDTH // width)
    return width * factor, height * factor


def _titled(title: str, picture: Rgb, size: tuple[int, int]) -> Rgb:
    large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.vstack([_written([(2, title, (0, 0, 0))], size[0]), large]), np.uint8)


def _legend(entries: Sequence[tuple[tuple[int, ...], str]], width: int) -> Rgb:
    """Draw a line of squares of a colour, each with its meaning, and the number of those that have no room."""
    line = Image.new("RGB", (width, _LINE), (0, 0, 0))
    draw = ImageDraw.Draw(line)
    x = 2
    for place, (colour, symbol) in enumerate(entries):
        text, font = _readable(symbol)
        needed = 12 + draw.textlength(text, font)
        rest = f"+{len(entries) - place}"
        if x + needed + 30 > width and place < len(entries) - 1:
            draw.text((x, 0), rest, (255, 255, 255), font=_font())
            break
        draw.rectangle((x, 3, x + 8, 11), fill=colour)
        draw.text((x + 11, 0), text, (255, 255, 255), font=font)
        x += round(needed) + 8
    return np.asarray(line, np.uint8)


def _scale(width: int) -> Rgb:
    bar = localization_picture(np.tile(np.linspace(0, 1, width, dtype=np.float32), (4, 1)))
    marks = [(2, "0", (0, 0, 0)), (width // 2 - 8, "0.5", (0, 0, 0)), (width - 10, "1", (0, 0, 0))]
    return np.asarray(np.vstack([bar, _written(marks, width)]), np.uint8)


def _written(texts: Sequence[tuple[int, str, tuple[int, int, int]]], width: int) -> Rgb:
    line = Image.new("RGB", (width, _LINE), (255, 255, 255))
    draw = ImageDraw.Draw(line)
    for x, text, colour in texts:
        draw.text((x, 0), text, colour, font=_font())
    return np.asarray(line, np.uint8)


def _beside(columns: Sequence[Rgb]) -> Rgb:
    gap = np.full((columns[0].shape[0], _GAP, 3), 255, np.uint8)
    return np.asarray(np.hstack([columns[0], gap, columns[1]]), np.uint8)


def _readable(symbol: str) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return a symbol with a font that has it, or its code point if no font has it."""
    for font in (_font(), *_fonts()) if not symbol.isascii() else ():
        if _has(font, symbol):
            return symbol, font
    return symbol if symbol.isascii() else f"U+{ord(symbol):04X}", _font()


def _has(font: ImageFont.FreeTypeFont, symbol: str) -> bool:
    drawn, lacking = font.getmask(symbol), font.getmask("\U0010ffff")
    return drawn.getbbox() is not None and bytes(drawn) != bytes(lacking)


@cache
def _fonts() -> tuple[ImageFont.FreeTypeFont, ...]:
    """Return the fonts that may write a symbol, ours first. Those of the machine are looked through once."""
    return tuple(ImageFont.truetype(file, _SIZE) for file in fonts_beside_pictures().values())


@cache
def _font() -> ImageFont.FreeTypeFont:
    import matplotlib as mpl  # its fonts come along with the program

    return ImageFont.truetype(str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), _SIZE)
