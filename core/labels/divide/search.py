"""Finds the cuts of a straightened word, which pass through little ink and leave pieces that look like its symbols.

Dynamic programming over the columns, as in the classical segmentation of touching characters (Casey and Lecolinet 1996,
"A survey of methods and strategies in character segmentation", section 2).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from core.labels.divide.glyphs import COLUMNS, ROWS, shapes_of, width_of

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

# Costs in units of a cut through full ink
_STIFFNESS = 2.0  # of a character twice as wide as expected
_UNLIKE = 5.0  # of a character that has nothing in common with its symbol
_BLANK = 1.0  # of a visible symbol on bare ground
_ELSEWHERE = 3.0  # of a character that lies wholly outside its piece, if a network has seen the word

_NARROWEST, _WIDEST = 0.35, 2.2  # limits of a character's width, in expected widths
_AT_ONCE = 4096  # pieces that are compared with drawings at once, so that what is found stays in the processor's cache
_GAP = 0.4  # between two characters, in widths of an average letter


def expected_widths(text: str) -> Array:
    """Return the expected widths of a text's symbols, relative to each other.

    Parameters
    ----------
    text : str
        n symbols after NFC.

    Returns
    -------
    (n,) float64
        Positive: the usual width of the ink in print, and half a gap on each side that has a neighbour.
    """
    widths = np.array([_ink_width(symbol) for symbol in text], dtype=np.float64) + _GAP
    widths[[0, -1]] -= _GAP / 4
    return widths


def _ink_width(symbol: str) -> float:
    known = width_of(symbol)
    if known is not None:
        return known
    if unicodedata.east_asian_width(symbol) in {"W", "F"}:
        return 2.0
    if unicodedata.category(symbol) in {"Mn", "Zs", "Cf"}:
        return 0.3
    return 1.1 if symbol.isupper() else 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The cheapest division of a word, with its cost."""

    cost: float = np.inf
    """The cost of the division, infinite if there is no division."""
    borders: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """(n + 1,) int: columns of the pieces' borders, both ends included."""
    likeness: tuple[float, ...] = ()
    """Likeness of each piece to its symbol, 0 … 1."""
    agreement: float = 0.0
    """Mean share of the characters, as a network saw them, that lies in their own pieces. 0 if none has."""
    agreement_by_ink: float = 0.0
    """The agreement of the division that is cheapest without the network."""


def cheapest_cuts(body: NDArray[np.float32], symbols: str, widths: Array, places: Array | None = None) -> Found:
    """Find the division of a word that costs least.

    Parameters
    ----------
    body : (rows, columns) float32
        Ink, 0 … 1, from the word's first to its last row and column with ink.
    symbols : str
        n symbols after NFC.
    widths : (n,) float64
        Expected widths, relative to each other.
    places : (n, columns) float64, optional
        For each symbol the share of its character in each column (`core.labels.divide.evidence.places_of`).

    Notes
    -----
    cost = Σ ink at the cuts + Σ (`_STIFFNESS` · (width / expected - 1)² + `_UNLIKE` · (1 - likeness)), where ink is
    relative to the ink of a full column (the 80th percentile), and likeness is the cosine of the ink of a piece, in
    ROWS times COLUMNS cells, and the most similar drawing of its symbol. A space costs the ink that it covers instead.
    With `places` each visible symbol also costs `_ELSEWHERE` times the share of its character outside its piece.
    best[x] after i characters is the lowest cost of i characters that fill the columns before x.
    """
    columns = body.shape[1]
    profile = body.mean(axis=0, dtype=np.float64)
    full = float(np.percentile(profile, 80))
    if full <= 0 or columns < widths.size:
        return Found()
    profile = np.minimum(profile / full, 2.0)
    at_border = np.concatenate([[0.0], (profile[1:] + profile[:-1]) / 2, [0.0]])
    amount = np.concatenate([[0.0], np.cumsum(profile)])
    expected = widths / widths.sum() * columns
    ranges = [(max(1, int(width * _NARROWEST)), int(np.ceil(width * _WIDEST)) + 2) for width in expected]
    narrowest = min(low for low, _ in ranges)
    spans = np.arange(narrowest, max(high for _, high in ranges))
    ends = np.arange(columns + 1)[:, None]
    starts = ends - spans
    reachable = np.maximum(starts, 0)
    likeness, is_blank = _likeness(body, reachable, ends, symbols)
    pieces = []
    for symbol, width, (low, high) in zip(symbols, expected, ranges, strict=True):
        some = slice(low - narrowest, high - narrowest)
        origin = reachable[:, some]
        if symbol.isspace():
            cost = (amount[ends] - amount[origin]) / width
        else:
            cost = _UNLIKE * (1 - likeness[symbol][:, some]) + _BLANK * is_blank[:, some]
        cost = cost + _STIFFNESS * (spans[some] / width - 1) ** 2
        pieces.append(_Piece(spans[some], np.where(starts[:, some] >= 0, cost, np.inf)))
    lowest, borders = _cheapest(pieces, at_border)
    agreement = by_ink = 0.0
    if places is not None and np.isfinite(lowest):
        before = np.concatenate([np.zeros((len(symbols), 1)), places.cumsum(axis=1)], axis=1)
        is_seen = before[:, -1] > 0
        by_ink = _agreement(before, borders, is_seen)
        for share, piece, seen in zip(before, pieces, is_seen, strict=True):
            if seen:
                piece.cost[...] += _ELSEWHERE * (1 - share[ends] + share[np.maximum(ends - piece.spans, 0)])
        lowest, borders = _cheapest(pieces, at_border)
        agreement = _agreement(before, borders, is_seen)
    if not np.isfinite(lowest):
        return Found()
    cuts = tuple(
        float(likeness[symbol][end, end - start - narrowest])
        for symbol, (start, end) in zip(symbols, pairwise(borders), strict=True)
    )
    return Found(lowest, borders, cuts, agreement, by_ink)


class _Piece(NamedTuple):
    """The cost of a symbol's piece: its widths in columns, (s,), and the cost by its end and its width, (e, s)."""

    spans: Ints
    cost: Array


def _cheapest(pieces: Sequence[_Piece], at_border: Array) -> tuple[float, Ints]:
    """Return the lowest cost, infinite if nothing fits, and the borders, (n + 1,)."""
    ends = np.arange(at_border.size)
    best = np.where(ends == 0, 0.0, np.inf)
    origins = []
    for spans, piece in pieces:
        cost = best[np.maximum(ends[:, None] - spans, 0)] + piece
        chosen = cost.argmin(axis=1)
        best = cost[ends, chosen] + at_border
        origins.append(ends - spans[chosen])
    borders = [int(ends[-1])]
    if np.isfinite(best[-1]):
        for origin in reversed(origins):
            borders.append(int(origin[borders[-1]]))
    return float(best[-1]), np.array(borders[::-1], dtype=np.int64)


def _agreement(before: Array, borders: Ints, is_seen: NDArray[np.bool_]) -> float:
    """Return the mean share of the seen characters that lies in their own pieces.

    `before`, (n, columns + 1), holds for each character its share up to each column.
    """
    ranks = np.arange(len(before))
    inside = before[ranks, borders[1:]] - before[ranks, borders[:-1]]
    return float(inside[is_seen].mean()) if is_seen.any() else 0.0


def _likeness(
    body: NDArray[np.float32], starts: Ints, ends: Ints, symbols: str
) -> tuple[dict[str, NDArray[np.float32]], NDArray[np.bool_]]:
    """The likeness of the pieces between columns, each drawn in to its ink, to the symbols, and the pieces without ink.

    `starts`: (e, s) int. `ends`: (e, 1) int: e is columns + 1: all ends, with s starts each. Returns likeness : dict of
    str to (e, s) float32: of each symbol: cosine, 0 … 1. Returns is_blank : (e, s) bool.
    """
    columns = body.shape[1]
    rows = cv2.resize(body, (columns, ROWS), interpolation=cv2.INTER_AREA)
    before = np.concatenate([np.zeros((1, ROWS), np.float32), rows.T.cumsum(axis=0, dtype=np.float32)])
    # whole columns cut into COLUMNS cells have their edges at this many places between two columns, and nowhere else
    between = np.linspace(before[:-1], before[1:], COLUMNS, endpoint=False, axis=1, dtype=np.float32)
    before = np.concatenate([between.reshape(-1, ROWS), before[-1:]])
    places, has_ink = np.arange(columns + 1), body.max(axis=0) > 0.5
    following = np.minimum.accumulate(np.where(np.append(has_ink, True), places, columns)[::-1])[::-1]
    preceding = np.maximum.accumulate(np.where(np.append(True, has_ink), places, 0))
    left, right = np.minimum(following[starts], ends), np.maximum(preceding[ends], starts)
    is_blank = right <= left
    left, right = np.where(is_blank, starts, left), np.where(is_blank, np.maximum(ends, starts + 1), right)
    edges = COLUMNS * left[..., None] + (right - left)[..., None] * np.arange(COLUMNS + 1)
    # `take` is ten times as fast as brackets here
    flat = np.diff(before.take(edges, axis=0), axis=2).reshape(-1, COLUMNS * ROWS)
    flat /= np.sqrt(np.einsum("ij,ij->i", flat, flat))[:, None] + np.float32(1e-6)
    distinct = "".join(dict.fromkeys(symbols))
    by_row = shapes_of(distinct).reshape(-1, ROWS, COLUMNS)
    drawings = by_row.swapaxes(1, 2).reshape(-1, COLUMNS * ROWS)
    table = np.empty((len(distinct), len(flat)), np.float32)
    for first in range(0, len(flat), _AT_ONCE):  # of all symbols at once: many times as fast as one by one
        some = flat[first : first + _AT_ONCE]
        cosines = drawings @ some.T
        cosines.reshape(len(distinct), -1, len(some)).max(axis=1, out=table[:, first : first + _AT_ONCE])
    return dict(zip(distinct, table.reshape(-1, *starts.shape), strict=True)), is_blank
