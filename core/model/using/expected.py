"""Words that a person expects: a list of them, or a pattern. A reading is the likeliest of them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from core.base.errors import DataError
from core.base.patterns import Pattern, PatternError
from core.charset import normalise
from core.model.using.language_model import Spelling, read_words
from core.project.project import EXAMPLE

_FEW = 40  # words, up to which each symbol that may follow is tried, however little the network sees of it
_LAST = "\U0010ffff"  # sorts behind every symbol


class ExpectedWords:
    """A list of words, each as likely as another. See `core.model.using.language_model.Spelling`."""

    bonus, unspelled = 0.0, -math.inf

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted({*words})
        self.size = len(self._words)

    def _bounds(self, context: str) -> tuple[int, int]:
        """Return the places of the first word that begins so, and of the first behind them."""
        begins = context[1:]
        first = bisect_left(self._words, begins)
        return first, bisect_left(self._words, begins + _LAST, first)

    def chance(self, context: str, symbol: str, equal: float) -> float:
        first, behind = self._bounds(context + symbol)
        return 0.0 if first < behind else -math.inf

    def following(self, context: str, symbol: str) -> str:
        return context + symbol

    def ends(self, context: str) -> float:
        first, _ = self._bounds(context)
        return 0.0 if first < len(self._words) and self._words[first] == context[1:] else -math.inf

    def only(self, context: str) -> Sequence[str]:
        first, behind = self._bounds(context)
        if behind - first > _FEW:
            return ()
        return sorted({word[len(context) - 1] for word in self._words[first:behind] if len(word) >= len(context)})


class ExpectedPattern:
    """The words of a pattern (`core.base.patterns`). See `core.model.using.language_model.Spelling`."""

    bonus, unspelled = 0.0, -math.inf

    def __init__(self, pattern: str, symbols: Sequence[str], *, ignore_case: bool) -> None:
        self._pattern = Pattern(pattern, ignore_case=ignore_case)
        self._symbols = symbols

    def chance(self, context: str, symbol: str, equal: float) -> float:
        return 0.0 if self._pattern.begins(context[1:] + symbol) else -math.inf

    def following(self, context: str, symbol: str) -> str:
        return context + symbol

    def ends(self, context: str) -> float:
        return 0.0 if self._pattern.matches(context[1:]) else -math.inf

    def only(self, context: str) -> Sequence[str]:
        symbols = self._pattern.following(context[1:], self._symbols)
        return symbols if len(symbols) <= _FEW else ()


def words_file(expected: str) -> Path | None:
    """Return the file of expected words. None for a pattern. See `expected_spelling`.

    Only the ending tells: a pattern of an unknown project may read like the path of any file of this machine.
    """
    return Path(expected) if expected.endswith(".txt") else None


@lru_cache(maxsize=8)
def expected_spelling(expected: str, symbols: tuple[str, ...], *, ignore_case: bool) -> Spelling:
    r"""Return the words that a file lists, separated by white space, or that a pattern matches.

    `expected`: the path of a .txt file, or else a pattern such as `[A-Z]{2}\d{5}`. `symbols`: the symbols that are
    read, casefolded if case is not regarded. Raises DataError if the file cannot be read or holds no word of these
    symbols, or the pattern is none.
    """
    path, readable = words_file(expected), "".join(symbols)
    if path is None:
        try:
            return ExpectedPattern(normalise(expected), symbols, ignore_case=ignore_case)
        except PatternError as error:
            raise DataError(
                'expected: "{given}" is no .txt file, and no pattern ({why}). Name a .txt file of words, or write a '
                "pattern such as {example}.",
                given=expected,
                why=str(error),
                example=EXAMPLE,
            ) from error
    words = (word.casefold() if ignore_case else word for word in {*read_words(path)})
    expected_words = ExpectedWords(word for word in words if not word.strip(readable))
    if not expected_words.size:
        raise DataError(
            "{name}: no word in it has only symbols that the model reads. Choose another file.", name=path.name
        )
    return expected_words
