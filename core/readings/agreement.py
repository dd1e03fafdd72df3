"""Compares the texts of several readers, and chooses the text for a draft."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

Agreement = Literal["same", "case", "differ"]
"""The agreement of readings: the same after NFC, the same but for case or marks, or different."""

AGREEMENTS: Final[tuple[Agreement, ...]] = get_args(Agreement)

CasePattern = Literal["lower", "upper", "title", "other"]
"""The case of a word's letters: `word`, `WORD`, `Word`, or anything else."""


def comparable(text: str) -> str:
    """Return a text in the form that `word_accuracy_ci` compares: case-folded, with only what `str.isalnum` accepts.

    This is the academic protocol (lower case, symbols deleted) without its list of Latin letters and Chinese
    characters, so that it holds for every script. MMOCR's `ignore_case_symbol` keeps a "^" by a slip in its pattern.
    """
    return "".join(symbol for symbol in text.casefold() if symbol.isalnum())


def agreement_of(texts: Collection[str]) -> Agreement | None:
    """Return the agreement between the texts of several readers, or None for fewer than two."""
    if len(texts) < 2:
        return None
    if len({*texts}) == 1:  # a list of 100,000 words is compared while the window waits
        return "same"
    distinct = {unicodedata.normalize("NFC", text) for text in texts}
    if len(distinct) == 1:
        return "same"
    return "case" if len(set(map(comparable, distinct))) == 1 and all(map(comparable, distinct)) else "differ"


@dataclass(frozen=True, slots=True)
class OfferedText:
    """A reader's text that is offered for a draft."""

    reader: str
    """The reader's name. "" for the model in use."""
    text: str
    """The text that the reader reads, after NFC."""
    calibrated: float | None
    """Probability that the text is right, 0 to 1, on one scale for all readers.

    It is None if nobody has measured this reader, and then decides nothing.
    """


@dataclass(frozen=True, slots=True)
class Choice:
    """The text chosen for a draft from several offers."""

    offer: OfferedText
    """The offer that is taken."""
    agreement: Agreement
    """The agreement of all offers."""


def choose(
    offers: Sequence[OfferedText],
    charset: frozenset[str] = frozenset(),
    patterns: Mapping[CasePattern, int] | None = None,
) -> Choice | None:
    """Choose the text for a draft.

    A text that all readers read is taken. If only case or marks differ, the text is taken whose symbols the charset
    has; of several such texts the one whose case pattern is the most frequent in the project. If the texts differ, the
    one with the greatest calibrated probability is taken; if nobody has measured the readers, that of the model in use.

    Parameters
    ----------
    offers : sequence of OfferedText
        The offer of the model in use comes first.
    charset : frozenset of str
        The symbols of the project. Empty if any symbol may be written.
    patterns : mapping of CasePattern to int, optional
        The number of the project's known texts with each case pattern, as `case_patterns` counts them.

    Returns
    -------
    Choice or None
        None if there are fewer than two offers with a text.
    """
    known = [offer for offer in offers if offer.text]
    agreement = agreement_of([offer.text for offer in offers])
    if agreement is None or not known:
        return None
    if agreement == "differ":
        return Choice(max(known, key=lambda offer: -1.0 if offer.calibrated is None else offer.calibrated), agreement)
    frequency = patterns or {}

    def fits(offer: OfferedText) -> tuple[bool, int]:
        is_writable = not charset or all(symbol in charset for symbol in offer.text)
        return is_writable, frequency.get(case_pattern(offer.text), 0)

    return Choice(max(known, key=fits), agreement)


def case_pattern(text: str) -> CasePattern:
    """Return the case pattern of the letters in a word, or "other" if no letter has case."""
    letters = "".join(symbol for symbol in text if symbol.isalpha())
    if letters.islower():
        return "lower"
    if letters.isupper():
        return "upper"
    return "title" if letters.istitle() else "other"


def case_patterns(texts: Iterable[str]) -> Counter[CasePattern]:
    """Count the case patterns in some texts."""
    return Counter(map(case_pattern, texts))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of a reader: a word with the reader's probability p is right with σ(slope·logit p + offset).

    This is Platt's scaling (Platt 1999, "Probabilistic outputs for support vector machines"), fitted on words with
    known texts.
    """

    slope: float
    """Factor of the log odds, 1 for a reader whose own probability is right."""
    offset: float
    """Summand of the log odds."""
    words: int
    """The number of words that it was fitted on."""
    data: str
    """The words that it was fitted on, for a person: "IIIT5K, 1,249 training words, any case"."""

    def __call__(self, probability: float) -> float:
        """Return the probability, 0 to 1, that a word is right, from the reader's own `probability`, 0 to 1."""
        return 1 / (1 + math.exp(-min(max(self.slope * _log_odds(probability) + self.offset, -_FAR), _FAR)))


_EDGE: Final = 1e-4  # a probability is moved so far from 0 and 1: no reader is as sure as that
_FAR: Final = 30.0


def _log_odds(probability: float) -> float:
    inside = min(max(probability, _EDGE), 1 - _EDGE)
    return math.log(inside / (1 - inside))


def fit_calibration(probabilities: Sequence[float], are_right: Sequence[bool], data: str) -> Calibration:
    """Fit the calibration of a reader by Newton's method, with Platt's targets, which avoid 0 and 1.

    These targets keep the fit finite.

    Parameters
    ----------
    probabilities : sequence of float
        The reader's own probability for each word, 0 to 1.
    are_right : sequence of bool
        True for each word that was read rightly.
    data : str
        See `Calibration`.
    """
    right = sum(are_right)
    high, low = (right + 1) / (right + 2), 1 / (len(are_right) - right + 2)
    rows = [(_log_odds(p), high if is_right else low) for p, is_right in zip(probabilities, are_right, strict=True)]
    slope, offset = 0.0, math.log((right + 1) / (len(are_right) - right + 1))
    for _ in range(_ROUNDS):
        gradient, curvature = [0.0, 0.0], [_RIDGE, 0.0, _RIDGE]
        for x, target in rows:
            p = 1 / (1 + math.exp(-min(max(slope * x + offset, -_FAR), _FAR)))
            weight = p * (1 - p)
            gradient = [gradient[0] + (p - target) * x, gradient[1] + p - target]
            curvature = [curvature[0] + weight * x * x, curvature[1] + weight * x, curvature[2] + weight]
        determinant = curvature[0] * curvature[2] - curvature[1] ** 2
        slope -= (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / determinant
        offset -= (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / determinant
    return Calibration(slope, offset, len(rows), data)


_ROUNDS: Final = 30
_RIDGE: Final = 1e-3  # so that words that are all right, or all read with one probability, have a solution
