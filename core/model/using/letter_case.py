"""Chooses the letter case of a whole word: capitals, small letters, a first capital, or any mixture.

Each is as probable as it is often on signs. The network's shares of both cases of a letter speak for a case, and so
does the height of the letter beside those of the others.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from string import ascii_letters, digits

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

HEIGHTS = (
    dict.fromkeys(ascii_letters + digits, 0.0)
    | dict.fromkeys("acemnorsuvwxz", -0.27)
    | dict.fromkeys("gpqy", -0.04)
    | {"t": -0.09}
)
"""Logarithm of a character's height, of a capital 0: medians of rightly read words of IIIT5K's 1,249, as Q shows them.

Other characters say nothing of heights.
"""

HEIGHT_SPREAD, HEIGHT_LIMIT = 0.06, 3.0
"""Standard deviation of the logarithm of a height, and the most that one height speaks against a case, in nats.

Chosen on IIIT5K's 1,249.
"""

_MOST_BESIDE = 1  # map pixels on either side of a centre whose rows count, if no other character is as near
_LEAST_HEIGHT = 0.05  # map pixels


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
    chosen: NDArray[np.int64],
    shares: NDArray[np.float64],
    charset: tuple[str, ...],
    heights: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """Return the symbols of a word in the letter case that is likeliest for the whole word.

    The score of a pattern is log P(pattern) + s·Σ_k log r_k - min_b Σ_k min((l_k - m_k - b)²/2σ², L). r_k is the share
    of the case that the pattern gives letter k, of both cases of it (`SHARPNESS`, `LEAST`; for r_1 `FIRST`, too); l_k
    the logarithm of its height, m_k what `HEIGHTS` has for that case, b the logarithm of a capital's height in this
    word, one of those that suit a letter exactly (σ and L: `HEIGHT_SPREAD` and `HEIGHT_LIMIT`).

    Parameters
    ----------
    chosen : (n,) int64
        Places in the charset of the symbols read, in reading order.
    shares : (n, C) float64
        p_k of each.
    charset : tuple of str
        C symbols.
    heights : (n,) float64, optional
        Of the characters, in any unit, > 0 (`heights_of`). None: heights say nothing.

    Returns
    -------
    (n,) int64
    """
    capitals, smalls = (cases[chosen] for cases in _cases(charset))
    is_letter = capitals >= 0
    letters = np.flatnonzero(is_letter)
    if not len(letters):
        return chosen
    share = np.stack([shares[letters, cases[letters]] for cases in (capitals, smalls)])
    by_pattern = dict.fromkeys(PATTERNS, _evidence(share))
    if len(letters) > 1 and charset[smalls[letters[0]]] in ALIKE:
        lowered = share.copy()
        lowered[0, 0] *= np.exp(-FIRST)
        by_pattern |= dict.fromkeys(("small", "capitalised"), _evidence(lowered))
    first = np.arange(len(letters)) == 0
    are_capital = {
        "capitals": np.ones_like(first),
        "small": np.zeros_like(first),
        "capitalised": first if len(letters) > 1 else np.ones_like(first),
    }
    either = np.where(is_letter, np.stack([capitals, smalls]), chosen)
    by_height = _height_evidence(either, charset, heights)
    of_others = by_height[:, 0, ~is_letter].sum(axis=1)

    def scored(pattern: str) -> tuple[float, NDArray[np.bool_]]:
        """Return the score of a pattern, and which letters are capitals in it."""
        evidence = by_pattern[pattern] + by_height[:, :, letters]
        combinations = 2.0 ** len(letters) if pattern == "mixed" else 1.0
        likelier = evidence[:, 0] > evidence[:, 1]
        is_capital = np.broadcast_to(are_capital.get(pattern, likelier), likelier.shape)
        totals = np.where(is_capital, evidence[:, 0], evidence[:, 1]).sum(axis=1) + of_others
        best = int(totals.argmax())
        return float(np.log(PATTERNS[pattern] / combinations) + totals[best]), is_capital[best]

    is_capital = max(map(scored, PATTERNS), key=itemgetter(0))[1]
    cased = chosen.copy()
    cased[letters] = np.where(is_capital, capitals[letters], smalls[letters])
    return cased


def heights_of(centres: NDArray[np.int64], localization: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return how high the characters of a word are: the standard deviation of Q's rows around each centre.

    Q's humps are Gaussians as wide and high as their characters by a fraction (`Sigma`, kind `relative`).

    Parameters
    ----------
    centres : (n, 2) int64
        Row and column of the map's pixel at each character's centre, in reading order.
    localization : (h, w) float
        Q.

    Returns
    -------
    (n,) float64
        Map pixels, at least `_LEAST_HEIGHT`.
    """
    columns = centres[:, 1]
    gaps = np.abs(columns[:, None] - columns[None, :]) + np.where(np.eye(len(columns), dtype=bool), 99, 0)
    halves = np.clip((gaps.min(axis=1, initial=99) - 1) // 2, 0, _MOST_BESIDE)
    rows, heights = np.arange(len(localization)), np.empty(len(columns))
    for place, (column, half) in enumerate(zip(columns, halves, strict=True)):
        mass = localization[:, max(0, column - half) : column + half + 1].sum(axis=1, dtype=np.float64)
        shares = mass / max(mass.sum(), np.finfo(float).tiny)
        heights[place] = np.sqrt((shares * (rows - (shares * rows).sum()) ** 2).sum())
    return np.maximum(heights, _LEAST_HEIGHT)


def _height_evidence(
    either: NDArray[np.int64], charset: tuple[str, ...], heights: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Return what heights say of characters as capitals and as small letters, (B, 2, n), by B heights of a capital.

    `either`: the places of both cases, (2, n); twice the same of a character that has no case.
    """
    nothing = np.zeros((1, *either.shape))
    if heights is None:
        return nothing
    usual = np.array([[HEIGHTS.get(charset[place], np.nan) for place in places] for places in either])
    as_capital = np.log(heights) - usual
    known = as_capital[np.isfinite(as_capital)]
    if not len(known):
        return nothing
    away = as_capital - known[:, None, None]
    against: NDArray[np.float64] = np.minimum(away**2 / (2 * HEIGHT_SPREAD**2), HEIGHT_LIMIT)
    return -np.nan_to_num(against, nan=0.0)


def _evidence(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """s·log r_k of each letter as a capital and as a small letter, (2, n). `share`: p_k of both, (2, n)."""
    of_both = share / np.maximum(share.sum(axis=0), np.finfo(float).tiny)
    evidence: NDArray[np.float64] = SHARPNESS * np.log(LEAST + (1 - 2 * LEAST) * of_both)
    return evidence
