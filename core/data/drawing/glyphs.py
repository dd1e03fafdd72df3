"""Draws one symbol with one face: its coverage mask, ink box and advance, cached for the next time."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.base.errors import SynthesisError

SIZES = (12, 16, 20, 24, 28, 32, 40, 48, 64, 80, 96, 128, 192, 256)
"""Pixels per em that glyphs are drawn at; other sizes are warped from the next larger one, so that few are kept."""

ATLAS_SIZE = 48  # pixels per em of the masks in the atlas: 90,000 of them are 100 MB

_CAP_HEIGHT = 0.7  # of the em, for faces without Latin capitals


@dataclass(frozen=True, slots=True, eq=False)
class DrawnGlyph:
    """One symbol drawn at one size, with its mask and advance.

    Lengths are in pixels of that size, y points down, and the pen's origin lies on the baseline at (0, 0).
    """

    mask: NDArray[np.uint8]
    """(h, w) uint8: coverage, 0 to 255, with an empty frame of one pixel, so that warping fades out."""
    left: int
    """Place of the mask's left edge, from the pen."""
    top: int
    """Place of the mask's top edge, from the pen."""
    box: tuple[float, float, float, float]
    """(x0, y0, x1, y1): the ink's box from the pen, to a part of a pixel. Of a space, the room that it takes."""
    advance: float
    """Distance that the pen moves on."""


def is_blank(symbol: str) -> bool:
    """Return True if a symbol naturally has no ink, like the space."""
    return unicodedata.category(symbol) == "Zs"


def is_dense(symbol: str) -> bool:
    """Return True if a symbol has many strokes per em, as Chinese ones have, and must be drawn larger and sharper."""
    return unicodedata.east_asian_width(symbol) == "W" and unicodedata.category(symbol) == "Lo"


def size_for(em: float) -> int:
    """Return the smallest of `SIZES` that is at least `em`, or else the largest."""
    return next((size for size in SIZES if size >= em), SIZES[-1])


@lru_cache(maxsize=256)
def _font(path: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    try:
        # BASIC places one glyph the same way on every machine, whether libraqm is there or not
        return ImageFont.truetype(path, size, index=index, layout_engine=ImageFont.Layout.BASIC)
    except (OSError, ValueError) as error:
        raise SynthesisError(
            "{name}: not a font that can be drawn ({why}). Leave it out.", name=Path(path).name, why=error
        ) from error


@lru_cache(maxsize=16384)
def draw(path: str, index: int, symbol: str, size: int) -> DrawnGlyph:
    """Draw a symbol with a face at a size.

    Parameters
    ----------
    path : str
        The font file.
    index : int
        Number of the face in the file.
    symbol : str
        One code point.
    size : int
        Pixels per em.

    Raises
    ------
    SynthesisError
        If the file is no font, or the face cannot be drawn at this size (bitmap fonts).
    """
    font = _font(path, index, size)
    try:
        advance = float(font.getlength(symbol))
        x0, y0, x1, y1 = font.getbbox(symbol, anchor="ls")
        left, top = int(np.floor(x0)) - 1, int(np.floor(y0)) - 1
        canvas = Image.new("L", (int(np.ceil(x1)) + 1 - left, int(np.ceil(y1)) + 1 - top))
        ImageDraw.Draw(canvas).text((-left, -top), symbol, fill=255, font=font, anchor="ls")
    except (OSError, ValueError) as error:
        raise SynthesisError(
            "{name}: {symbol!r} cannot be drawn ({why}). Leave this font out.",
            name=Path(path).name,
            symbol=symbol,
            why=error,
        ) from error
    mask = np.asarray(canvas, dtype=np.uint8)
    columns, rows = mask.max(axis=0), mask.max(axis=1)
    if not columns.any():
        height = cap_height(path, index, size) if symbol != "H" else _CAP_HEIGHT * size
        width = max(advance, 1.0)
        return DrawnGlyph(np.zeros((3, 3), np.uint8), -1, -1, (0.1 * width, -height, 0.9 * width, 0.0), advance)
    (a, b), (c, d) = _extent(columns), _extent(rows)
    # Only what has ink, and its frame: FreeType's box may be looser
    cut = slice(int(c), int(np.ceil(d))), slice(int(a), int(np.ceil(b)))
    framed = np.pad(mask[cut], 1)
    framed.setflags(write=False)
    box = (left + a, top + c, left + b, top + d)
    return DrawnGlyph(framed, left + int(a) - 1, top + int(c) - 1, box, advance)


def _extent(coverage: NDArray[np.uint8]) -> tuple[float, float]:
    """The start and end of the ink: an edge pixel covered by a quarter holds a quarter of a pixel of ink."""
    inked = np.flatnonzero(coverage)
    first, last = int(inked[0]), int(inked[-1])
    if first == last:
        return float(first), float(first + 1)
    return first + 1 - float(coverage[first]) / 255, last + float(coverage[last]) / 255


@lru_cache(maxsize=1 << 17)
def from_atlas(path: str, index: int, symbol: str) -> DrawnGlyph:
    """Return a symbol at `ATLAS_SIZE` from an atlas of the letters and digits of 1,500 faces, as `draw` draws it.

    An empty mask means a symbol that the face does not draw.
    """
    return draw.__wrapped__(path, index, symbol, ATLAS_SIZE)


@lru_cache(maxsize=4096)
def cap_height(path: str, index: int, size: int) -> float:
    """Return the height of the capital H above the baseline in pixels, or a usual one if the face has none.

    Raises
    ------
    SynthesisError
        As `draw`.
    """
    ink = draw(path, index, "H", size)
    return -ink.box[1] if ink.mask.any() and 0.3 * size < -ink.box[1] < size else _CAP_HEIGHT * size
