"""Chooses symbols outside the charset, and puts one into a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from core.charset import Charset
from core.data.drawing.unknown.accents import parts_of

_LETTERS = (range(0xC0, 0x180), range(0x391, 0x3CA), range(0x410, 0x450))  # Latin, Greek, Cyrillic
_LIKE_LATIN = frozenset("ıĸſŀĿŉĲĳÞþΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορςτυχωАБВЕЗКМНОРСТУХЧЬабвгезикмнопрстухчь")
"""Letters that nobody can tell from a Latin letter or a digit in some face."""

_KANA = (range(0x3041, 0x3097), range(0x30A1, 0x30FB))
_LIKE_CHINESE = frozenset("こへらろてしくんうひカニハロエタトミメチオセモヌホレヤコルヒヨムイテナリノヘ")
"""Kana that nobody can tell from a Chinese symbol, a Latin letter or a digit in some face."""

_ACCENTED = 0.7  # share of the unknown symbols that are the letter in their place, with an accent


def unknown_symbols(charset: Charset) -> tuple[str, ...]:
    """Return the letters outside a charset that its readers meet and that look like no symbol of it.

    Letters with accents, Greek and Cyrillic ones; of a charset with Chinese symbols those of GB 2312, the frequent ones
    of Big5, and kana, too.
    """
    letters = _letters(_LETTERS) - _LIKE_LATIN
    if any("\u4e00" <= symbol <= "\u9fff" for symbol in charset):
        gb2312 = (bytes([row, cell]) for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF))
        big5 = (bytes([row, cell]) for row in range(0xA4, 0xC7) for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
        letters |= {code.decode("gb2312", "ignore") for code in gb2312}
        letters |= {code.decode("big5", "ignore") for code in big5}
        letters |= _letters(_KANA) - _LIKE_CHINESE
    return tuple(sorted(letter for letter in letters if len(letter) == 1 and letter not in charset))


def _letters(ranges: Iterable[range]) -> set[str]:
    return {chr(code) for codes in ranges for code in codes if chr(code).isalpha()}


@dataclass(frozen=True, slots=True)
class UnknownSymbols:
    """Puts symbols that the charset lacks into a share of the words."""

    share: float
    """Share of the words with one such symbol, 0 to 1."""
    symbols: tuple[str, ...]
    """The symbols to choose from. Those that no face has are letters with accents that `accents` draws."""
    drawn: frozenset[str]
    """The symbols that some face has."""
    _variants: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _others: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        variants: dict[str, list[str]] = {}
        for symbol in self.symbols:
            if parts := parts_of(symbol):
                variants.setdefault(parts[0], []).append(symbol)
        object.__setattr__(self, "_variants", {letter: tuple(symbols) for letter, symbols in variants.items()})
        object.__setattr__(self, "_others", tuple(symbol for symbol in self.symbols if symbol in self.drawn))

    def put_into(self, text: str, rng: np.random.Generator) -> tuple[str, str]:
        """Put an unknown symbol into a share of the texts.

        Returns
        -------
        text : str
            The text, with at most one unknown symbol.
        needed : str
            The symbols that the face of the word has to have: the letter in place of one with an accent.
        """
        chances = rng.random(4)
        places = [place for place, symbol in enumerate(text) if symbol.isalnum()]
        if chances[0] >= self.share or not places:
            return text, text
        place = places[int(chances[1] * len(places))]
        variants = self._variants.get(text[place], ())
        is_accented = bool(variants) and chances[2] < _ACCENTED
        choice = variants if is_accented else self._others
        if not choice:
            return text, text
        changed = text[:place] + choice[int(chances[3] * len(choice))] + text[place + 1 :]
        return changed, text if is_accented else changed


def with_faces(share: float, charset: Charset, drawn: Iterable[frozenset[str]]) -> UnknownSymbols:
    """Return the unknown symbols of a charset.

    `drawn`: the symbols of each face.
    """
    symbols = unknown_symbols(charset)
    every = frozenset[str]().union(*drawn) & frozenset(symbols)
    return UnknownSymbols(share, tuple(s for s in symbols if s in every or parts_of(s)), every)
