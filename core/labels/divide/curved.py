"""Divides a word that follows a curve, between a line along its top and a line along its bottom."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import cv2
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from core.base.errors import LabelError
from core.labels.divide.divide import HEIGHT, corners_of_box, division
from core.labels.geometry import polygon_of
from core.labels.label import CharacterLabel

Array = NDArray[np.float64]

_MOST_COLUMNS = 8192  # of the straightened word
_SAMPLES = 200  # points of a curve at which its length and crossings are measured


def curved_division(
    image: NDArray[np.uint8], top: ArrayLike, bottom: ArrayLike, text: str
) -> tuple[CharacterLabel, ...]:
    """Divide a word between two smooth curves by straightening it and dividing the straight word.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB.
    top, bottom : (n, 2) array_like
        Two or more points each, in image pixels, along the upper and the lower side of the word as it is read; the
        second line may run against the reading direction.
    text : str
        The word's text, normalised to NFC, one character for each code point.

    Returns
    -------
    tuple of CharacterLabel
        In reading order, as quadrilaterals, without explicit order.

    Raises
    ------
    LabelError
        If a line is shorter than a pixel, the two cross, the text is empty, or the text has more symbols than the word
        is pixels wide.
    """
    symbols = unicodedata.normalize("NFC", text)
    if not symbols:
        raise LabelError("dividing a curved word: the text is empty. Type the word's text first.")
    upper, lower = _line(top), _line(bottom)
    ends = np.array([upper[[0, -1]], lower[[0, -1]]])
    if np.hypot(*(ends[0] - ends[1]).T).sum() > np.hypot(*(ends[0] - ends[1][::-1]).T).sum():
        lower = lower[::-1]
    shares = np.linspace(0, 1, _SAMPLES)
    above, below = _at(upper, shares), _at(lower, shares)
    if not shapely.Polygon([*above, *below[::-1]]).is_valid:
        raise _not_two_lines()
    along = (_length(above) + _length(below)) / 2
    across = float(np.hypot(*(above - below).T).mean())
    if along < len(symbols):
        raise LabelError(
            "dividing a curved word: the text is longer than the word is wide. Draw the lines along the whole word."
        )
    columns = int(np.clip(round(along / max(across, 1) * HEIGHT), len(symbols), _MOST_COLUMNS))
    x, y = np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(HEIGHT) + 0.5) / HEIGHT)
    places = _between(upper, lower, x.ravel(), y.ravel()).reshape(HEIGHT, columns, 2).astype(np.float32) - 0.5
    straight = cv2.remap(np.ascontiguousarray(image), places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    divided = division(np.asarray(straight, np.uint8), corners_of_box(0, 0, columns, HEIGHT), symbols)
    return tuple(
        replace(character, polygon=polygon_of(_between(upper, lower, *(corners / (columns, HEIGHT)).T), decimals=2))
        for character in divided.characters
        for corners in (character.corners,)
    )


def _not_two_lines() -> LabelError:
    return LabelError(
        "dividing a curved word: the line along its top and the one along its bottom cross, or one is too short. "
        "Draw them again."
    )


def _line(points: ArrayLike) -> Array:
    """Return the points of a line, none twice in succession."""
    line = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if not np.isfinite(line).all() or len(line) < 2 or _length(line) < 1:
        raise _not_two_lines()
    return np.asarray(line[np.append(True, np.hypot(*np.diff(line, axis=0).T) > 0.01)])


def _length(line: Array) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _at(line: Array, shares: Array) -> Array:
    """Return places on the smooth curve through the points of a line: cubic Hermite pieces, (n, 2)."""
    lengths = np.append(0.0, np.hypot(*np.diff(line, axis=0).T).cumsum())
    slopes = np.gradient(line, lengths, axis=0)
    at = shares * lengths[-1]
    i = np.clip(np.searchsorted(lengths, at, side="right") - 1, 0, len(line) - 2)
    step = (lengths[i + 1] - lengths[i])[:, None]
    t = (at - lengths[i])[:, None] / step
    start, end = line[i], line[i + 1]
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * step * slopes[i]
        + (3 * t**2 - 2 * t**3) * end
        + (t**3 - t**2) * step * slopes[i + 1]
    )


def _between(upper: Array, lower: Array, along: Array, across: Array) -> Array:
    """Return image points by their shares along the word and from its top to its bottom, (n, 2)."""
    return np.asarray((1 - across)[:, None] * _at(upper, along) + across[:, None] * _at(lower, along))
