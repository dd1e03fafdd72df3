"""Expected words, from a list or a pattern, among which the likeliest is read."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError
from core.base.patterns import Pattern, PatternError
from core.charset import normalise
from core.model.using.language_model import Spelling, read_words
from core.project.project import EXAMPLE

_LAST = "\U0010ffff"  # sorts behind every symbol
_KEPT = 100_000  # beginnings of words whose next symbols are remembered
_MOST_NUMBERS = 4_000_000  # numbers of symbols that are remembered for a pattern

Numbers = NDArray[np.int64]


class _Expected:
    """Words that are equally likely, without any other (see `core.model.using.language_model.Spelling`)."""

    bonus, unspelled = 0.0, -math.inf
    occurring: frozenset[str]

    def chances(self, context: str, symbols: Sequence[str], equal: float) -> list[float]:
        """Return zeros: of the symbols that `allowed` names each is as likely as another."""
        return [0.0] * len(symbols)

    def following(self, context: str, symbol: str) -> str:
        return context + symbol


class ExpectedWords(_Expected):
    """A list of expected words.

    Parameters
    ----------
    words : iterable of str
        The words. Those with other symbols count for nothing.
    symbols : sequence of str
        The symbols that are read.
    """

    def __init__(self, words: Iterable[str], symbols: Sequence[str]) -> None:
        self._numbers = {symbol: number for number, symbol in enumerate(symbols)}
        self._words = sorted(word for word in {*words} if self._numbers.keys() >= {*word})
        self._allowed: dict[str, Numbers] = {}
        self.size = len(self._words)
        self.occurring = frozenset("".join(self._words))

    def allowed(self, context: str) -> Numbers:
        numbers = self._allowed.get(context)
        if numbers is None:
            if len(self._allowed) >= _KEPT:
                self._allowed.clear()
            numbers = np.array([self._numbers[symbol] for symbol in self._next(context[1:])], np.int64)
            self._allowed[context] = numbers
        return numbers

    def _next(self, begins: str) -> Iterator[str]:
        """Go through the symbols that follow a beginning in any of the words."""
        place, end = bisect_left(self._words, begins), len(begins)
        if place < self.size and self._words[place] == begins:
            place += 1
        while place < self.size and self._words[place].startswith(begins):
            symbol = self._words[place][end]
            yield symbol
            place = bisect_left(self._words, begins + symbol + _LAST, place)

    def ends(self, context: str) -> float:
        place = bisect_left(self._words, context[1:])
        return 0.0 if place < self.size and self._words[place] == context[1:] else -math.inf


class ExpectedPattern(_Expected):
    """The words that match an expected pattern (`core.base.patterns`).

    Parameters
    ----------
    pattern : str
        The pattern.
    symbols : sequence of str
        The symbols that are read.
    ignore_case : bool
        True to disregard the case of letters.

    Raises
    ------
    PatternError
        If the text is no pattern.
    """

    def __init__(self, pattern: str, symbols: Sequence[str], *, ignore_case: bool) -> None:
        self._pattern = Pattern(pattern, ignore_case=ignore_case)
        self._symbols = symbols
        self._allowed: dict[frozenset[int], Numbers] = {}
        self.occurring = frozenset(self._pattern.occurring(symbols))

    def allowed(self, context: str) -> Numbers:
        states = self._pattern.states(context[1:])  # few, while the beginnings of words are many
        numbers = self._allowed.get(states)
        if numbers is None:
            if len(self._allowed) * len(self._symbols) >= _MOST_NUMBERS:
                self._allowed.clear()
            follows = {*self._pattern.following(context[1:], self._symbols)}
            is_allowed = [number for number, symbol in enumerate(self._symbols) if symbol in follows]
            numbers = self._allowed[states] = np.array(is_allowed, np.int64)
        return numbers

    def ends(self, context: str) -> float:
        return 0.0 if self._pattern.matches(context[1:]) else -math.inf


def words_file(expected: str) -> Path | None:
    """Return the file of expected words, or None for a pattern (see `expected_spelling`).

    Only the ending counts: a pattern of an unknown project may read like the path of any file of this machine.
    """
    return Path(expected) if expected.endswith(".txt") else None


@lru_cache(maxsize=8)
def expected_spelling(expected: str, symbols: tuple[str, ...], *, ignore_case: bool) -> Spelling:
    r"""Return the expected words: those in a file, separated by white space, or those that match a pattern.

    Parameters
    ----------
    expected : str
        The path of a .txt file, or else a pattern such as `[A-Z]{2}\d{5}`.
    symbols : tuple of str
        The symbols that are read, casefolded if case is not regarded.
    ignore_case : bool
        True if case is not regarded.

    Raises
    ------
    DataError
        If the file cannot be read or holds no word of these symbols, or the pattern is none.
    """
    path = words_file(expected)
    if path is None:
        try:
            return ExpectedPattern(normalise(expected), symbols, ignore_case=ignore_case)
        except PatternError as error:
            raise DataError(
                'expected: "{given}" is neither a .txt file nor a pattern ({why}). Name a .txt file of '
                "words, or write a pattern such as {example}.",
                given=expected,
                why=str(error),
                example=EXAMPLE,
            ) from error
    words = (word.casefold() if ignore_case else word for word in {*read_words(path)})
    expected_words = ExpectedWords(words, symbols)
    if not expected_words.size:
        raise DataError(
            "{name}: no word in it has only symbols that the model reads. Choose another file.", name=path.name
        )
    return expected_words
