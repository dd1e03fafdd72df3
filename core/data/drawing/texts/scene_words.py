"""Draws texts like those on signs: frequent words, names, numbers and codes, with real lengths and letter cases."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.charset import CAPITALS, DIGITS
from core.data.drawing.style import CASES, FolderStyle
from core.data.drawing.texts.spellings import address, brand, pronounceable
from core.data.drawing.texts.word_lists import WordList, by_length, english, names, rare
from core.data.drawing.texts.words import Text

LENGTHS = (3, 14, 18, 19, 16, 11, 8, 4.5, 2.8, 1.6, 0.9, 0.5, 0.3, 0.2, 0.1, 0.1, *(0.05,) * 10)
"""The frequency of words of 1, 2, 3 … symbols, as counted among IIIT5K's training words."""

_EVENED = 0.6
"""Power of the measured lengths: words of eight and more symbols, which are read least, come twice as often."""

_SINGLE, _PAIR = 0.06, 0.06
"""Share of the texts of one symbol, and of two: on signs as many, and read least."""

_KINDS = {"frequent": 0.22, "listed": 0.04, "names": 0.12, "rare": 0.14, "pronounceable": 0.08, "brands": 0.05}
_KINDS |= {"addresses": 0.03, "numbers": 0.12, "codes": 0.06, "random": 0.02}
"""Share of each kind of text of three symbols and more: words of `english.txt` by the root of their frequency, and
evenly, are little more than a quarter of all texts. In random symbols nothing tells 0 from O."""

_OF_CORPUS = {"frequent": 0.68, "listed": 0.09, "numbers": 0.12, "codes": 0.06, "random": 0.05}
"""The shares if a corpus takes the place of all lists."""

_CODES = ("numbers", "codes")
# the rest is mixed
_CAPITALS = 0.45
_SMALL = 0.20
_TITLE = 0.25
_NUMBERS = """
999 999 9999 9999 99999 1999 2099 190 900 950 999999 9999999 9999999999 0800999999 99999999999 01999999999 999999999
£9.99 £99.99 £999 £9,999 £9.9 $99 $9.99 $99.99 $999 $9,999 $1,999.99 €99 €9.99 €99,99 9,99€ 99.99 9.99 99.9 999.99
9,99 99% 50% 99.9% 9.9% 9:99 99:99 19:99 99:99:99 9.30 9/9 99/99 9/99 9-9 99-99 99/99/99 99-99-99 99.99.99 99/99/2099
99.99.2099 2099-99-99 '99 (99) #99 +99 999-9999 999-999-9999 (999)999-9999 999.999.9999 +999999999 +99-99-9999999
1-800-999-9999 0999/999999 0999-999999 999/9 99+ 1/2 3/4 9.5 1,999 99,999 9,999,999 99999-9999 9-99-999999-9 $9.99/9
9.9.99 -99 999:999
"""
_WRITTEN_CODES = """
A99 A999 AA9 AA99 99A 999A AA9999 AA99AAA AAA999 99AA A99AA AA999AA A9A9A9 A9A 9A9 AAA AAAA 9AAA999 AA99AA9999 99AAA9
9am 9pm 99pm 930am 99am 9th 99th 9st 9nd 9rd 99km 99ft 99c 99p 9x9 No9 No99 99mm 99cm 99hr 24hr 9lb 99lb 99oz 500g
99ml 99kg 99mph 9ltr 9pc 9pk 99W 99V 99kW 9GB 99MB 9D 99K 9PM www 9:99am 9:99pm 9.99pm 9am-9pm 99°C 9p/9 A-99 AA-999
A-999 AA-99-AA A99.9 A9/99 AA/99 A&A A.A. A.A.A. A/A A&A A-A AA-9999 AA-999-AA A.9 No.9 No.99 No9A Rt.9 M99 A99(A)
9A-9A 9-A AAA-9999 Ph:9999999 Tel:999999 Tel.9999999 Fax:999999 9999-99-AA AA999999 AA999999A 999-AAAA 1-800-AAAAAAA
99x99 99x99cm 9ft9in 9'99" 9"x9"
"""
"""9 is any digit, A any capital."""

_PAIRS = "99 99 99 99 A9 9A 9% £9 $9 €9 9+ #9 +9 -9 .9 9. 9' 9\" A. A' -A A- :9 9: 9/ (9 9)"

_MARKED_WORDS = """
w. w. w, w! w! w!! w? w: w; w- w's w's w' w% w+ w… w* (w) (w w) 'w' "w" "w w" “w” [w] -w- .w :w -w #w @w +w &w ¡w! ¿w?
i-i i-i i'i i'i i.i i/i i&i i&i i@i i:i i_i i+i
"""
"""w is a word, i a part of it."""

_MARKED, _ACCENTED = 0.2, 0.3
"""Share of the words that get a mark, if the charset has some, and of these that get an accent, if a letter has one."""

_NO_PART = str.maketrans("", "", "wi")
_LONG = 12  # symbols, from which on two words that follow one another without a space are as good as one


def filled(form: str, rng: np.random.Generator, **classes: str) -> str:
    """Fill a form at random: 9 becomes any digit, A any capital, and a key of `classes` any of its symbols."""
    choices = {"9": DIGITS, "A": CAPITALS} | classes
    return "".join(
        fitting[int(rng.integers(len(fitting)))] if (fitting := choices.get(sign)) else sign for sign in form
    )


@dataclass(frozen=True, slots=True)
class SceneWords:
    """Draws texts as on signs from the symbols that are available."""

    symbols: tuple[str, ...]
    """The symbols to write with, ASCII letters at least (`can_draw`)."""
    length: tuple[int, int]
    """(least, most): number of symbols in a word."""
    corpus: tuple[str, ...] = ()
    """Words to take in place of English ones, in the letter case they have."""
    style: FolderStyle | None = None
    """Lengths, letter case and numbers as often as in a folder's words. None: as often as in scenes in general."""
    _lists: dict[str, dict[int, WordList]] = field(init=False, repr=False, compare=False)
    _kinds: tuple[tuple[str, ...], NDArray[np.float64]] = field(init=False, repr=False, compare=False)
    _lengths: NDArray[np.float64] = field(init=False, repr=False, compare=False)
    _styles: tuple[tuple[str, float], ...] = field(init=False, repr=False, compare=False)
    _forms: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _marked: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _accented: dict[str, list[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        least, most = self.length
        known = frozenset(self.symbols)
        kinds = _OF_CORPUS if self.corpus else _KINDS
        sources = {"frequent": english} if self.corpus else {"frequent": english, "names": names, "rare": rare}
        lists = {
            name: _summed((self.corpus, np.ones(len(self.corpus))) if self.corpus else source())
            for name, source in sources.items()
        }
        lengths = _general_lengths(least, most, short=not self.corpus)
        shares = dict(zip(CASES, (_CAPITALS, _SMALL, _TITLE, 1 - _CAPITALS - _SMALL - _TITLE), strict=True))
        code_share = in_general = sum(kinds[name] for name in _CODES) / sum(kinds.values())
        if self.style is not None:
            own = np.zeros(most + 1)
            own[1 : 1 + self.style.longest] = self.style.lengths[:most]
            own[:least] = 0
            lengths = np.array(self.style.shares(own, lengths))
            shares = dict(zip(CASES, self.style.shares(self.style.cases, shares.values()), strict=True))
            codes_and_words = (self.style.codes, self.style.words - self.style.codes)
            code_share = self.style.shares(codes_and_words, (in_general, 1 - in_general))[0]
        has = {name: any(getattr(s, f"is{name}")() for s in known) for name in ("upper", "lower")}
        has["title"] = has["mixed"] = has["upper"] and has["lower"]
        styles = [(name, share) for name, share in shares.items() if has[name]]
        weights = [
            share * (code_share / in_general if name in _CODES else (1 - code_share) / (1 - in_general))
            for name, share in kinds.items()
        ]
        accented: dict[str, list[str]] = {}
        for symbol in self.symbols:
            plain = unicodedata.normalize("NFD", symbol)[0]
            if plain != symbol:
                accented.setdefault(plain, []).append(symbol)
        setting = object.__setattr__
        setting(self, "_lists", lists)
        setting(self, "_kinds", (tuple(kinds), np.cumsum(weights)))
        setting(self, "_lengths", np.cumsum(lengths / lengths.sum()))
        setting(self, "_styles", tuple(styles))
        setting(self, "_forms", _forms(known, least, most))
        setting(self, "_marked", _marked_forms(self.symbols))
        setting(self, "_accented", accented)

    @staticmethod
    def can_draw(symbols: Sequence[str]) -> bool:
        """Return True if the symbols suffice for words: they include all small or all capital ASCII letters."""
        known = "".join(symbols)
        return any(all(letter in known for letter in alphabet) for alphabet in (CAPITALS.lower(), CAPITALS))

    def draw(self, rng: np.random.Generator) -> Text:
        """Draw a text that depends only on the next numbers of the generator."""
        count = self._length(rng)
        if count <= 2 and not self.corpus:
            text = self._single(rng) if count == 1 else self._pair(rng)
        else:
            names_of_kinds, sums = self._kinds
            place = int(np.searchsorted(sums, rng.random() * sums[-1], "right"))
            text = self._of_kind(names_of_kinds[place], count, rng)
        return Text(text if self._fits(text) else self._random(count, rng), False)

    def _of_kind(self, kind: str, count: int, rng: np.random.Generator) -> str:
        """A text of one of `_KINDS`, in its letter case. "" if there is none of this length."""
        if kind in _CODES:
            return self._code(kind, rng)
        if kind == "random":
            return ""
        if kind == "addresses":
            text = address(rng, lambda letters: self._plain_word(letters, rng), self.length[1])
            return text if self._fits(text) else "".join(s for s in text if s in self.symbols)
        if kind == "brands":
            word = pronounceable(rng, count) if rng.random() < 0.4 else self._plain_word(count, rng)
            text = brand(rng, word, self.length[1])
            return text if self._fits(text) else self._in_case(word, rng)
        word = pronounceable(rng, count) if kind == "pronounceable" else self._listed(kind, count, rng)
        if not word or self.corpus:
            return word
        text = self._in_case(word, rng)
        return self._with_marks(text, rng) if self._fits(text) and rng.random() < _MARKED else text

    def _listed(self, kind: str, count: int, rng: np.random.Generator) -> str:
        """A word of a list, by the root of its frequency. "" if the list has none of this length."""
        entry = self._lists["frequent" if kind == "listed" else kind].get(count)
        if entry is None and count >= _LONG:  # what is that long is often two words without a space
            first = count // 2 + int(rng.integers(-2, 3))
            return self._listed(kind, first, rng) + self._listed(kind, count - first, rng)
        if entry is None:
            return ""
        words, sums = entry
        by_frequency = kind != "listed"
        place = int(np.searchsorted(sums, rng.random(), "right")) if by_frequency else int(rng.integers(len(words)))
        return words[min(place, len(words) - 1)]

    def _plain_word(self, count: int, rng: np.random.Generator) -> str:
        """A word of small letters of any list, or one that can be pronounced."""
        kind = ("frequent", "rare", "names")[int(rng.integers(3))]
        return self._listed(kind, count, rng) or pronounceable(rng, count)

    def _fits(self, text: str) -> bool:
        """Return True if a text has an allowed length and only symbols of the charset."""
        return self.length[0] <= len(text) <= self.length[1] and all(symbol in self.symbols for symbol in text)

    def _single(self, rng: np.random.Generator) -> str:
        """One symbol: digits and letters much oftener than marks."""
        kinds = ([s for s in self.symbols if s.isdigit()], [s for s in self.symbols if s.isalpha()], self.symbols)
        number = rng.random()
        chosen = kinds[0 if number < 0.35 and kinds[0] else 1 if number < 0.85 else 2]
        inked = [symbol for symbol in chosen if not symbol.isspace()]
        return inked[int(rng.integers(len(inked)))]

    def _pair(self, rng: np.random.Generator) -> str:
        """Two symbols: a number, a word, or any two."""
        kind = rng.random()
        if kind < 0.5 and self._forms["pairs"]:
            return self._code("pairs", rng)
        if kind < 0.75:
            return self._in_case(self._listed("frequent", 2, rng), rng)
        return ""

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

    def _code(self, kind: str, rng: np.random.Generator) -> str:
        forms = self._forms[kind]
        if not forms:
            return ""
        form = forms[int(rng.integers(len(forms)))]
        return filled(form.upper() if rng.random() < 0.5 else form, rng)

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

    def _random(self, count: int, rng: np.random.Generator) -> str:
        inked = [symbol for symbol in self.symbols if not symbol.isspace()]
        style = rng.random()
        upper = [s for s in inked if s.isupper() or s.isdigit()]
        lower = [s for s in inked if s.islower()]
        choices = inked if style < 0.4 or not upper or not lower else upper if style < 0.8 else lower
        return "".join(choices[int(rng.integers(len(choices)))] for _ in range(count))


def _summed(words: WordList) -> dict[int, WordList]:
    """The words of each length, and the sums of the roots of their frequencies, up to 1."""
    parts = {}
    for count, (words_of_length, frequencies) in by_length(words).items():
        sums = np.cumsum(np.sqrt(frequencies))
        parts[count] = words_of_length, sums / sums[-1]
    return parts


def _general_lengths(least: int, most: int, *, short: bool) -> NDArray[np.float64]:
    """(most + 1,) float64: the share of each length among texts in general.

    `short`: texts of one and two symbols as often as `_SINGLE` and `_PAIR` say, if these lengths are allowed.
    """
    lengths = np.zeros(most + 1)
    for count in range(least, most + 1):
        lengths[count] = LENGTHS[min(count, len(LENGTHS)) - 1] ** _EVENED
    if short and most > 2:
        given = np.array((0.0, _SINGLE, _PAIR)) * (lengths[:3] > 0)
        lengths[:3] = 0
        lengths *= (1 - given.sum()) / lengths.sum()
        lengths[:3] = given
    return np.asarray(lengths / lengths.sum())


def _forms(known: frozenset[str], least: int, most: int) -> dict[str, tuple[str, ...]]:
    """The forms of numbers, codes and pairs that can be written with some symbols, of allowed length."""
    digits = any(symbol.isdigit() for symbol in known)

    def fitting(text: str) -> tuple[str, ...]:
        return tuple(
            form for form in text.split() if digits and least <= len(form) <= most and known.issuperset(_marks_of(form))
        )

    return {"numbers": fitting(_NUMBERS), "codes": fitting(_WRITTEN_CODES), "pairs": fitting(_PAIRS)}


def _marks_of(form: str) -> set[str]:
    return {symbol for symbol in form if not symbol.isalnum()}


def _marked_forms(symbols: Sequence[str]) -> tuple[str, ...]:
    known = frozenset(symbols)
    marked = [form for form in _MARKED_WORDS.split() if known.issuperset(form.translate(_NO_PART))]
    for mark in symbols:
        if not mark.isalnum() and not mark.isspace() and mark not in _NUMBERS + _WRITTEN_CODES + _MARKED_WORDS:
            marked += [f"{mark}w", f"w{mark}", f"i{mark}i"]
    return tuple(marked)
