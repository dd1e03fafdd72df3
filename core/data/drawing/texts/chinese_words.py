"""Draws Chinese texts of signs, packages, screens and print: frequent words, rare symbols, numbers, prices, dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.data.drawing.texts.scene_words import filled
from core.data.drawing.texts.word_lists import WordList, english, frequent_words
from core.data.drawing.texts.words import PROVINCES, Text
from core.traditional import SIMPLIFIED, TRADITIONAL

LENGTHS = (4, 16, 28, 22, 11, 7, 4.5, 3.5, 1.6, 1.2, 0.8, 0.6)
"""The frequency of words of 1, 2, 3 … symbols, about as real crops of screens, documents and signs have them; those
of more than eight more often, for they are read least."""

_SHARES = (0.42, 0.28, 0.12, 0.05)
"""Of phrases, of words whose symbols are drawn equally often, of forms, of Latin words, before random symbols."""
_SHARES_OF_MANY = (0.28, 0.4, 0.11, 0.04)
"""The same if the charset has traditional forms: of its 8,563 symbols each has to be seen often enough."""
_STANDING, _LEAST_STANDING = 0.22, 3  # share of texts written downwards, and the symbols of the shortest
_IN_TRADITIONAL = 0.35  # share of the phrases written with traditional forms, if the charset has most of them
_RARER = 0.85  # share of the symbols, the less frequent ones, that random texts are made of
_MANY_FORMS = 500  # symbols with traditional forms, from which on a charset is one of traditional texts, too
_LEAST_HAN = 100  # symbols, below which a charset is not one of Chinese words

_WRITTEN = """
9 99 999 9999 99999 999999 9.9 99.9 99% 9% +99 -9 A9 A99 9A B9 ￥9 ￥99 ￥999 ￥9.9 ￥99.9 ￥99.99 ￥999.99 9元
99元 999元 9.9元 99.99元 9折 9.9折 2099年 9月 9月9日 99月99日 2099年9月 9月99日 99日 9号 99号 99：99 9：99 9点
9点99分 2099-99-99 2099.99.99 99/99 9天 99天 9小时 99分钟 9秒 9周 9个月 9岁 9年级 9班 9个 9件 9人 99人 9次 9米
99米 9公里 99km 99kg 9斤 99克 500g 99ml 9L 9℃ 99℃ 9楼 9层 9室 999室 9路 99路 9号楼 9号线 第9章 第9页 第99期
第9名 No.9 （9） 9、 9. 9万 99万元 9亿 9千 9只 9条 9台 9本 9杯 9瓶 9盒 9套 9期 9位 9分 9星 9月刊 0999-9999999
400-999-9999 999-99999999 19999999999 PA99999 PA9999 PAA999 A99999 AAA AA
"""
_FORMS = tuple(_WRITTEN.split())
_MARKED = 0.12  # share of the phrases with a mark of the charset
_WRITTEN_MARKS = """
w， w， w。 w。 w； w！ w？ w： 《w》 “w” （w） w· w… w— w、 ，w 。w w& w~ #w i，i i、i i·i i—i i&i i~i i/i i：i
"""
_MARKS = tuple(_WRITTEN_MARKS.split())
"""w is a phrase, i a part of it."""
"""9 stands for any digit, A for any capital, P for the sign of a province; other symbols for themselves."""


@lru_cache(maxsize=1)
def chinese() -> WordList:
    """Return the words of `chinese.txt` and the rarer symbols' words of `chinese_rare.txt`, simplified forms alone."""
    return frequent_words("chinese.txt", "chinese_rare.txt")


@lru_cache(maxsize=1)
def traditional() -> WordList:
    """Return the words of `chinese` in traditional forms, and their frequencies, which sum to 1.

    A word with a symbol of several forms comes once with each of them.
    """
    forms = _forms_among(frozenset(TRADITIONAL))
    most_frequent = str.maketrans({simplified: several[0] for simplified, several in forms.items()})
    frequencies: dict[str, float] = {}
    for word, frequency in zip(*chinese(), strict=True):
        for symbol in filter(forms.__contains__, word):
            for form in forms[symbol]:
                frequencies[word.replace(symbol, form).translate(most_frequent)] = frequency
    values = np.array([*frequencies.values()])
    return tuple(frequencies), values / values.sum()


def _forms_among(known: frozenset[str]) -> dict[str, str]:
    """Return the known traditional forms of each simplified symbol, the most frequent first."""
    forms: dict[str, str] = {}
    for form, simplified in zip(TRADITIONAL, SIMPLIFIED, strict=True):
        if form in known:
            forms[simplified] = forms.get(simplified, "") + form
    return forms


@dataclass(frozen=True, slots=True)
class ChineseWords:
    """Draws Chinese texts from the symbols that are available."""

    symbols: tuple[str, ...]
    """The symbols to write with, Chinese ones among them (`can_draw`)."""
    length: tuple[int, int]
    """(least, most): number of symbols in a text."""
    corpus: tuple[str, ...] = ()
    """Words to take in place of those of `chinese.txt`, each equally often."""
    _words: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _sums: NDArray[np.float64] = field(init=False, repr=False, compare=False)
    _with_symbol: dict[str, list[str]] = field(init=False, repr=False, compare=False)
    _han: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _marks: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _rarer: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _forms: dict[str, str] = field(init=False, repr=False, compare=False)
    """The traditional forms of each symbol."""
    _lengths: NDArray[np.float64] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        least, most = self.length
        known = frozenset(self.symbols)
        words, weights = (self.corpus, np.ones(len(self.corpus))) if self.corpus else chinese()
        places = [place for place, word in enumerate(words) if known.issuperset(word) and len(word) <= most]
        with_symbol: dict[str, list[str]] = {}
        for place in places:
            for symbol in set(words[place]):
                with_symbol.setdefault(symbol, []).append(words[place])
        han = tuple(filter(_is_han, self.symbols))
        frequency: Counter[str] = Counter()
        for place in places:
            frequency.update(dict.fromkeys(words[place], float(np.sqrt(weights[place]))))
        forms = _forms_among(known)
        written = str.maketrans({simplified: traditional[0] for simplified, traditional in forms.items()})
        for simplified, traditional in forms.items():
            for form in traditional:
                with_symbol[form] = [
                    word.replace(simplified, form).translate(written) for word in with_symbol.get(simplified, ())
                ]
        lengths = np.zeros(most + 1)
        lengths[least:] = [LENGTHS[min(count, len(LENGTHS)) - 1] for count in range(least, most + 1)]
        setting = object.__setattr__
        setting(self, "_words", tuple(words[place] for place in places))
        setting(self, "_sums", np.cumsum(np.sqrt(weights[places])))
        setting(self, "_with_symbol", with_symbol)
        setting(self, "_han", han)
        setting(
            self, "_marks", tuple(form for form in _MARKS if known.issuperset(form.replace("w", "").replace("i", "")))
        )
        setting(self, "_rarer", tuple(sorted(han, key=lambda s: (frequency[s], s))[: max(1, round(_RARER * len(han)))]))
        setting(self, "_forms", forms if len(forms) > _MANY_FORMS else {})
        setting(self, "_lengths", np.cumsum(lengths))

    @staticmethod
    def can_draw(symbols: Sequence[str]) -> bool:
        """Return True if the charset has enough Chinese symbols to write words."""
        return sum(map(_is_han, symbols)) >= _LEAST_HAN

    def draw(self, rng: np.random.Generator) -> Text:
        """Draw a text that depends only on the next numbers of the generator."""
        kind = rng.random()
        count = int(np.searchsorted(self._lengths, rng.random() * self._lengths[-1], "right"))
        text = ""
        phrases, levelled, codes, latin = np.cumsum(_SHARES_OF_MANY if self._forms else _SHARES).tolist()
        if kind < phrases and self._words:
            text = self._phrase(rng, count)
            if self._forms and rng.random() < _IN_TRADITIONAL:
                text = "".join(self._traditional(symbol, rng) for symbol in text)
            if rng.random() < _MARKED:
                text = self._with_mark(text, rng)
        elif kind < levelled:
            text = self._levelled(rng, count)
        elif kind < codes:
            text = filled(_FORMS[int(rng.integers(len(_FORMS)))], rng, P=PROVINCES)
        elif kind < latin:
            words, _ = english()
            text = words[int(len(words) * rng.random() ** 3)]
            text = (text, text.upper(), text.capitalize())[int(rng.integers(3))]
        if not self.length[0] <= len(text) <= self.length[1] or any(symbol not in self.symbols for symbol in text):
            text = "".join(self._rarer[int(number)] for number in rng.integers(len(self._rarer), size=count))
        return Text(text, False)

    @staticmethod
    def standing_share(text: str) -> float:
        """Return how probably a text is written downwards, which only long enough Chinese texts are."""
        return _STANDING if len(text) >= _LEAST_STANDING and all(map(_is_han, text)) else 0.0

    def _phrase(self, rng: np.random.Generator, count: int) -> str:
        """Words one behind another, as a crop cuts them out of a sentence."""
        text = ""
        while len(text) < count:
            text += self._words[int(np.searchsorted(self._sums, rng.random() * self._sums[-1], "right"))]
        return text[:count]

    def _levelled(self, rng: np.random.Generator, count: int) -> str:
        """Words of symbols that are drawn equally often, so that rare ones are seen."""
        text = ""
        first = 0  # place of the first symbol that was drawn, which is not cut off
        while len(text) < count:
            symbol = self._han[int(rng.integers(len(self._han)))]
            words = self._with_symbol.get(symbol) or [symbol]
            word = words[int(rng.integers(len(words)))]
            first = first if text else word.index(symbol)
            text += word
        start = int(rng.integers(max(0, first - count + 1), min(first, len(text) - count) + 1))
        return text[start : start + count]

    def _with_mark(self, phrase: str, rng: np.random.Generator) -> str:
        """Return a phrase with a mark in place of its last symbols, or the phrase itself if it is too short.

        The phrase keeps its length.
        """
        form = self._marks[int(rng.integers(len(self._marks)))] if self._marks else "w"
        marks = len(form) - form.count("w") - form.count("i")
        if len(phrase) < marks + form.count("w") + form.count("i"):
            return phrase
        kept = phrase[: len(phrase) - marks]
        place = 1 + int(rng.integers(max(1, len(kept) - 1)))
        return form.replace("w", kept) if "w" in form else kept[:place] + form[1] + kept[place:]

    def _traditional(self, symbol: str, rng: np.random.Generator) -> str:
        """A traditional form of a symbol, or itself if it has none."""
        forms = self._forms.get(symbol, symbol)
        return forms[int(rng.integers(len(forms)))] if len(forms) > 1 else forms


def _is_han(symbol: str) -> bool:
    return "一" <= symbol <= "鿿"
