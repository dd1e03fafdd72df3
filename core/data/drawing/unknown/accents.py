"""Draws letters with accents in faces that have only the letters."""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.glyphs import ATLAS_SIZE, DrawnGlyph, from_atlas

_UNIT = 0.11 * ATLAS_SIZE  # pixels: half of an accent's width
_GAP = 0.06 * ATLAS_SIZE  # pixels between a letter and its accent
_STROKE = 1.5  # width of an accent's stroke by the largest distance of the letter's ink from its edge
_EXACT = 16  # OpenCV's coordinates are in parts of a pixel
_ROUND = np.linspace(0, 2 * math.pi, 17)

# Lines of each accent by its combining mark: points (x, y) in units of half the width, y down, 0 at the lower end
_LINES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "\u0300": (((-0.8, -1.4), (0.5, 0.0)),),  # grave
    "\u0301": (((0.8, -1.4), (-0.5, 0.0)),),  # acute
    "\u0302": (((-1.0, 0.0), (0.0, -1.3), (1.0, 0.0)),),  # circumflex
    "\u0303": (((-1.3, -0.2), (-0.7, -0.9), (0.7, -0.2), (1.3, -0.9)),),  # tilde
    "\u0304": (((-1.2, -0.3), (1.2, -0.3)),),  # macron
    "\u0306": (((-1.0, -1.1), (-0.5, -0.2), (0.5, -0.2), (1.0, -1.1)),),  # breve
    "\u0307": (((0.0, -0.4), (0.0, -0.4)),),  # dot
    "\u0308": (((-1.0, -0.4), (-1.0, -0.4)), ((1.0, -0.4), (1.0, -0.4))),  # diaeresis
    "\u030a": (tuple((0.8 * math.cos(turn), 0.8 * math.sin(turn) - 0.8) for turn in _ROUND),),  # ring
    "\u030b": (((-0.3, -1.4), (-1.0, 0.0)), ((1.3, -1.4), (0.6, 0.0))),  # double acute
    "\u030c": (((-1.0, -1.3), (0.0, 0.0), (1.0, -1.3)),),  # caron
    "\u0327": (((0.2, 0.0), (0.6, 0.8), (-0.6, 1.3)),),  # cedilla
    "\u0328": (((0.4, 0.0), (-0.3, 0.8), (0.7, 1.2)),),  # ogonek
}
_BELOW = frozenset({"\u0327", "\u0328"})
_DOTTED = frozenset("ij")


def parts_of(symbol: str) -> tuple[str, str] | None:
    """Return the letter and the combining mark of a letter with an accent that `accented` draws, or None."""
    parts = unicodedata.normalize("NFD", symbol)
    if len(parts) != 2 or parts[1] not in _LINES or (parts[0] in _DOTTED and parts[1] not in _BELOW):
        return None
    return parts[0], parts[1]


@lru_cache(maxsize=1 << 15)
def accented(path: str, index: int, symbol: str) -> DrawnGlyph:
    """Draw a letter of a face at `ATLAS_SIZE`, with an accent as heavy as its strokes.

    Parameters
    ----------
    path, index
        The face, which has the letter.
    symbol : str
        A letter with an accent that `parts_of` knows.

    Raises
    ------
    SynthesisError
        As `core.data.drawing.glyphs.draw`.
    """
    parts = parts_of(symbol)
    assert parts is not None
    letter, mark = parts
    glyph = from_atlas(path, index, letter)
    stroke = max(1.0, _STROKE * float(cv2.distanceTransform((glyph.mask > 127).astype(np.uint8), cv2.DIST_L2, 3).max()))
    x0, y0, x1, y1 = glyph.box
    middle = (x0 + x1) / 2
    edge = y1 if mark in _BELOW else y0 - _GAP - stroke / 2
    lines = [np.array(points) * _UNIT + (middle, edge) for points in _LINES[mark]]
    every = np.concatenate(lines)
    reach = stroke / 2 + 1
    low = np.floor(np.minimum(every.min(axis=0) - reach, (glyph.left, glyph.top))).astype(int)
    rows, columns = glyph.mask.shape
    high = np.ceil(np.maximum(every.max(axis=0) + reach, (glyph.left + columns, glyph.top + rows))).astype(int) + 1
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    for line in lines:
        points = np.round((line - low) * _EXACT).astype(np.int32)
        cv2.polylines(mask, [points], isClosed=False, color=255, thickness=round(stroke), lineType=cv2.LINE_AA, shift=4)
    left, top = glyph.left - int(low[0]), glyph.top - int(low[1])
    place = mask[top : top + rows, left : left + columns]
    np.maximum(place, glyph.mask, out=place)
    mask.setflags(write=False)
    return DrawnGlyph(mask, int(low[0]), int(low[1]), _box(mask, low), glyph.advance)


def _box(mask: NDArray[np.uint8], low: NDArray[np.int_]) -> tuple[float, float, float, float]:
    x, y, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
    left, top = int(low[0]) + x, int(low[1]) + y
    return float(left), float(top), float(left + width), float(top + height)
