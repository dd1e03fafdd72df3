"""Finds the pattern that all texts of a folder follow, as on number plates, or the few words that they come from.

A pattern is believed if hardly a text shows a sign, a length or a word that no other text shows: by Good and Turing,
the share of such texts is the probability that the next one does not follow it (Good 1953, "The population
frequencies of species and the estimation of population parameters").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final

import numpy as np

from core.base.described import TableText
from core.base.errors import Sentence

CONTEXT = "Core"

LEAST_TEXTS: Final = 30
"""Fewest texts that a pattern is learned from."""

MOST_WORDS: Final = 500
"""Different texts, up to which they may be a list of words."""

_SAMPLE = 1000  # texts that are learned from
_MOST_NEW = 0.01  # share of the texts that show what no other one shows
_LONGEST = 40  # symbols of a text that follows a pattern
_MOST_RUNS = 12  # parts of a pattern of texts of several lengths
_MOST_SIGNS = 200  # symbols at a place that no class has


@dataclass(frozen=True, slots=True)
class _Class:
    """A class of symbols: written so in a regular expression, and named in a sentence."""

    expression: str
    symbols: str
    exactly: TableText
    """A template of `count`."""
    between: TableText
    """A template of `least` and `most`."""


_CLASSES: Final = (  # the smallest that has all symbols of a place is taken
    _Class("[0-9]", digits, "{count} {count:|digit|digits}", "{least} to {most} digits"),
    _Class(
        "[A-Z]",
        ascii_uppercase,
        "{count} {count:|capital letter|capital letters}",
        "{least} to {most} capital letters",
    ),
    _Class("[a-z]", ascii_lowercase, "{count} {count:|small letter|small letters}", "{least} to {most} small letters"),
    _Class(
        "[A-Z0-9]",
        ascii_uppercase + digits,
        "{count} {count:|capital letter or digit|capital letters or digits}",
        "{least} to {most} capital letters or digits",
    ),
    _Class(
        "[a-z0-9]",
        ascii_lowercase + digits,
        "{count} {count:|small letter or digit|small letters or digits}",
        "{least} to {most} small letters or digits",
    ),
    _Class("[A-Za-z]", ascii_letters, "{count} {count:|letter|letters}", "{least} to {most} letters"),
    _Class(
        "[A-Za-z0-9]",
        ascii_letters + digits,
        "{count} {count:|letter or digit|letters or digits}",
        "{least} to {most} letters or digits",
    ),
)
_RUNS: Final = _CLASSES[:3]  # neighbours of one of these classes are one part, in texts of several lengths


@dataclass(frozen=True, slots=True)
class PatternPart:
    """Neighbouring places in a pattern that allow the same symbols."""

    symbols: str
    """The symbols, each once, or all of the class for a class of ASCII."""
    least: int
    """The fewest places of the part."""
    most: int
    """The most places of the part."""

    @property
    def is_fixed(self) -> bool:
        """True if all texts have the same symbols here."""
        return len(self.symbols) == 1 and self.least == self.most

    @property
    def expression(self) -> str:
        """The part written as a regular expression."""
        class_of = _named(self.symbols)
        one = class_of.expression if class_of else f"[{''.join(map(_escaped, self.symbols))}]"
        if len(self.symbols) == 1:
            one = _escaped(self.symbols)
        count = f"{{{self.least}}}" if self.least == self.most else f"{{{self.least},{self.most}}}"
        return one if self.least == self.most == 1 else one + count

    @property
    def sentence(self) -> str:
        """The part described in words, as the middle of a sentence."""
        class_of, is_exact = _named(self.symbols), self.least == self.most
        if class_of is not None:
            counts = {"count": self.least} if is_exact else {"least": self.least, "most": self.most}
            return Sentence(class_of.exactly if is_exact else class_of.between, **counts)
        if len(self.symbols) == 1:
            return Sentence("{least} to {most} “{symbol}”", least=self.least, most=self.most, symbol=self.symbols)
        if self.least == self.most == 1:
            return Sentence("one of {count} {count:|sign|signs}", count=len(self.symbols))
        return Sentence(
            "{least} to {most} of {count} {count:|sign|signs}",
            least=self.least,
            most=self.most,
            count=len(self.symbols),
        )


@dataclass(frozen=True, slots=True)
class TextPattern:
    """A pattern that texts follow, as a sequence of parts."""

    parts: tuple[PatternPart, ...]
    """The parts, in reading order."""

    @property
    def expression(self) -> str:
        """The pattern as a regular expression that `core.base.patterns.Pattern` can read."""
        return "".join(part.expression for part in self.parts)

    @property
    def sentence(self) -> str:
        """The pattern described as the middle of a sentence: "1 of 31 signs, 1 capital letter, 5 digits"."""
        *firsts, whole = self._sentences()
        for first in reversed(firsts):
            whole = Sentence("{first}, {rest}", first=first, rest=whole)
        return whole

    def _sentences(self) -> list[str]:
        """Return the parts in words, with symbols that are always the same as one part, as in “SN-”."""
        sentences: list[str] = []
        for is_fixed, parts in groupby(self.parts, key=lambda part: part.is_fixed):
            if is_fixed:
                sentences.append(Sentence("“{text}”", text="".join(part.symbols * part.least for part in parts)))
            else:
                sentences += [part.sentence for part in parts]
        return sentences

    def has(self, texts: Iterable[str]) -> bool:
        """Return True if all given texts follow the pattern."""
        follows = re.compile(self.expression).fullmatch
        return all(follows(text) for text in texts)

    def draw(self, rng: np.random.Generator) -> str:
        """Draw a text of the pattern, with each symbol of a place equally likely."""
        return "".join(
            part.symbols[int(rng.integers(len(part.symbols)))]
            for part in self.parts
            for _ in range(int(rng.integers(part.least, part.most + 1)))
        )


@dataclass(frozen=True, slots=True)
class TextList:
    """The few words from which all texts come, with their frequencies."""

    words: tuple[str, ...]
    """The words, each once, sorted."""
    counts: tuple[int, ...]
    """The number of texts of each word."""

    @property
    def sentence(self) -> str:
        """The list described in words, as the middle of a sentence."""
        return Sentence("one of {count} {count:|word|words}", count=len(self.words))

    def has(self, texts: Iterable[str]) -> bool:
        """Return True if all given texts are words of the list."""
        return {*texts} <= {*self.words}

    def draw(self, rng: np.random.Generator) -> str:
        """Draw a word, as often as it occurs."""
        sums = np.cumsum(self.counts)
        return self.words[int(np.searchsorted(sums, rng.integers(sums[-1]), "right"))]


def writing_of(texts: Sequence[str]) -> TextPattern | TextList | None:
    """Return the pattern that all texts follow, or the few words that they come from, or None without either.

    Parameters
    ----------
    texts : sequence of str
        The known texts of a folder, NFC. Empty ones do not count. Of many, an even choice is learned from, and all have
        to follow the result.
    """
    texts = [text for text in texts if text]
    sample = texts[:: len(texts) // _SAMPLE + 1]
    if len(sample) < LEAST_TEXTS or len({*sample}) == 1:
        return None
    writing = _list_of(sample) or _pattern_of(sample)
    return writing if writing is not None and writing.has(texts) else None


def _is_known_enough(shown: Sequence[Sequence[Hashable]]) -> bool:
    """Return True if hardly a text, by its signs in `shown`, shows anything that no other one shows."""
    counts = Counter(sign for signs in shown for sign in signs)
    new = sum(any(counts[sign] == 1 for sign in signs) for signs in shown)
    return new <= _MOST_NEW * len(shown)


def _list_of(texts: Sequence[str]) -> TextList | None:
    counts = Counter(texts)
    if len(counts) > MOST_WORDS or any(text.split() != [text] for text in counts):
        return None
    words = sorted(counts)
    writing = TextList(tuple(words), tuple(counts[word] for word in words))
    return writing if _is_known_enough([[text] for text in texts]) else None


def _pattern_of(texts: Sequence[str]) -> TextPattern | None:
    """Return the narrowest pattern of texts, or None if it would say no more than that they are words."""
    lengths = {len(text) for text in texts}
    if max(lengths) > _LONGEST:
        return None
    parts = _by_place(texts) if len(lengths) == 1 else _by_run(texts)
    if parts is None:
        return None
    says_more = len(lengths) == 1 or any(
        len(part.symbols) == 1 or _named(part.symbols) in {None, _CLASSES[0]} for part in parts
    )
    return TextPattern(parts) if says_more else None


def _by_place(texts: Sequence[str]) -> tuple[PatternPart, ...] | None:
    """Return the parts of texts of one length: at each place one symbol, a class, or a set of signs."""
    columns = [_narrowest({*column}) for column in zip(*texts, strict=True)]
    of_signs = [place for place, symbols in enumerate(columns) if len(symbols) > 1 and _named(symbols) is None]
    shown = [[(place, text[place]) for place in of_signs] for text in texts]
    if any(len(columns[place]) > _MOST_SIGNS for place in of_signs) or not _is_known_enough(shown):
        return None
    runs = ((symbols, len([*places])) for symbols, places in groupby(columns))
    return tuple(PatternPart(symbols, count, count) for symbols, count in runs)


def _by_run(texts: Sequence[str]) -> tuple[PatternPart, ...] | None:
    """Return the parts of texts of several lengths, if all have the same runs of digits, letters and other symbols."""
    runs = [_runs_of(text) for text in texts]
    kinds = {tuple(_kind_of(run[0]) for run in text_runs) for text_runs in runs}
    if len(kinds) != 1 or len(runs[0]) > _MOST_RUNS:
        return None
    columns = [*zip(*runs, strict=True)]
    ends = [(min(map(len, column)), max(map(len, column))) for column in columns]
    shown = [
        [(place, len(run)) for place, run in enumerate(text_runs) if len(run) in ends[place]] for text_runs in runs
    ]
    if not _is_known_enough(shown):
        return None
    parts: list[PatternPart] = []
    for column, (least, most) in zip(columns, ends, strict=True):
        alike = _by_place(column) if least == most else (PatternPart(_kind_of(column[0][0]), least, most),)
        if alike is None:
            return None
        parts += alike
    return tuple(parts)


def _runs_of(text: str) -> list[str]:
    """Return the runs of a text: neighbours of one class, or the same symbol several times."""
    return ["".join(symbols) for _, symbols in groupby(text, _kind_of)]


def _kind_of(symbol: str) -> str:
    """Return the symbols of a symbol's class, or the symbol itself if it has none."""
    return next((run.symbols for run in _RUNS if symbol in run.symbols), symbol)


def _escaped(symbol: str) -> str:
    """Return a symbol as a regular expression, within brackets, too."""
    return "\\" + symbol if symbol in "\\.^$*+?{}[]()|-&~" else symbol


def _narrowest(symbols: set[str]) -> str:
    """Return the symbols that are possible at a place: the only one, those of the smallest class, or the signs."""
    if len(symbols) == 1:
        return "".join(symbols)
    for known in _CLASSES:
        if symbols <= {*known.symbols}:
            return known.symbols
    return "".join(sorted(symbols))


def _named(symbols: str) -> _Class | None:
    """Return the class of all of these symbols, or None for other signs."""
    return next((known for known in _CLASSES if known.symbols == symbols), None)
