"""Finds words that look similar, by the angle between their vectors from a network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROWS = 8192  # at once: 32-bit copies of all vectors of a large folder would need gigabytes


def nearest(vectors: NDArray[np.float16], place: int, count: int) -> list[tuple[int, float]]:
    """Return the words most similar to a given one, the most similar first.

    Parameters
    ----------
    vectors : (n, d) float16
        Of the words; what all have in common (their mean) says nothing and is taken away.
    place : int
        Of the word, which is not among the result.

    Returns
    -------
    list of (place, cosine)
        At most `count`; the cosine is 1 for the same picture.
    """
    mean = vectors.mean(axis=0, dtype=np.float64).astype(np.float32)
    own = vectors[place].astype(np.float32) - mean
    cosines = np.empty(len(vectors), np.float32)
    for start in range(0, len(vectors), _ROWS):
        away = vectors[start : start + _ROWS].astype(np.float32) - mean
        lengths = np.linalg.norm(away, axis=1) * np.linalg.norm(own)
        cosines[start : start + _ROWS] = (away @ own) / np.maximum(lengths, 1e-12)
    cosines[place] = -np.inf
    order = np.argsort(-cosines, kind="stable")[: min(count, len(vectors) - 1)]
    return [(int(neighbour), float(cosines[neighbour])) for neighbour in order]
