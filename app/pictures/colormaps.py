"""Colormaps for numbers, with matplotlib's names."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from app.settings.table import SETTINGS

NAMES: tuple[str, ...] = tuple(name for name, _ in SETTINGS["maps.colormap"].choices)
"""The colormaps on offer, those first whose steps look equally large (van der Walt & Smith 2015)."""

DIVERGING = "PuOr"  # for differences, whose middle means none: brown below, purple above, told apart by all eyes

# The 11 colours of ColorBrewer's PuOr (Harrower & Brewer 2003), evenly spaced
_DIVERGING = (
    (127, 59, 8),
    (179, 88, 6),
    (224, 130, 20),
    (253, 184, 99),
    (254, 224, 182),
    (247, 247, 247),
    (216, 218, 235),
    (178, 171, 210),
    (128, 115, 172),
    (84, 39, 136),
    (45, 0, 75),
)


@cache
def table(name: str) -> NDArray[np.uint8]:
    """Return the colours of a colormap, (256, 3) uint8 RGB, read-only, with entry i for the value i/255.

    OpenCV holds matplotlib's own tables (to the last digit of rounding), and is loaded anyway; importing matplotlib for
    them would cost a quarter of what the whole start of the program may.
    """
    ramp = np.arange(256, dtype=np.uint8).reshape(-1, 1)
    if name == "gray":  # OpenCV has no table for it
        colours = np.repeat(ramp, 3, axis=1)
    elif name == DIVERGING:
        at, steps = np.linspace(0, 1, 256), np.linspace(0, 1, len(_DIVERGING))
        parts = [np.interp(at, steps, part) for part in zip(*_DIVERGING, strict=True)]
        colours = np.round(np.column_stack(parts)).astype(np.uint8)
    else:
        bgr = cv2.applyColorMap(ramp, getattr(cv2, f"COLORMAP_{name.upper()}"))
        colours = np.asarray(bgr, np.uint8).reshape(256, 3)[:, ::-1].copy()
    colours.setflags(write=False)
    return colours
