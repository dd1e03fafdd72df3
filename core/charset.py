"""The ordered list of symbols that a model can read, with id 0 for the background and ids 1 … C for the symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from core.base.encoding import read_text
from core.base.errors import CharsetError, Sentence
from core.base.phrases import listed
from core.base.symbol_lists import UnknownListError, symbols_of_text
from core.traditional import TRADITIONAL

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALNUM = DIGITS + CAPITALS + CAPITALS.lower()
CHINESE = (
    bytes(byte for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF) for byte in (high, low)).decode(
        "gb2312", "ignore"
    )  # the last five places are empty
    + ALNUM
    + "、。，：；！？（）《》“”·…—￥.-/%&+~#℃"
)
"""GB 2312 level 1, 3,755 symbols in the order of their pinyin, then digits, letters, and the marks of signs and prices.

Of marks that look similar in a picture, such as ( and （, only one is there.
"""

_SECOND_LEVEL = bytes(byte for high in range(0xD8, 0xF8) for low in range(0xA1, 0xFF) for byte in (high, low)).decode(
    "gb2312"
)
CHINESE_LARGE = CHINESE + _SECOND_LEVEL + TRADITIONAL
"""`CHINESE`, then the 3,008 symbols of GB 2312 level 2 in the order of their radicals, and 1,800 traditional forms."""

SIGNS = ALNUM + ".,'-&:/!?()%$£€#@+\""  # and the marks of English signs

PRESETS = {"digits": DIGITS, "alnum": ALNUM, "signs": SIGNS, "zh": CHINESE, "zh-large": CHINESE_LARGE}
"""Charsets known by name."""

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_MAX_BYTES = 4 << 20
_NO_SYMBOL = frozenset({"Cc", "Cs", "Zl", "Zp"})  # control characters, halves of surrogate pairs, line ends
_UNSEEN = frozenset({"Cf", "Co"})  # soft hyphens, zero-width signs, direction marks, tags; private use
_UNSEEN_SIGNS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # joiner, fillers, blank of Braille
_SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))  # variation selectors
_JOINED = (
    "ARABIC", "SYRIAC", "THAANA", "NKO", "MANDAIC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
    "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN",
)  # fmt: skip
"""Scripts whose words mean something else without their zero-width signs, as their symbols' names begin."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"  # replaces a character that nobody can read


@lru_cache(maxsize=4096)
def normalise(text: str, form: str = "NFC", fold_full_width: bool = False) -> str:
    """Return a text in the form that is compared and learned.

    Parameters
    ----------
    text : str
        The text as written in a label.
    form : str
        Unicode normalisation form.
    fold_full_width : bool
        Turn full-width forms (Ａ, ！, the ideographic space) into ASCII, only if a project asks for it: the two look
        different, and a model may have to tell them apart.
    """
    normalised = unicodedata.normalize(form, text)  # type: ignore[arg-type]
    return normalised.translate(_FULL_WIDTH) if fold_full_width else normalised


def is_symbol(symbol: str) -> bool:
    """Return True if a text is one visible code point after NFC, or a space, as in a charset made from labels."""
    normal = unicodedata.normalize("NFC", symbol)
    if len(normal) != 1 or normal == _REPLACEMENT or is_unseen(normal):
        return False
    return unicodedata.category(normal) not in _NO_SYMBOL


def is_unseen(symbol: str) -> bool:
    """Return True if a code point is invisible in a picture, or looks like a space.

    These are soft hyphens, zero-width signs, direction marks, variation selectors, private use, and every blank but the
    space.
    """
    category = unicodedata.category(symbol)
    if category == "Zs":
        return symbol != " "
    return category in _UNSEEN or symbol in _UNSEEN_SIGNS or ord(symbol) in _SELECTORS


def without_unseen(text: str) -> str:
    """Return a text without invisible signs: other blanks become spaces, and outer blanks and zero-width signs vanish.

    Within a word of Arabic or an Indic script, and within an emoji, such signs say something, and stay. So do code
    points of private use, for which a font may have a picture.
    """
    kept = []
    for place, symbol in enumerate(text):
        if unicodedata.category(symbol) == "Zs":
            kept.append(" ")
        elif not is_unseen(symbol) or unicodedata.category(symbol) == "Co" or _says_something(text, place):
            kept.append(symbol)
    return "".join(kept).strip(" ")


def _says_something(text: str, place: int) -> bool:
    """Return True if the unseen sign at a place is within a word or emoji that is another one without it."""
    before = next((symbol for symbol in reversed(text[:place]) if not is_unseen(symbol)), "")
    after = next((symbol for symbol in text[place + 1 :] if not is_unseen(symbol)), "")
    if before and unicodedata.category(before) == "So":  # an emoji; a variation selector ends it
        return True
    return all(symbol and unicodedata.name(symbol, "").startswith(_JOINED) for symbol in (before, after))


def has_marks(symbols: Iterable[str]) -> bool:
    """Return True if a symbol is a mark such as . or $, which is neither a letter nor a digit nor a space."""
    return any(not symbol.isalnum() and not symbol.isspace() for symbol in symbols)


def name_of(symbol: str) -> str:
    """Return a symbol in quotation marks with its code point, `"é" (U+00E9)`, which distinguishes look-alikes."""
    points = " ".join(f"U+{ord(c):04X}" for c in symbol)
    shown = symbol if symbol.isprintable() and symbol.strip() else ""
    return f'"{shown}" ({points})' if symbol else '"" (empty)'


def shown_symbol(symbol: str) -> str:
    """Return the symbol itself if it is visible, or else its code point."""
    return symbol if symbol.isprintable() and symbol.strip() else name_of(symbol)


def is_sought(number: int, symbol: str, sought: str) -> bool:
    """Return True if a search text matches a symbol of a charset.

    A text of one letter, or of letters that ASCII lacks, finds its symbols. Any other finds the symbols whose id
    (`number`) or code point it is, or whose Unicode name has all its words.
    """
    words = normalise(sought).split()
    if not words:
        return sought in {"", symbol}
    if (len(words) == 1 and len(words[0]) == 1) or not sought.isascii():
        return symbol in "".join(words)
    point = f"{ord(symbol):04X}"
    if len(words) == 1 and words[0].upper() in {str(number), point, f"U+{point}"}:
        return True
    name = unicodedata.name(symbol, "")
    return all(word.upper() in name for word in words)


@dataclass(frozen=True)
class Charset:
    """An immutable ordered set of symbols.

    Raises
    ------
    CharsetError
        If a symbol is not one code point after NFC, or occurs twice.
    """

    symbols: tuple[str, ...]
    """The symbols, each one Unicode code point in NFC, none twice: `symbols[i]` has id i + 1."""
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids: dict[str, int] = {}
        for number, symbol in enumerate(self.symbols, 1):
            if len(symbol) != 1 or unicodedata.normalize("NFC", symbol) != symbol:
                raise CharsetError(
                    "charset: symbol {number}, {symbol}, is not one code point after NFC. Write one a line.",
                    number=number,
                    symbol=name_of(symbol),
                )
            if symbol in ids:
                raise CharsetError(
                    "charset: {symbol} occurs twice, as symbols {earlier} and {number}. Remove one.",
                    symbol=name_of(symbol),
                    earlier=ids[symbol],
                    number=number,
                )
            ids[symbol] = number
        object.__setattr__(self, "_ids", ids)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Charset:
        """Return the charset of the sorted symbols (`is_symbol`) in some texts, as code points after NFC."""
        symbols = {symbol for text in texts for symbol in unicodedata.normalize("NFC", text)}
        return cls(tuple(sorted(filter(is_symbol, symbols))))

    @classmethod
    def read(cls, path: Path) -> CharsetFile:
        """Read a charset file, as `symbols_of_text` does, and skip repeated symbols.

        Raises
        ------
        CharsetError
            If the file cannot be read, has no symbol, or one of its symbols is not one code point after NFC.
        FormatError
            If the file is text in no known encoding.
        """
        decoded = read_text(path, _MAX_BYTES, CharsetError)
        try:
            written, form = symbols_of_text(decoded.text)
        except UnknownListError as error:
            raise CharsetError("{name}: {why}. Write one symbol a line.", name=path.name, why=error.why) from error
        if not written:
            raise CharsetError("{name}: no symbol in it. Write one symbol a line.", name=path.name)
        symbols, doubles = _merged(written)
        try:
            charset = cls(symbols)
        except CharsetError as error:
            raise CharsetError("{name}: {error}", name=path.name, error=error) from error
        notes = [*form, *doubles]
        if decoded.encoding not in {"utf-8", "utf-8-sig"}:
            notes.append(
                Sentence(
                    "read as {encoding}, {count} {count:|symbol|symbols}. Save the file as UTF-8 if they come out "
                    "wrong",
                    encoding=decoded.encoding,
                    count=len(charset),
                )
            )
        sentences = tuple(Sentence("{name}: {note}.", name=path.name, note=note) for note in notes)
        return CharsetFile(charset, decoded.encoding, sentences)

    @classmethod
    def merged(cls, symbols: Iterable[str]) -> tuple[Charset, tuple[Sentence, ...]]:
        """Return the charset of symbols that may repeat after NFC, and notes on the repeated ones.

        Raises
        ------
        CharsetError
            If a symbol is not one code point after NFC.
        """
        once, doubles = _merged([unicodedata.normalize("NFC", symbol) for symbol in symbols])
        return cls(once), tuple(doubles)

    @classmethod
    def named(cls, name: str) -> Charset:
        """Return the charset `digits`, `alnum`, `signs`, `zh` or `zh-large`, or the one in the file with that name.

        Raises
        ------
        CharsetError, FormatError
            For a file, as `read`.
        """
        return cls(tuple(PRESETS[name])) if name in PRESETS else cls.read(Path(name)).charset

    def __len__(self) -> int:
        return len(self.symbols)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    def __contains__(self, symbol: object) -> bool:
        return symbol in self._ids

    @property
    def ids(self) -> Mapping[str, int]:
        """The ids of the symbols, 1 … C, by symbol."""
        return self._ids

    def id_of(self, symbol: str) -> int | None:
        """Return the id, 1 … C, of a symbol after NFC, or None if the charset lacks it."""
        return self._ids.get(symbol) or self._ids.get(unicodedata.normalize("NFC", symbol))

    def symbol_of(self, number: int) -> str:
        """Return the symbol that has an id in 1 … C.

        Raises
        ------
        CharsetError
            If no symbol has the id: 0 is background.
        """
        if not 1 <= number <= len(self.symbols):
            raise CharsetError(
                "charset: no symbol has the id {number}; the ids are 1 to {count}.",
                number=number,
                count=len(self.symbols),
            )
        return self.symbols[number - 1]

    def missing(self, text: str) -> tuple[str, ...]:
        """Return the symbols of a text, after NFC, that the charset lacks, each once, in the text's order."""
        return tuple(dict.fromkeys(s for s in unicodedata.normalize("NFC", text) if s not in self._ids))

    def with_added(self, symbols: Iterable[str]) -> Charset:
        """Return the charset with missing symbols appended, so that no id changes."""
        return Charset(self.symbols + self.missing("".join(symbols)))

    def without(self, symbols: Iterable[str]) -> Charset:
        """Return the charset without some symbols, so that the ids after them decrease."""
        gone = set(symbols)
        return Charset(tuple(s for s in self.symbols if s not in gone))

    def write(self) -> str:
        """Return the content of a charset file, one symbol a line, from which `read` restores the charset."""
        # A single symbol is its own one-line form, so that both forms agree.
        return "".join(f"{symbol}\n" for symbol in self.symbols)


class CharsetFile(NamedTuple):
    """The content of a charset file: its charset, and notes on its form."""

    charset: Charset
    """The symbols of the file."""
    encoding: str
    """Name that Python's codecs give the detected encoding of the file."""
    notes: tuple[str, ...]
    """Sentences on whatever is not one symbol a line in UTF-8, each symbol once."""


_FEW = 3  # doubles that a note names


def _merged(written: list[str]) -> tuple[tuple[str, ...], list[Sentence]]:
    """Return some symbols, each once, and a note on those that occur again or are one with another after NFC."""
    places: dict[str, int] = {}
    doubles: list[str] = []
    for number, symbol in enumerate(written, 1):
        if places.setdefault(symbol, number) != number:
            doubles.append(f"{name_of(symbol)} {places[symbol]}, {number}")
    if not doubles:
        return tuple(written), []
    named = listed(doubles, _FEW)
    note = Sentence(
        "{count} {count:|symbol occurs|symbols occur} twice, {count:|perhaps|some of them} only after NFC, and "
        "{count:|counts|count} once: {named}",
        count=len(doubles),
        named=named,
    )
    return tuple(places), [note]
