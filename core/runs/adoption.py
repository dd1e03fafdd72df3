"""Adoption of a trained model: plain data, and the rule that decides by the same words read by both models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Verdict = Literal["adopted", "asked", "kept"]  # the new model is taken, a person decides, or the old model stays

MARGIN = 0.02
"""Accuracy that a model may have lost at most, as the lower end of the interval says, for a person to be asked."""

MOST_IN_FOLDS = 100  # corrected words from which on no folds are trained: the words set apart say enough

_Z = 1.959964  # of 95 %


@dataclass(frozen=True, slots=True)
class Paired:
    """The same words read by two models."""

    # words, old, new: all words, and those that each model reads
    words: int
    old: int
    new: int
    # gained, lost: words that only the new model reads, and that only the old one does
    gained: int
    lost: int

    @classmethod
    def of(cls, old: Sequence[bool], new: Sequence[bool]) -> Paired:
        """Count the words that are read, given one by one by each model."""
        pairs = list(zip(old, new, strict=True))
        return cls(len(pairs), sum(old), sum(new), pairs.count((False, True)), pairs.count((True, False)))

    def __add__(self, other: Paired) -> Paired:
        return Paired(
            self.words + other.words,
            self.old + other.old,
            self.new + other.new,
            self.gained + other.gained,
            self.lost + other.lost,
        )

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference in accuracy, new less old.

        Adjusted Wald interval of paired proportions (Bonett & Price 2012), which holds for few words, too.
        """
        gained, lost = ((count + 1) / (self.words + 2) for count in (self.gained, self.lost))
        half = _Z * math.sqrt((gained + lost - (gained - lost) ** 2) / (self.words + 2))
        return max(-1.0, gained - lost - half), min(1.0, gained - lost + half)


@dataclass(frozen=True, slots=True)
class AdoptionJob:
    """Two models that are to be compared."""

    folder: Path  # the project
    # old, new: the model in use, and the run of a training
    old: Path
    new: Path
    start: Path | None  # the model that the training started from; None: random weights, which can forget nothing
    # words that the new model has learned from, relative paths, which models trained in folds read; None: all
    corrected: tuple[str, ...] | None = None
    language_model: bool = False  # read with the language model that a model names
    minutes: float = 3.5  # most time, on the machine at hand, for the folds


@dataclass(frozen=True, slots=True)
class Adoption:
    """The result of a comparison."""

    own: Paired  # words of the project: those set apart, and corrected ones by folds
    drawn: Paired  # drawn as for the start, of the symbols that both know, against forgetting; none without a start
    unknown: int = 0  # symbols that the old model knows and the charset of the new one leaves out
    alone: Mapping[str, str] = field(default_factory=dict)  # validation words that only "this" (new) or "other" reads

    @property
    def verdict(self) -> Verdict:
        """Decide: better means that the interval of the own words lies above 0.

        A model that may have forgotten more than `MARGIN` of the drawn words is not adopted unasked, and one that has
        certainly forgotten some is not adopted. A symbol that its charset leaves out is a choice, and not forgotten.
        """
        low, (drawn_low, drawn_high) = self.own.interval[0], self.drawn.interval if self.drawn.words else (0.0, 0.0)
        if not self.own.words or low <= -MARGIN or drawn_high < 0:
            return "kept"
        return "adopted" if low > 0 and drawn_low > -MARGIN else "asked"
