"""Texts as on signs: words by frequency, numbers and codes, in the lengths and letter case of real words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.files import read_file
from core.charset import CAPITALS, DIGITS
from core.data.drawing.style import CASES, FolderStyle
from core.data.drawing.texts.words import Text

LENGTHS = (3, 14, 18, 19, 16, 11, 8, 4.5, 2.8, 1.6, 0.9, 0.5, 0.3, 0.2, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05)
"""The frequency of words of 1, 2, 3 … symbols, as counted among IIIT5K's training words."""

_EVENED = 0.6
"""Power of the measured lengths: words of eight and more symbols, which are read least, come twice as often."""

_COMMON, _RARE, _CODES = 0.68, 0.09, 0.18  # the rest is random symbols, in which nothing tells 0 from O
_CAPITALS, _SMALL, _TITLE = 0.45, 0.20, 0.25  # the rest is mixed
_NUMBERS = (
    *("9", "99", "999", "9999", "99999", "1999", "2099", "99", "999", "190", "900", "99", "950"),
    *("999999", "9999999", "9999999999"),
)
_CODE_FORMS = (
    *_NUMBERS * 4,  # on signs, three words with a digit of four are numbers
    *("A9", "A99", "A999", "AA9", "AA99", "99A", "999A", "9A", "AA9999", "AA99AAA", "AAA999", "99AA", "A99AA"),
    *("9am", "9pm", "99pm", "930am", "99th", "9st", "9nd", "9rd", "99km", "99ft"),
    *("99c", "99p", "9x9", "No9", "99mm", "99hr", "24hr", "9lb", "99oz", "500g", "99ml", "0800999999", "www"),
)
"""9 is any digit, A any capital."""

_MARKED_CODES = """
£9 £99 £9.99 £99.99 $9 $99 $9.99 €9 €99 €9.99 99% 9% 9:99 99:99 9.99 99.9 9/9 99/99 9-9 99-99 A-99 AA-999 #9 #99 (9)
(99) +99 9+ A&A A.A. A.A.A. A/A & & & - ! @ 999-9999 A99.9 'A' 9' 9"
"""
_MARKED_WORDS = """
w. w. w, w! w! w!! w? w: w; w- w's w's w' w% w+ w… w* (w) (w w) 'w' "w" "w w" “w” [w] -w- .w :w -w #w @w +w &w ¡w! ¿w?
i-i i-i i'i i'i i.i i/i i&i i&i i@i i:i i_i i+i
"""
"""w is a word, i a part of it."""

_MARKED, _ACCENTED = 0.2, 0.3
"""Share of the words that get a mark, if the charset has some, and of these that get an accent, if a letter has one."""

_NO_CLASS, _NO_PART = str.maketrans("", "", "9A"), str.maketrans("", "", "wi")


def frequent_words(name: str) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The words of a list beside this module and how often each comes, sums to 1."""
    words: list[str] = []
    classes: list[float] = []
    for line in read_file(Path(__file__).with_name(name)).decode().splitlines():
        if not line.startswith("#"):
            number, *words_of_class = line.split()
            words += words_of_class
            classes += [float(number)] * len(words_of_class)
    frequencies = 10 ** (-np.array(classes) / 100)
    return tuple(words), frequencies / frequencies.sum()


@lru_cache(maxsize=1)
def english() -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The words of `english.txt` and how often each comes, sums to 1."""
    return frequent_words("english.txt")


def filled(form: str, rng: np.random.Generator, **classes: str) -> str:
    """A text of a form: 9 is replaced by any digit, A by any capital, a key of `classes` by any of its symbols."""
    choices = {"9": DIGITS, "A": CAPITALS} | classes
    return "".join(
        fitting[int(rng.integers(len(fitting)))] if (fitting := choices.get(sign)) else sign for sign in form
    )


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """The words of `english.txt`."""
    return frozenset(english()[0])


@dataclass(frozen=True, slots=True)
class SceneWords:
    """Draws texts of the symbols that there are.

    Parameters
    ----------
    symbols : tuple of str
        Holds ASCII letters at least (`can_draw`).
    length : (least, most)
        Symbols a word.
    corpus : tuple of str
        Words to take in place of English ones, in the letter case they have.
    style : FolderStyle, optional
        Lengths, letter case and numbers as often as in a folder's words.
    """

    symbols: tuple[str, ...]
    length: tuple[int, int]
    corpus: tuple[str, ...] = ()
    style: FolderStyle | None = None
    _words: dict[int, tuple[tuple[str, ...], NDArray[np.float64]]] = field(init=False, repr=False, compare=False)
    _lengths: NDArray[np.float64] = field(init=False, repr=False, compare=False)
    _styles: tuple[tuple[str, float], ...] = field(init=False, repr=False, compare=False)
    _codes: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _code_share: float = field(init=False, repr=False, compare=False)
    _marked: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _accented: dict[str, list[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        least, most = self.length
        known = frozenset(self.symbols)
        words: dict[int, tuple[tuple[str, ...], NDArray[np.float64]]] = {}
        for count, (words_of_length, weights) in _by_length(self.corpus).items():
            if least <= count <= most:
                sums = np.cumsum(np.sqrt(weights))
                words[count] = words_of_length, sums / sums[-1]
        lengths = np.zeros(most + 1)
        for count in range(least, most + 1):
            lengths[count] = LENGTHS[min(count, len(LENGTHS)) - 1] ** _EVENED
        shares = dict(zip(CASES, (_CAPITALS, _SMALL, _TITLE, 1 - _CAPITALS - _SMALL - _TITLE), strict=True))
        code_share = _CODES
        if self.style is not None:
            own = np.zeros(most + 1)
            own[1 : 1 + self.style.longest] = self.style.lengths[:most]
            own[:least] = 0
            lengths = np.array(self.style.shares(own, lengths))
            shares = dict(zip(CASES, self.style.shares(self.style.cases, shares.values()), strict=True))
            codes_and_words = (self.style.codes, self.style.words - self.style.codes)
            code_share = self.style.shares(codes_and_words, (_CODES, 1 - _CODES))[0]
        has = {name: any(getattr(s, f"is{name}")() for s in known) for name in ("upper", "lower")}
        has["title"] = has["mixed"] = has["upper"] and has["lower"]
        styles = [(name, share) for name, share in shares.items() if has[name]]
        digits = any(s.isdigit() for s in known)
        marked_codes = (form for form in _MARKED_CODES.split() if known.issuperset(form.translate(_NO_CLASS)))
        codes = [form for form in (*_CODE_FORMS, *marked_codes) if digits and least <= len(form) <= most]
        marked = [form for form in _MARKED_WORDS.split() if known.issuperset(form.translate(_NO_PART))]
        for mark in self.symbols:
            if not mark.isalnum() and not mark.isspace() and mark not in _MARKED_CODES + _MARKED_WORDS:
                marked += [f"{mark}w", f"w{mark}", f"i{mark}i"]
        accented: dict[str, list[str]] = {}
        for symbol in self.symbols:
            plain = unicodedata.normalize("NFD", symbol)[0]
            if plain != symbol:
                accented.setdefault(plain, []).append(symbol)
        setting = object.__setattr__
        setting(self, "_words", words)
        setting(self, "_lengths", np.cumsum(lengths / lengths.sum()))
        setting(self, "_styles", tuple(styles))
        setting(self, "_codes", tuple(codes))
        setting(self, "_code_share", code_share)
        setting(self, "_marked", tuple(marked))
        setting(self, "_accented", accented)

    @staticmethod
    def can_draw(symbols: Sequence[str]) -> bool:
        """Return True if words of these symbols can be written: all small or all capital ASCII letters are included."""
        known = "".join(symbols)
        return any(all(letter in known for letter in alphabet) for alphabet in (CAPITALS.lower(), CAPITALS))

    def draw(self, rng: np.random.Generator) -> Text:
        """One text, from the generator's next numbers alone."""
        kind = rng.random()
        text = ""
        words = (_COMMON + _RARE) * (1 - self._code_share) / (1 - _CODES)
        if kind < words:
            text = self._word(rng, by_frequency=kind < words * _COMMON / (_COMMON + _RARE))
        elif kind < words + self._code_share and self._codes:
            text = self._code(rng)
        if not text or any(symbol not in self.symbols for symbol in text):
            text = self._random(rng)
        elif kind < words and (self._marked or self._accented) and rng.random() < _MARKED:
            text = self._with_marks(text, rng)
        return Text(text, False)

    def _word(self, rng: np.random.Generator, *, by_frequency: bool) -> str:
        entry = self._words.get(self._length(rng))
        if entry is None:
            return ""
        words, sums = entry
        place = int(np.searchsorted(sums, rng.random(), "right")) if by_frequency else int(rng.integers(len(words)))
        word = words[min(place, len(words) - 1)]
        return word if self.corpus else self._in_case(word, rng)

    def _length(self, rng: np.random.Generator) -> int:
        return int(np.searchsorted(self._lengths, rng.random() * self._lengths[-1], "right"))

    def _in_case(self, word: str, rng: np.random.Generator) -> str:
        names, shares = zip(*self._styles, strict=True)
        name = names[int(np.searchsorted(np.cumsum(shares), rng.random() * sum(shares), "right"))]
        if name == "upper":
            return word.upper()
        if name == "title":
            return word[:1].upper() + word[1:]
        if name == "mixed":
            if rng.random() < 0.5 and len(word) > 3:  # two words in one: eBay, McCafe
                place = int(rng.integers(1, len(word) - 1))
                return word[:place].capitalize() + word[place:].capitalize()
            chosen = rng.random(len(word)) < 0.5
            return "".join(s.upper() if big else s for s, big in zip(word, chosen, strict=True))
        return word

    def _code(self, rng: np.random.Generator) -> str:
        form = self._codes[int(rng.integers(len(self._codes)))]
        return filled(form.upper() if rng.random() < 0.6 else form, rng)

    def _with_marks(self, word: str, rng: np.random.Generator) -> str:
        """A word with an accent, or else with marks as they are found around words and inside of them."""
        places = [place for place, letter in enumerate(word) if letter in self._accented]
        if places and (not self._marked or rng.random() < _ACCENTED):
            place = places[int(rng.integers(len(places)))]
            choices = self._accented[word[place]]
            return word[:place] + choices[int(rng.integers(len(choices)))] + word[place + 1 :]
        if not self._marked:
            return word
        form = self._marked[int(rng.integers(len(self._marked)))]
        parts = form.split("i")
        if len(parts) == 1:
            text = form.replace("s", "S" if word.isupper() else "s").replace("w", word)
        elif len(word) > 1:
            place = 1 + int(rng.integers(len(word) - 1))
            text = word[:place] + parts[1] + word[place:]
        else:
            text = word
        return text if len(text) <= self.length[1] else word

    def _random(self, rng: np.random.Generator) -> str:
        inked = [symbol for symbol in self.symbols if not symbol.isspace()]
        style = rng.random()
        upper = [s for s in inked if s.isupper() or s.isdigit()]
        lower = [s for s in inked if s.islower()]
        choices = inked if style < 0.4 or not upper or not lower else upper if style < 0.8 else lower
        return "".join(choices[int(rng.integers(len(choices)))] for _ in range(self._length(rng)))


def _by_length(corpus: tuple[str, ...]) -> dict[int, tuple[tuple[str, ...], NDArray[np.float64]]]:
    words, weights = (corpus, np.ones(len(corpus))) if corpus else english()
    lengths = np.array([len(word) for word in words])
    by_length = {}
    for count in np.unique(lengths):
        places = np.flatnonzero(lengths == count)
        by_length[int(count)] = tuple(words[place] for place in places), weights[places]
    return by_length
