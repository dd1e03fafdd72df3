"""Compares two learning histories word by word: words that the second run read sooner or later, gained and lost."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.analysis.learning.history import LearningHistory, Lives, lives_of

Change = Literal["lost", "gained", "later", "sooner"]
"""The difference between two runs' histories of a word.

`lost`, `gained`: only the first, only the second run reads the word at its end. `later`, `sooner`: both read it at
their ends or neither does, and the second read it first later, sooner than the first. These two are used only if they
are sure: at a validation of one run the word was not read yet, and by that step the other run had read it.
"""

CHANGES: tuple[Change, ...] = ("lost", "gained", "later", "sooner")


@dataclass(frozen=True, slots=True)
class LearningDifference:
    """A word whose course differs between two runs."""

    image: str
    """The name of the word's image, the same in both learning histories."""
    target: str
    """The text of the word's label, the same in both learning histories."""
    change: Change
    """The fate of the word in the second run, compared with the first."""
    places: tuple[int, int]
    """The indices of the word in both learning histories."""
    first_learned: tuple[int | None, int | None]
    """The steps at which each run read the word first, with None for never."""
    read_at_end: tuple[bool, bool]
    """True for each run that read the word at its last validation."""

    def to_dict(self) -> dict[str, Any]:
        """Return the difference for `textscanner learning-history --json`."""
        return {name: getattr(self, name) for name in ("image", "target", "change", "first_learned", "read_at_end")}


@dataclass(frozen=True, slots=True)
class LearningComparison:
    """The differences between two learning histories."""

    common: int
    """The number of words that both runs validated, with the same target."""
    differences: tuple[LearningDifference, ...]
    """The differences in the order of `CHANGES`, the largest differences of steps first, and a word that was never read
    before all."""

    @property
    def counts(self) -> Mapping[Change, int]:
        """The number of words with each kind of change."""
        return {change: sum(difference.change == change for difference in self.differences) for change in CHANGES}


def compare_histories(first_history: LearningHistory, second_history: LearningHistory) -> LearningComparison:
    """Compare the words that both runs validated with the same target."""
    first, second = (
        lives_of(first_history.steps, first_history.exact),
        lives_of(second_history.steps, second_history.exact),
    )
    theirs = {word: place for place, word in enumerate(second_history.words) if second.seen[place]}
    common = 0
    differences: list[LearningDifference] = []
    for place, word in enumerate(first_history.words):
        match = theirs.get(word)
        if match is None or not first.seen[place]:
            continue
        common += 1
        first_learned = _first_learned(first, place), _first_learned(second, match)
        at_end = _is_read(first, place), _is_read(second, match)
        change = _change(_spans(first_history, first_learned[0]), _spans(second_history, first_learned[1]), at_end)
        if change is not None:
            differences.append(
                LearningDifference(word.image, word.target, change, (place, match), first_learned, at_end)
            )
    differences.sort(
        key=lambda difference: (CHANGES.index(difference.change), -_apart(difference.first_learned), difference.image)
    )
    return LearningComparison(common, tuple(differences))


def _first_learned(lives: Lives, place: int) -> int | None:
    first_learned = int(lives.first_learned[place])
    return None if first_learned < 0 else first_learned


def _is_read(lives: Lives, place: int) -> bool:
    return bool(lives.first_learned[place] >= 0 and lives.forgotten[place] < 0)


def _spans(learning_history: LearningHistory, first_learned: int | None) -> tuple[float, float]:
    """Steps of the last validation before a run read a word, and of the first at which it did."""
    earlier = (
        learning_history.steps
        if first_learned is None
        else learning_history.steps[learning_history.steps < first_learned]
    )
    return float(earlier[-1]) if len(earlier) else -math.inf, _steps(first_learned)


def _change(first: tuple[float, float], second: tuple[float, float], at_end: tuple[bool, bool]) -> Change | None:
    if at_end[0] != at_end[1]:
        return "lost" if at_end[0] else "gained"
    if first[1] <= second[0]:
        return "later"
    return "sooner" if second[1] <= first[0] else None


def _steps(first_learned: int | None) -> float:
    return math.inf if first_learned is None else float(first_learned)


def _apart(first_learned: tuple[int | None, int | None]) -> float:
    return 0.0 if first_learned[0] == first_learned[1] else abs(_steps(first_learned[1]) - _steps(first_learned[0]))
