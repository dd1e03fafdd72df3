"""Whether a face draws the letters and digits it is asked for, judged by their looks."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from core.charset import ALNUM
from core.data.drawing.fonts import bundled_folder
from core.data.drawing.glyphs import cap_height, draw

if TYPE_CHECKING:
    from collections.abc import Mapping

_REFERENCES = (
    "DejaVuSans",
    "DejaVuSans-Oblique",
    "DejaVuSerif",
    "DejaVuSerif-Italic",
    "DejaVuSansMono",
    "STIXGeneralItalic",
)
_SIZE = 64  # pixels per em that are compared
_GRID = (36, 24)  # rows from 0.35 cap heights under the baseline to 1.15 over it, columns over the ink's width


@lru_cache(maxsize=4096)
def _picture(path: str, index: int, symbol: str) -> NDArray[np.float32]:
    """A symbol's ink in a frame of the line's height and the ink's own width, zero mean, norm 1; all 0 without ink.

    The height is kept against the capitals', so that an old-style 0 or a small capital does not pass for what it is
    not; the width is not, because monospaced faces stretch it.
    """
    glyph = draw(path, index, symbol, _SIZE)
    if not glyph.mask.any():
        return np.zeros(_GRID, np.float32).ravel()
    cap = cap_height(path, index, _SIZE)
    rows, columns = _GRID
    x0, _, x1, _ = glyph.box
    narrow = max(x1 - x0, 0.25 * cap)  # else the stem of an l would fill the frame
    middle = (x0 + x1) / 2
    sx, sy = columns / (narrow * 1.1), rows / (1.5 * cap)
    to_grid = np.array(
        [[sx, 0, sx * (glyph.left - middle) + columns / 2], [0, sy, sy * (glyph.top + 1.15 * cap)]], dtype=np.float64
    )
    smooth = cv2.GaussianBlur(glyph.mask.astype(np.float32), (0, 0), 2.0)
    grid = cv2.GaussianBlur(cv2.warpAffine(smooth, to_grid, (columns, rows)), (0, 0), 1.2)
    grid -= grid.mean()
    return np.asarray((grid / (np.linalg.norm(grid) + 1e-6)).ravel(), np.float32)


@lru_cache(maxsize=1)
def _references() -> NDArray[np.float32]:
    """(faces, symbols, pixels) of the reference faces."""
    folder = bundled_folder()
    return np.stack([[_picture(str(folder / f"{name}.ttf"), 0, s) for s in ALNUM] for name in _REFERENCES])


@lru_cache(maxsize=256)
def correlations(path: str, index: int) -> Mapping[str, float]:
    """Normalised correlation, -1 to 1, of each ASCII letter and digit with the likest of a few reference faces."""
    own = np.stack([_picture(path, index, s) for s in ALNUM])
    return MappingProxyType(
        dict(zip(ALNUM, np.einsum("fsp,sp->fs", _references(), own).max(axis=0).tolist(), strict=True))
    )


@lru_cache(maxsize=256)
def ranks(path: str, index: int) -> Mapping[str, int]:
    """How many other ASCII letters and digits each one resembles more than itself."""
    own = np.stack([_picture(path, index, s) for s in ALNUM])
    alike = np.einsum("fsp,tp->fts", _references(), own).max(axis=0)  # (own, reference)
    better = (alike > np.diagonal(alike)[:, None]).sum(axis=1)
    return MappingProxyType(dict(zip(ALNUM, better.tolist(), strict=True)))
