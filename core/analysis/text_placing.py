"""Places the symbols of a known text in a picture by a monotone alignment of symbols and peaks.

All costs are natural logarithms of probabilities, so that alignments, and the text and the model's own reading, can be
weighed against each other: a peak that is passed over costs log p(none there) (Q), one that is symbol c costs log
p(there) + log p(c)/max p (Q and G), and S gives the order of the peaks. The best symbol of a peak costs nothing for
itself: that G wavers between two symbols is no word against there being a character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.peaks import Peak
from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.maps.decoding import L_SCORE, Float

LEAST = 1e-3
"""No network is surer than this of anything: probability of a symbol that G rules out, or that the charset has not, and
of a character where Q shows none, or none if Q is 1."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The alignment of a text with the peaks of an image."""

    peaks: tuple[Peak | None, ...]
    """The peak of each symbol. None if none is left for it."""
    scores: tuple[float, ...]
    """The probability of each symbol at its peak, 0 to 1, or 0 if it has no peak."""
    passed_over: tuple[Peak, ...]
    """Peaks that the text has no symbol for."""
    log_likelihood: float
    """The log-likelihood of the text, ≤ 0, against the best symbol of each peak."""
    own: float
    """The log-likelihood of the reading of the maps themselves, the most that any text can have, ≤ 0."""

    @property
    def odds(self) -> float:
        """The logarithm of how much likelier the network's own reading is than the text, or 0 if they are the same."""
        return self.own - self.log_likelihood


def place_text(
    symbols: Sequence[str | None],
    peaks: Sequence[Peak],
    predicted: PredictedMaps,
    charset: Charset,
    apart: Float | None = None,
) -> Placing:
    """Align a text with the peaks for the greatest likelihood (Needleman and Wunsch 1970).

    Parameters
    ----------
    symbols : sequence of str or None
        In reading order, after the project's normalisation; None matches any one symbol.
    peaks : sequence of Peak
        The peaks in reading order, as `core.analysis.peaks.find_peaks` gives them.
    predicted : PredictedMaps
        The source of the peaks.
    charset : Charset
        The network's symbols.
    apart : (n, m) float, optional
        The further cost of each pair of a symbol and a peak, in nats, if the places of the symbols are known.
    """
    chance = chances(peaks, predicted)
    there, skip = presence(peaks)
    best = np.log(np.maximum(chance.max(axis=1, initial=0), LEAST))
    own = float(np.maximum(there, skip).sum())
    n, m = len(symbols), len(peaks)
    shares = np.zeros((n, m))
    match = np.empty((n, m))
    for i, symbol in enumerate(symbols):
        number = None if symbol is None else charset.id_of(symbol)
        if symbol is None:
            shares[i], match[i] = 1, there
        else:
            shares[i] = 0 if number is None else chance[:, number - 1]
            match[i] = there + np.log(np.maximum(shares[i], LEAST)) - best
    if apart is not None:
        match -= apart
    miss = float(np.log(LEAST))
    table = np.empty((n + 1, m + 1))
    skipped = np.concatenate([[0.0], np.cumsum(skip)])
    table[0] = skipped
    for i in range(n):
        row = table[i] + miss
        row[1:] = np.maximum(row[1:], table[i, :-1] + match[i])
        table[i + 1] = np.maximum.accumulate(row - skipped) + skipped  # any number of peaks passed over at once
    pairs = _traced_back(table, match, miss)
    chosen: list[Peak | None] = [None if j is None else peaks[j] for j in pairs]
    scores = tuple(0.0 if j is None else float(shares[i, j]) for i, j in enumerate(pairs))
    taken = set(pairs)
    return Placing(
        tuple(chosen), scores, tuple(peak for j, peak in enumerate(peaks) if j not in taken), float(table[n, m]), own
    )


def presence(peaks: Sequence[Peak]) -> tuple[Float, Float]:
    """Return the log-probabilities, (m,) each, that a peak is a character, and that it is none.

    Q is no probability. Word formation takes its height L_score for as good as even; from there the log-odds rise in a
    straight line to the surest at 1.
    """
    height = np.array([peak.presence for peak in peaks], dtype=np.float64)
    odds = np.log(1 / LEAST - 1) * (height - L_SCORE) / (1 - L_SCORE)
    return -np.logaddexp(0, -odds), -np.logaddexp(0, odds)


def chances(peaks: Sequence[Peak], predicted: PredictedMaps) -> Float:
    """Return p(symbol | there is a character) for each peak, (m, C).

    It is the mean of G_c over the peak's middle, weighted with Q. The share that G gives to the background there is no
    word against any symbol, and is shared out evenly.
    """
    weights = np.zeros((predicted.localization.size, len(peaks)))
    for j, peak in enumerate(peaks):
        weights[peak.pixels, j] = predicted.localization.flat[peak.pixels]
    votes = predicted.symbols.votes(weights) / np.maximum(weights.sum(axis=0), 1e-12)[:, None]
    undecided = np.clip(1 - votes.sum(axis=1, keepdims=True), 0, None)
    return np.asarray(votes + undecided / max(predicted.charset_size, 1))


def _traced_back(table: Float, match: Float, miss: float) -> list[int | None]:
    """Return for each symbol its peak, along a likeliest way through the table, and of equal ways one that pairs."""
    i, j = table.shape[0] - 1, table.shape[1] - 1
    pairs: list[int | None] = [None] * i
    while i:
        ways = (
            table[i - 1, j - 1] + match[i - 1, j - 1] if j else -np.inf,
            table[i - 1, j] + miss,
            table[i, j - 1] + (table[0, j] - table[0, j - 1]) if j else -np.inf,
        )
        way = int(np.argmax(ways))
        if way == 0:
            pairs[i - 1] = j - 1
        if way != 2:
            i -= 1
        if way != 1:
            j -= 1
    return pairs
