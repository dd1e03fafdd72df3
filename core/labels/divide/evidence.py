"""Places the symbols of a known text along a straightened word by a network's predicted maps.

The text is known, so that it is laid over the maps even if the network misreads it: a hidden Markov model passes
from ground through the first symbol to ground, and so on, and the forward-backward algorithm (Rabiner 1989, "A tutorial
on hidden Markov models and selected applications in speech recognition") gives how likely a column is of each symbol.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_LEAST = 0.02  # the network is never surer than this that there is nothing, or that a symbol is another one
_INDEPENDENT = 0.5  # of the columns of the maps: neighbouring ones say much the same
_ROWS = 16  # of the straightened word at which the maps are looked up


@dataclass(frozen=True, slots=True, eq=False)
class TextEvidence:
    """The maps that a network predicted for an image, as evidence of a text's symbols."""

    there: Array
    """(h, w) float64: Q, the closeness to the middle of a character, 0 … 1."""
    symbols: Mapping[str, Array]
    """The probability, (h, w) float64, of each symbol of the text, in either case.

    A symbol that the network does not know is missing, and any character will do for it."""
    to_map: Array
    """(2, 3) float64: from image pixels to map pixels, whose centres are at j + 0.5, i + 0.5."""


def places_of(evidence: TextEvidence, symbols: str, to_image: Array, columns: int, height: int) -> Array:
    """Return the place of each symbol along a straightened word.

    Parameters
    ----------
    evidence : TextEvidence
        The maps that a network predicted for the image.
    symbols : str
        n of them.
    to_image : (3, 3) float64
        From columns and rows of the word to image pixels.
    columns, height : int
        Of the straightened word.

    Returns
    -------
    (n, columns) float64
        For each symbol the share of its character that lies in a column, with the sum 1; zeros for a space.
    """
    x, y = np.meshgrid(np.arange(columns) + 0.5, (np.arange(_ROWS) + 0.5) * height / _ROWS)
    ends = _on_map(evidence, to_image, np.array([0.0, columns]), np.full(2, height / 2))
    steps = float(np.hypot(*(ends[1] - ends[0])))  # map pixels along the word
    places = _on_map(evidence, to_image, x.ravel(), y.ravel()).reshape(*x.shape, 2)
    there = _looked_up(evidence.there, places)
    visible = [k for k, symbol in enumerate(symbols) if not symbol.isspace()]
    shares = np.zeros((len(symbols), columns))
    if not visible:
        return shares
    presence = np.clip(there.max(axis=0), _LEAST, 1 - _LEAST)
    amount = there.sum(axis=0) + 1e-6
    likely = np.empty((2 * len(visible) + 1, columns))  # of ground, symbol, ground, symbol … ground
    likely[0::2] = 1 - presence
    for row, k in enumerate(visible):
        known = evidence.symbols.get(symbols[k])
        chance = 1.0
        if known is not None:
            chance = (there * _looked_up(known, places)).sum(axis=0) / amount
        likely[2 * row + 1] = presence * (_LEAST + (1 - _LEAST) * np.clip(chance, 0, 1))
    belongs = _posterior(likely ** (_INDEPENDENT * steps / columns))[1::2] * presence + 1e-9
    shares[visible] = belongs / belongs.sum(axis=1, keepdims=True)
    return shares


def _on_map(evidence: TextEvidence, to_image: Array, x: Array, y: Array) -> Array:
    """Map pixels, (m, 2), of places in the straightened word."""
    there = np.column_stack([x, y, np.ones(x.size)]) @ to_image.T
    return np.asarray(np.column_stack([there[:, :2] / there[:, 2:], np.ones(x.size)]) @ evidence.to_map.T)


def _looked_up(field: Array, places: Array) -> Array:
    """Return the values of a map at places, linear between the pixel centres and 0 beyond the map.

    `places` has the shape (r, c, 2) and is in map pixels.
    """
    height, width = field.shape
    x, y = np.moveaxis(places - 0.5, 2, 0).astype(np.float32)  # OpenCV counts the first pixel's centre as 0
    values = cv2.remap(field.astype(np.float32), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.where((x < -1) | (x > width) | (y < -1) | (y > height), 0.0, values)


def _posterior(likely: Array) -> Array:
    """The probability of each state at each column, (s, columns), of ways from one of the first two to the last two.

    A way stays in a state, goes on to the next, or from a symbol (odd) to the next symbol.
    """
    states, columns = likely.shape
    odd = np.arange(states) % 2 == 1
    forward, backward = np.zeros_like(likely), np.zeros_like(likely)
    forward[:2, 0] = likely[:2, 0]
    for x in range(1, columns):
        before = forward[:, x - 1]
        now = before.copy()
        now[1:] += before[:-1]
        now[2:] += before[:-2] * odd[2:]
        now *= likely[:, x]
        forward[:, x] = now / now.sum()
    backward[-2:, -1] = 1
    for x in range(columns - 2, -1, -1):
        behind = backward[:, x + 1] * likely[:, x + 1]
        now = behind.copy()
        now[:-1] += behind[1:]
        now[:-2] += behind[2:] * odd[2:]
        backward[:, x] = now / now.sum()
    both = forward * backward
    return np.asarray(both / (both.sum(axis=0) + 1e-300))
