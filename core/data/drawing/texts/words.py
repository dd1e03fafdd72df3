"""Draws texts of demo data so that symbols are about equally frequent: random words, corpus words, number plates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.encoding import read_text
from core.base.errors import Sentence, SynthesisError
from core.charset import CAPITALS, DIGITS, Charset, normalise

MAX_CORPUS_BYTES = 64 << 20
MAX_LENGTH = 99  # symbols of one word; a MapSpec holds 30

PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
ON_PLATES = PROVINCES + DIGITS + CAPITALS.replace("I", "").replace("O", "")  # too like 1 and 0
_ROUNDS = 60  # of balancing a corpus; more change the frequencies by less than a percent


@dataclass(frozen=True, slots=True)
class Corpus:
    """The words of a file that can be written with a charset."""

    name: str
    """Name of the file."""
    words: tuple[str, ...]
    """The words, each once, in the file's order, NFC."""
    encoding: str
    """Encoding of the file."""
    outside_charset: int
    """Number of distinct words passed over because of a symbol outside the charset."""
    wrong_length: int
    """Number of distinct words passed over because of their length alone."""

    def __str__(self) -> str:
        """Return one sentence for the user on the words read and passed over."""
        return Sentence(
            "{name}: {count:,} words ({encoding}). Left out: {unknown:,} with symbols outside the charset, and "
            "{length:,} because they are shorter or longer than asked for.",
            name=self.name,
            count=len(self.words),
            encoding=self.encoding,
            unknown=self.outside_charset,
            length=self.wrong_length,
        )


def parse_length(text: str) -> tuple[int, int]:
    """Parse the bounds of a word's length: `3-8` gives (3, 8), and `5` gives (5, 5).

    Raises
    ------
    SynthesisError
        If the text is neither, or the bounds are not 1 ≤ first ≤ second ≤ 99.
    """
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", text, re.ASCII)
    if match:
        bounds = (int(match[1]), int(match[2] or match[1]))
        if 1 <= bounds[0] <= bounds[1] <= MAX_LENGTH:
            return bounds
    raise SynthesisError(
        'length "{text}": not a range of word lengths from 1 to {limit}. Write it like 3-8.',
        text=text,
        limit=MAX_LENGTH,
    )


def read_corpus(path: Path, charset: Charset, length: tuple[int, int]) -> Corpus:
    """Read the words of a text file that can be written with a charset.

    Words are separated by white space; punctuation around them that is not in the charset is taken off. Chinese and
    Japanese, which know no spaces, are cut at that punctuation, and words that are still too long into pieces of the
    greatest length.

    Parameters
    ----------
    path : Path
        A text file in any encoding that `core.base.encoding` knows.
    charset : Charset
        Words with other symbols are passed over.
    length : (least, most)
        Words shorter or longer are passed over.

    Raises
    ------
    SynthesisError
        If the file cannot be read or no word of it is left.
    FormatError
        If it is text in no known encoding.
    """
    decoded = read_text(path, MAX_CORPUS_BYTES, SynthesisError)
    least, most = length
    kept: dict[str, None] = {}
    outside: set[str] = set()
    wrong: set[str] = set()
    for token in normalise(decoded.text).split():
        for word in _pieces(token, charset, most):
            if not word:
                continue
            if any(symbol not in charset for symbol in word):
                outside.add(word)
            elif not least <= len(word) <= most:
                wrong.add(word)
            else:
                kept[word] = None
    if not kept:
        raise SynthesisError(
            "{name}: no word of {least} to {most} symbols of the charset in it ({outside} with other "
            "symbols, {wrong} shorter or longer). Choose another corpus, charset or length.",
            name=path.name,
            least=least,
            most=most,
            outside=len(outside),
            wrong=len(wrong),
        )
    return Corpus(path.name, tuple(kept), decoded.encoding, len(outside), len(wrong))


def _is_stripped(symbol: str, charset: Charset) -> bool:
    return symbol not in charset and unicodedata.category(symbol)[0] in "PSC"


def _bare(token: str, charset: Charset) -> str:
    """The token without the punctuation around it that the charset does not know."""
    first, last = 0, len(token)
    while first < last and _is_stripped(token[first], charset):
        first += 1
    while last > first and _is_stripped(token[last - 1], charset):
        last -= 1
    return token[first:last]


def _pieces(token: str, charset: Charset, most: int) -> Iterator[str]:
    """The words in a token: itself, or, of scripts without spaces, the runs between punctuation, cut to size."""
    if not any(_is_unspaced(symbol) for symbol in token):
        yield _bare(token, charset)
        return
    for run in "".join(" " if _is_stripped(symbol, charset) else symbol for symbol in token).split():
        whole = len(run) <= most or not all(_is_unspaced(symbol) for symbol in run)
        yield from [run] if whole else (run[start : start + most] for start in range(0, len(run), most))


def _is_unspaced(symbol: str) -> bool:
    code = ord(symbol)
    return (
        0x3040 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x3FFFF
    )


@dataclass(frozen=True, slots=True)
class Text:
    """A text to draw."""

    text: str
    """The symbols in reading order."""
    is_plate: bool
    """True for the text of a number plate."""


@dataclass(frozen=True, slots=True)
class WordSource:
    """Draws texts so that each symbol of the charset is equally frequent in a long stream.

    A corpus and plates have frequencies of their own. The corpus' words are weighted against them (a word counts for
    more the rarer its symbols are), and the random words, whose symbols are free, are drawn with the frequencies that
    fill up what the others leave low. Only a symbol that plates or corpus by themselves bring more often than an equal
    share stays above it.
    """

    symbols: tuple[str, ...]
    """The symbols to balance."""
    length: tuple[int, int]
    """(least, most): number of symbols in a word, each number equally likely in random words."""
    corpus: tuple[str, ...] = ()
    """Words to draw from. Empty: random words only."""
    plate_share: float = 0.0
    """Share of number plates. Without a form that fits charset and length, there are none."""
    plates: tuple[str, ...] = ()
    """Forms of number plates, see `core.data.drawing.effects.Effects`."""
    corpus_share: float = 0.8
    """Share of the other texts that comes from the corpus."""
    _plates: tuple[tuple[tuple[str, ...], ...], ...] = field(init=False, repr=False, compare=False)
    _shares: tuple[float, float] = field(init=False, repr=False, compare=False)
    _corpus_sums: NDArray[np.float64] = field(init=False, repr=False, compare=False)
    _styles: tuple[NDArray[np.float64], ...] = field(init=False, repr=False, compare=False)
    _style_sums: NDArray[np.float64] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        place = {symbol: number for number, symbol in enumerate(self.symbols)}
        plates = _fitting_plates(self.plates, self.symbols, self.length)
        plate_share = self.plate_share if plates else 0.0
        corpus_share = (1 - plate_share) * self.corpus_share if self.corpus else 0.0
        given = plate_share * _plate_counts(plates, place)
        weights = np.zeros(0)
        if self.corpus:
            weights, counts = balance(self.corpus, self.symbols)
            given = given + corpus_share * counts
        free = (1 - plate_share - corpus_share) * (self.length[0] + self.length[1]) / 2
        styles = _styles(self.symbols, fill_up(given, free))
        setting = object.__setattr__
        if self.plate_share == 1 and not plates:
            raise SynthesisError(
                "plates: none of {least} to {most} symbols can be written with the charset. Leave out the charset, "
                "or give the symbols of provinces, letters and digits.",
                least=self.length[0],
                most=self.length[1],
            )
        setting(self, "_plates", plates)
        setting(self, "_shares", (plate_share, plate_share + corpus_share))
        setting(self, "_corpus_sums", np.cumsum(weights))
        setting(self, "_styles", tuple(np.cumsum(style / style.sum()) for style, _ in styles))
        setting(self, "_style_sums", np.cumsum([share for _, share in styles]))

    def draw(self, rng: np.random.Generator) -> Text:
        """Draw a text that depends only on the next numbers of the generator."""
        kind = rng.random()
        if kind < self._shares[0]:
            pattern = self._plates[int(rng.integers(len(self._plates)))]
            return Text("".join(choices[int(rng.integers(len(choices)))] for choices in pattern), True)
        if kind < self._shares[1]:
            return Text(self.corpus[_pick(self._corpus_sums, rng.random())], False)
        count = int(rng.integers(self.length[0], self.length[1] + 1))
        sums = self._styles[_pick(self._style_sums, rng.random())]
        word = [self.symbols[_pick(sums, number)] for number in rng.random(count)]
        return Text(_without_loose_spaces(word, self.symbols, rng), False)


def _pick(sums: NDArray[np.float64], number: float) -> int:
    """The place in cumulative weights at a number in [0, 1)."""
    return min(int(np.searchsorted(sums, number * sums[-1], side="right")), len(sums) - 1)


def _without_loose_spaces(word: list[str], symbols: Sequence[str], rng: np.random.Generator) -> str:
    """A word does not begin or end with a space, nor hold two in a row: nobody could see them."""
    inked = [symbol for symbol in symbols if not symbol.isspace()]
    for place, symbol in enumerate(word):
        ends = place in {0, len(word) - 1}
        if symbol.isspace() and inked and (ends or word[place - 1].isspace()):
            word[place] = inked[int(rng.integers(len(inked)))]
    return "".join(word)


def _styles(symbols: Sequence[str], q: NDArray[np.float64]) -> list[tuple[NDArray[np.float64], float]]:
    """Half the random words mix all symbols, the others keep to capitals or to small letters, as signs do.

    Returns (frequencies, share) of each style; symbols without case are in both at half their weight, so that the
    mixture has the frequencies q exactly.
    """
    upper = np.array([symbol.isupper() for symbol in symbols])
    lower = np.array([symbol.islower() for symbol in symbols])
    if not (q[upper].sum() and q[lower].sum()):
        return [(q, 1.0)]
    neutral = np.where(upper | lower, 0.0, q / 2)
    capitals, small = neutral + q * upper, neutral + q * lower
    return [(q, 0.5), (capitals, 0.5 * float(capitals.sum())), (small, 0.5 * float(small.sum()))]


def fill_up(given: NDArray[np.float64], free: float) -> NDArray[np.float64]:
    """Return the frequencies of freely drawn symbols that even out the given ones.

    Parameters
    ----------
    given : (C,) float64
        Expected number of each symbol that comes anyway.
    free : float
        Number of symbols to draw freely.

    Returns
    -------
    (C,) float64
        Sums to 1: (level - given) / free if that is positive, else 0, with the one level that uses up `free` (as water
        fills a vessel).
    """
    if free <= 0:
        return np.full(len(given), 1 / max(1, len(given)))
    heights = np.sort(given)
    levels = (free + np.cumsum(heights)) / np.arange(1, len(heights) + 1)
    filled = np.flatnonzero(levels > heights)[-1]  # the lowest filled + 1 symbols lie under their common level
    poured = np.maximum(levels[filled] - given, 0)
    return np.asarray(poured / poured.sum())


def balance(words: Sequence[str], symbols: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weights for words with which their symbols are as equally frequent as the words allow.

    Each round multiplies a word's weight by the root of the mean of 1 / frequency over its symbols.

    Returns
    -------
    (W,) float64
        Probability of each word.
    (C,) float64
        Expected number of each symbol in one word so drawn.
    """
    place = {symbol: number for number, symbol in enumerate(symbols)}
    lengths = np.array([len(word) for word in words])
    flat = np.array([place[symbol] for word in words for symbol in word])
    owner = np.repeat(np.arange(len(words)), lengths)
    weights = np.full(len(words), 1 / len(words))
    for _ in range(_ROUNDS):
        counts = np.bincount(flat, weights[owner], len(symbols))
        rarity = np.bincount(owner, (counts.sum() / counts[flat]), len(words)) / lengths
        weights = weights * np.sqrt(rarity)
        weights /= weights.sum()
    return weights, np.asarray(np.bincount(flat, weights[owner], len(symbols)), np.float64)


def _fitting_plates(
    forms: Sequence[str], symbols: Sequence[str], length: tuple[int, int]
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The forms that the charset can fill, each as the choices of its places."""
    classes = {
        "9": tuple(s for s in symbols if s in DIGITS),
        "A": tuple(s for s in symbols if s in CAPITALS),
        "N": tuple(s for s in symbols if s in DIGITS + CAPITALS),
        "P": tuple(s for s in symbols if s in PROVINCES),
    }
    patterns = (tuple(classes[sign] for sign in form) for form in forms)
    return tuple(p for p in patterns if length[0] <= len(p) <= length[1] and all(p))


def _plate_counts(plates: Sequence[Sequence[Sequence[str]]], place: dict[str, int]) -> NDArray[np.float64]:
    """Expected number of each symbol on one plate."""
    counts = np.zeros(len(place))
    for pattern in plates:
        for choices in pattern:
            counts[[place[symbol] for symbol in choices]] += 1 / len(choices) / len(plates)
    return counts
