"""What the symbols of ASCII look like in many typefaces, as the table by which a word is divided.

Usage: `script/with-python script/glyph_shapes.py FOLDER`. Draws each symbol with every font file of the folder, and
writes the centres of a few clusters of each symbol's drawings, with the usual width and height of its ink, into
`core/labels/divide/glyphs.npz`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.labels.divide.glyphs import ABOVE, BELOW, COLUMNS, FRAME, TABLE

SYMBOLS = "".join(map(chr, range(33, 127)))
MEASURE = "HnoeaRST"  # whose mean width is the unit of widths
CLUSTERS = 8
_EM = 80
_BASELINE = 2 * _EM


def drawn(font: ImageFont.FreeTypeFont, symbol: str) -> NDArray[np.float32]:
    """Draw a symbol, 0 to 1, with room on all sides, its baseline below row `_BASELINE`."""
    canvas = Image.new("L", (4 * _EM, 3 * _EM), 0)
    ImageDraw.Draw(canvas).text((_EM, _BASELINE), symbol, font=font, fill=255, anchor="ls")
    return np.asarray(canvas, np.float32) / 255


def framed(picture: NDArray[np.float32], capital: float) -> tuple[NDArray[np.float32], int] | None:
    """Return the ink of a drawing in (FRAME, COLUMNS) cells, and its width; None for a blank one.

    `capital` is the height of H; pixels.
    """
    columns = np.flatnonzero(picture.max(axis=0) > 0.5)
    if not columns.size:
        return None
    top, bottom = round(_BASELINE - ABOVE * capital), round(_BASELINE + BELOW * capital)
    ink = picture[max(top, 0) : bottom, columns[0] : columns[-1] + 1]
    ink = np.pad(ink, ((max(-top, 0), max(bottom - len(picture), 0)), (0, 0)))
    cells = np.asarray(cv2.resize(ink, (COLUMNS, FRAME), interpolation=cv2.INTER_AREA), np.float32)
    return cells, ink.shape[1]


def main() -> None:
    """Write the table from the fonts of the folder that the argument names."""
    found: dict[str, list[NDArray[np.float32]]] = {symbol: [] for symbol in SYMBOLS}
    widths: list[NDArray[np.float64]] = []
    for path in sorted(Path(sys.argv[1]).rglob("*.[to]tf")):
        try:
            font = ImageFont.truetype(str(path), _EM)
            rows = np.flatnonzero(drawn(font, "H")[:_BASELINE].max(axis=1) > 0.5)
        except OSError:
            continue
        if not rows.size:
            continue
        widths.append(np.full(len(SYMBOLS), np.nan))
        for i, symbol in enumerate(SYMBOLS):
            got = framed(drawn(font, symbol), float(_BASELINE - rows[0]))
            if got is not None:
                found[symbol].append(got[0])
                widths[-1][i] = got[1]
    cv2.setRNGSeed(0)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 100, 1e-4)
    shapes, extents = [], []
    for symbol in SYMBOLS:
        cells = np.array(found[symbol])
        lit = cells.max(axis=2) > 0.25
        extents.append(np.median([lit.argmax(axis=1), FRAME - lit[:, ::-1].argmax(axis=1)], axis=1))
        flat = cells.reshape(len(cells), -1)
        _, _, centres = cv2.kmeans(flat, CLUSTERS, None, criteria, 3, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
        shapes.append(centres.reshape(CLUSTERS, FRAME, COLUMNS))
    relative = np.array(widths)
    relative /= np.nanmean(relative[:, [SYMBOLS.index(symbol) for symbol in MEASURE]], axis=1, keepdims=True)
    np.savez_compressed(
        TABLE,
        symbols=np.array(SYMBOLS),
        shapes=np.round(np.array(shapes) * 15).astype(np.uint8),
        extents=np.array(extents, np.uint8),
        widths=np.nanmedian(relative, axis=0).round(2).astype(np.float32),
    )


if __name__ == "__main__":
    main()
