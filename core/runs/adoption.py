"""Decides on the adoption of a trained model, by the same words read by both models, on plain data."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Reason = Literal["better", "no words", "worse", "forgets", "new symbols", "too few", "no more"]
"""The reason of a verdict. "forgets": it reads fewer of other words, or perhaps does and reads more of the person's.
"too few": it reads more of these, which are too few to be sure."""

Verdict = Literal["adopted", "asked", "kept"]  # the new model is taken, a person decides, or the old model stays

WordKind = Literal["apart", "folds", "synthetic"]
"""The way a word was read. "apart": the new model has not learned from it. "folds": it has, so models that have
learned from the other words read it. "synthetic": it is no word of the project."""

MARGIN = 0.02
"""Accuracy that a model may have lost at most, as the lower end of the interval says, for a person to be asked."""

MOST_IN_FOLDS = 100  # corrected words from which on no folds are trained: the words set apart say enough
FOLDS = 5  # into which fewer corrected words are divided: a model that has not learned them reads each
FOLD_STEPS = 40  # of each fold, at most

_Z = 1.959964  # of 95 %
_MOST_NEEDED = 1000  # times as many words as were compared


@dataclass(frozen=True, slots=True)
class Paired:
    """The numbers of words that each, both or only one of two models reads."""

    words: int
    """The number of all words."""
    old: int
    """The number of words that the old model reads."""
    new: int
    """The number of words that the new model reads."""
    gained: int
    """The number of words that only the new model reads."""
    lost: int
    """The number of words that only the old model reads."""

    @classmethod
    def of(cls, old: Sequence[bool], new: Sequence[bool]) -> Paired:
        """Count the words from the results of both models, one for each word."""
        pairs = list(zip(old, new, strict=True))
        return cls(len(pairs), sum(old), sum(new), pairs.count((False, True)), pairs.count((True, False)))

    @property
    def needed(self) -> int | None:
        """The number of further words that would separate the models at the rate so far, or None if no number would.

        It is the fewest words for which the lower end of `interval` is above 0, if each hundred gains and loses as many
        as now.
        """
        if not self.words or self.gained <= self.lost:
            return None

        def is_enough(words: int) -> bool:
            return _interval(words, self.gained * words / self.words, self.lost * words / self.words)[0] > 0

        most = _MOST_NEEDED * self.words
        fewest = bisect_left(range(most), True, lo=self.words, key=is_enough)
        return fewest - self.words if fewest < most else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the difference in accuracy, new minus old."""
        return _interval(self.words, self.gained, self.lost)


def _interval(words: int, gained: float, lost: float) -> tuple[float, float]:
    """Adjusted Wald interval of paired proportions (Bonett & Price 2012), which holds for few words, too."""
    won, gone = ((count + 1) / (words + 2) for count in (gained, lost))
    half = _Z * math.sqrt((won + gone - (won - gone) ** 2) / (words + 2))
    return max(-1.0, won - gone - half), min(1.0, won - gone + half)


@dataclass(frozen=True, slots=True)
class ComparedWord:
    """One word, as read by the model in use and by the new one."""

    image: str
    """The image's relative path in the project, or the name of a synthetic word."""
    target: str
    """The text of the label."""
    before: str
    """The reading of the model in use."""
    after: str
    """The reading of the new model."""
    was_right: bool
    """True if the model in use reads the label's text, as the project normalises texts."""
    is_right: bool
    """True if the new model reads the label's text, as the project normalises texts."""
    kind: WordKind = "apart"
    """The way the word was read."""
    picture: bytes = b""
    """The picture of a synthetic word as a PNG file, or empty for a word of the project."""

    @property
    def rank(self) -> int:
        """The sort key in a table: words that were lost, then won, then those that neither reads, then the rest."""
        return {(True, False): 0, (False, True): 1, (False, False): 2}.get((self.was_right, self.is_right), 3)


@dataclass(frozen=True, slots=True)
class AdoptionJob:
    """The request to compare two models."""

    folder: Path
    """The project."""
    old: Path
    """The model in use."""
    new: Path
    """The run of a training."""
    start: Path | None
    """The model that the training started from. None: random weights, which can forget nothing."""
    corrected: tuple[str, ...] | None = None
    """Relative paths of the words that the new model has learned from, which models trained in folds read. None: all.
    """
    language_model: bool = False
    """True to read with the language model that a model names."""
    minutes: float = 3.5
    """The longest time for the folds, in minutes, on the machine at hand."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """The result of comparing two models."""

    own: Paired
    """Words of the project: those set apart, and corrected ones by folds."""
    synthetic: Paired
    """Synthetic words as for the start, of the symbols that both know, against forgetting. None without a start."""
    unknown: int = 0
    """The number of symbols that the old model knows and the charset of the new one leaves out."""
    words: tuple[ComparedWord, ...] = ()
    """All words of the project that served, and the synthetic words that only one of the two models reads."""
    fresh: int = 0
    """The number of words with symbols that only the new model knows."""
    fresh_read: int = 0
    """The number of these words that the new model reads."""
    agreed: int = 0
    """The number of the project's words that are left out because two readers agreed on them, which is no truth."""

    @property
    def reason(self) -> Reason:
        """The reason that the new model is taken, or that the old one stays."""
        if not self.own.words:
            return "no words"
        if self.verdict == "adopted":
            return "better"
        if self.own.interval[1] < 0:
            return "worse"
        low, high = self._synthetic_interval
        if high < 0 or (self.own.interval[0] > 0 and low <= -MARGIN):
            return "forgets"
        if self.fresh and not self.fresh_read:
            return "new symbols"
        return "too few" if self.own.new > self.own.old else "no more"

    @property
    def reads_less(self) -> bool:
        """True if the new model certainly reads fewer of the project's own or of the synthetic words."""
        return self.reason == "worse" or self._synthetic_interval[1] < 0

    @property
    def verdict(self) -> Verdict:
        """The verdict, which is "adopted" only if the interval over the project's own words is above 0.

        A model that may have forgotten more than `MARGIN` of the synthetic words is not adopted unasked, and one that
        has certainly forgotten some is not adopted. A symbol that its charset leaves out is a choice, and not
        forgotten.
        """
        low, (synthetic_low, synthetic_high) = self.own.interval[0], self._synthetic_interval
        if not self.own.words or low <= -MARGIN or synthetic_high < 0:
            return "kept"
        return "adopted" if low > 0 and synthetic_low > -MARGIN else "asked"

    @property
    def _synthetic_interval(self) -> tuple[float, float]:
        """The interval over the synthetic words, (0, 0) if there are none: without a start nothing can be forgotten."""
        return self.synthetic.interval if self.synthetic.words else (0.0, 0.0)
