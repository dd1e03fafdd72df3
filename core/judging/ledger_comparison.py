"""Compares two ledgers word by word: what the second run read sooner, what later, what it gained and lost."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.judging.ledger import Ledger, Lives, lives_of

Change = Literal["lost", "gained", "later", "sooner"]
"""`lost`, `gained`: only the first, only the second run reads the word at its end. `later`, `sooner`: both read it at
their ends or neither does, and the second read it first later, sooner than the first. That is said only if it is
sure: at a validation of one run the word was not read yet, and by that step the other run had read it."""

CHANGES: tuple[Change, ...] = ("lost", "gained", "later", "sooner")


@dataclass(frozen=True, slots=True)
class LedgerDifference:
    """A word that fared differently in two runs."""

    image: str
    target: str
    change: Change
    places: tuple[int, int]  # (int, int): indices of the word in both ledgers
    born: tuple[int | None, int | None]  # (int, int): steps at which each run read it first; None: never
    read_at_end: tuple[bool, bool]  # (bool, bool): True if each run read it at its last validation

    def to_dict(self) -> dict[str, Any]:
        """The difference for `textscanner ledger --json`."""
        return {name: getattr(self, name) for name in ("image", "target", "change", "born", "read_at_end")}


@dataclass(frozen=True, slots=True)
class LedgerComparison:
    """Two ledgers."""

    common: int  # words that both runs validated, with the same target
    # in the order of CHANGES; the largest differences of steps first, a word that was never read before all
    differences: tuple[LedgerDifference, ...]

    @property
    def counts(self) -> Mapping[Change, int]:
        """Number of words that changed in each way."""
        return {change: sum(each.change == change for each in self.differences) for change in CHANGES}


def compare_ledgers(one: Ledger, other: Ledger) -> LedgerComparison:
    """Compare the words that both runs validated with the same target."""
    first, second = lives_of(one.steps, one.exact), lives_of(other.steps, other.exact)
    theirs = {word: place for place, word in enumerate(other.words) if second.seen[place]}
    common = 0
    found: list[LedgerDifference] = []
    for place, word in enumerate(one.words):
        match = theirs.get(word)
        if match is None or not first.seen[place]:
            continue
        common += 1
        born = _born(first, place), _born(second, match)
        at_end = _is_read(first, place), _is_read(second, match)
        change = _change(_spans(one, born[0]), _spans(other, born[1]), at_end)
        if change is not None:
            found.append(LedgerDifference(word.image, word.target, change, (place, match), born, at_end))
    found.sort(key=lambda each: (CHANGES.index(each.change), -_apart(each.born), each.image))
    return LedgerComparison(common, tuple(found))


def _born(lives: Lives, place: int) -> int | None:
    born = int(lives.born[place])
    return None if born < 0 else born


def _is_read(lives: Lives, place: int) -> bool:
    return bool(lives.born[place] >= 0 and lives.forgotten[place] < 0)


def _spans(ledger: Ledger, born: int | None) -> tuple[float, float]:
    """Steps of the last validation before a run read a word, and of the first at which it did."""
    earlier = ledger.steps if born is None else ledger.steps[ledger.steps < born]
    return float(earlier[-1]) if len(earlier) else -math.inf, _steps(born)


def _change(first: tuple[float, float], second: tuple[float, float], at_end: tuple[bool, bool]) -> Change | None:
    if at_end[0] != at_end[1]:
        return "lost" if at_end[0] else "gained"
    if first[1] <= second[0]:
        return "later"
    return "sooner" if second[1] <= first[0] else None


def _steps(born: int | None) -> float:
    return math.inf if born is None else float(born)


def _apart(born: tuple[int | None, int | None]) -> float:
    return 0.0 if born[0] == born[1] else abs(_steps(born[1]) - _steps(born[0]))
