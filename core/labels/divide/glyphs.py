"""Provides the shapes of symbols, a few typical drawings of each, from a table by `script/glyph_shapes.py`."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.archives import Arrays

TABLE = Path(__file__).with_name("glyphs.npz")
ABOVE, BELOW = 1.3, 0.4  # what the table keeps of a drawing, in heights of a capital above and below the baseline
FRAME, COLUMNS = 34, 8  # rows and columns of a drawing in the table; the columns span the ink
ROWS = 8  # rows of a shape: they span the ink of the whole word
_LITTLE = 1e-6  # keeps a length above 0

Shapes = NDArray[np.float32]


def shapes_of(symbols: str) -> Shapes:
    """Return drawings of a word's symbols, placed between the highest and the lowest ink of the word.

    Parameters
    ----------
    symbols : str
        n symbols after NFC. A letter with an accent looks like its base letter.

    Returns
    -------
    (n, k, ROWS * COLUMNS) float32
        k drawings of each symbol, of length 1; zeros for a symbol that the table does not know.
    """
    table = _table()
    places = np.array([table.places.get(_base(symbol), -1) for symbol in symbols])
    is_known = places >= 0
    flat = np.zeros((len(symbols), table.shapes.shape[1], ROWS * COLUMNS), np.float32)
    if not is_known.any():
        return flat
    extents = table.extents[places[is_known]]
    edges = np.linspace(extents[:, 0].min(), extents[:, 1].max(), ROWS + 1, dtype=np.float32)
    above = np.pad(table.shapes[places[is_known]].cumsum(axis=2), ((0, 0), (0, 0), (1, 0), (0, 0)))
    low = np.minimum(edges.astype(int), FRAME - 1)
    part = (edges - low)[:, None]
    cells = np.diff(above[:, :, low] * (1 - part) + above[:, :, low + 1] * part, axis=2)
    flat[is_known] = cells.reshape(*cells.shape[:2], -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=2, keepdims=True) + _LITTLE), np.float32)


def width_of(symbol: str) -> float | None:
    """Return the usual width of a symbol's ink in widths of an average letter, or None if it is unknown."""
    table = _table()
    place = table.places.get(_base(symbol))
    return None if place is None else float(table.widths[place])


def _base(symbol: str) -> str:
    return unicodedata.normalize("NFD", symbol)[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Drawings of each symbol, (n, k, FRAME, COLUMNS), the first and last row of its ink, (n, 2), and its width."""

    places: dict[str, int]
    shapes: Shapes
    extents: NDArray[np.uint8]
    widths: NDArray[np.float32]


@cache
def _table() -> _Table:
    with Arrays(TABLE, 1 << 30) as arrays:
        places = {symbol: place for place, symbol in enumerate(str(arrays["symbols"]))}
        return _Table(places, arrays["shapes"].astype(np.float32), arrays["extents"], arrays["widths"])
