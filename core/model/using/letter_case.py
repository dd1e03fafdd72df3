"""Chooses the letter case of a whole word: capitals, small letters, a first capital, or any mixture.

Each is as probable as it is often on signs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

PATTERNS = {"capitals": 0.45, "small": 0.2, "capitalised": 0.25, "mixed": 0.1}
"""Share of each pattern among IIIT5K's training words, with all combinations of a mixture equally likely."""

SHARPNESS, LEAST = 1.5, 0.03
"""Power of the network's share of a case, and the least share that it is taken for: both chosen on IIIT5K's 1,249
training words by `python -m benchmarks.letter_case`."""

ALIKE = frozenset("ckopsuvwxyz")
"""Letters with the same shape in both cases."""

FIRST = 1.25
"""Loss in the logarithm of the odds of a capital first letter among `ALIKE`, between a small and a capitalised word.

A tight crop shows a small letter as high as a capital: of the small words among IIIT5K's 1,249 that begin with such a
letter 37 of 107 got a capital, and 2 of 111 capitalised words none. Chosen on them.
"""


@lru_cache(maxsize=8)
def _cases(charset: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of each symbol's capital and of its small letter. -1 for a symbol that has not both."""
    places = {symbol: place for place, symbol in enumerate(charset)}
    pairs = [
        (places.get(symbol.upper(), -1), places.get(symbol.lower(), -1)) if symbol.isalpha() else (-1, -1)
        for symbol in charset
    ]
    both = np.array([(-1, -1) if -1 in pair or pair[0] == pair[1] else pair for pair in pairs], np.int64)
    return both[:, 0], both[:, 1]


def in_likeliest_case(
    chosen: NDArray[np.int64], shares: NDArray[np.float64], charset: tuple[str, ...]
) -> NDArray[np.int64]:
    """Return the symbols of a word in the letter case that is likeliest for the whole word.

    The score of a pattern is log P(pattern) + s·Σ_k log r_k, r_k the share of the case that the pattern gives letter k,
    of both cases of it (`SHARPNESS`, `LEAST`; for r_1 `FIRST`, too).

    Parameters
    ----------
    chosen : (n,) int64
        Places in the charset of the symbols read, in reading order.
    shares : (n, C) float64
        p_k of each.
    charset : tuple of str
        C symbols.

    Returns
    -------
    (n,) int64
    """
    capitals, smalls = (cases[chosen] for cases in _cases(charset))
    letters = np.flatnonzero(capitals >= 0)
    if not len(letters):
        return chosen
    share = np.stack([shares[letters, cases[letters]] for cases in (capitals, smalls)])
    by_pattern = dict.fromkeys(PATTERNS, _evidence(share))
    if len(letters) > 1 and charset[smalls[letters[0]]] in ALIKE:
        lowered = share.copy()
        lowered[0, 0] *= np.exp(-FIRST)
        by_pattern |= dict.fromkeys(("small", "capitalised"), _evidence(lowered))
    capital, small = by_pattern["mixed"]
    first = np.arange(len(letters)) == 0
    are_capital = {
        "capitals": np.ones_like(first),
        "small": np.zeros_like(first),
        "capitalised": first if len(letters) > 1 else np.ones_like(first),
        "mixed": capital > small,
    }

    def score(pattern: str) -> float:
        combinations = 2.0 ** len(letters) if pattern == "mixed" else 1.0
        as_capital, as_small = by_pattern[pattern]
        evidence = np.where(are_capital[pattern], as_capital, as_small).sum()
        return float(np.log(PATTERNS[pattern] / combinations) + evidence)

    best = are_capital[max(PATTERNS, key=score)]
    cased = chosen.copy()
    cased[letters] = np.where(best, capitals[letters], smalls[letters])
    return cased


def _evidence(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """s·log r_k of each letter as a capital and as a small letter, (2, n). `share`: p_k of both, (2, n)."""
    of_both = share / np.maximum(share.sum(axis=0), np.finfo(float).tiny)
    evidence: NDArray[np.float64] = SHARPNESS * np.log(LEAST + (1 - 2 * LEAST) * of_both)
    return evidence
