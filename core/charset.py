"""The ordered list of symbols that a model can read: id 0 is background, ids 1 … C are the symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.base.encoding import read_text
from core.base.errors import CharsetError
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
"""GB 2312 level 1, 3,755 symbols in the order of their pinyin; digits, letters, and the marks of signs and prices. Of
marks that look similar in a picture, such as ( and （, only one is there."""

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
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"  # replaces a character that nobody can read


def normalise(text: str, form: str = "NFC", fold_full_width: bool = False) -> str:
    """Text as it is compared and learned.

    `text`: as written in a label. `form`: Unicode normalisation form. `fold_full_width`: turn full-width forms (Ａ, ！,
    the ideographic space) into ASCII; only if a project asks for it, because the two look different and a model may
    have to tell them apart.
    """
    normalised = unicodedata.normalize(form, text)  # type: ignore[arg-type]
    return normalised.translate(_FULL_WIDTH) if fold_full_width else normalised


def is_symbol(symbol: str) -> bool:
    """Return True if it is one visible code point after NFC, or a space, as a charset made from labels holds."""
    normal = unicodedata.normalize("NFC", symbol)
    return len(normal) == 1 and unicodedata.category(normal) not in _NO_SYMBOL and normal != _REPLACEMENT


def has_marks(symbols: Iterable[str]) -> bool:
    """Return True if a symbol is a mark such as . or $: neither a letter nor a digit nor a space."""
    return any(not symbol.isalnum() and not symbol.isspace() for symbol in symbols)


def name_of(symbol: str) -> str:
    """The symbol in quotes with its code point: `"é" (U+00E9)`, so that look-alikes can be told apart."""
    points = " ".join(f"U+{ord(c):04X}" for c in symbol)
    shown = symbol if symbol.isprintable() and symbol.strip() else ""
    return f'"{shown}" ({points})' if symbol else '"" (empty)'


def shown_symbol(symbol: str) -> str:
    """The symbol itself if it can be seen, or else its code point."""
    return symbol if symbol.isprintable() and symbol.strip() else name_of(symbol)


@dataclass(frozen=True)
class Charset:
    """An ordered set of symbols, immutable.

    `symbols`: each one Unicode code point in NFC, none twice; `symbols[i]` has id i + 1. Raises CharsetError if a
    symbol is not one code point after NFC, or occurs twice.
    """

    symbols: tuple[str, ...]
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
                    "charset: {symbol} stands twice, as symbols {earlier} and {number}. Remove one.",
                    symbol=name_of(symbol),
                    earlier=ids[symbol],
                    number=number,
                )
            ids[symbol] = number
        object.__setattr__(self, "_ids", ids)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Charset:
        """The sorted symbols of some texts (code points after NFC), without what is none (`is_symbol`)."""
        symbols = {symbol for text in texts for symbol in unicodedata.normalize("NFC", text)}
        return cls(tuple(sorted(filter(is_symbol, symbols))))

    @classmethod
    def read(cls, path: Path) -> tuple[Charset, str]:
        """Read a charset file: one symbol a line, or the reference implementation's form, all symbols in one line.

        Lines are not stripped: a line of one space is the symbol space. Empty lines are passed over.

        Returns
        -------
        Charset
        str
            The encoding it was found in, to tell the user.

        Raises
        ------
        CharsetError
            If the file cannot be read, or a line of several holds more than one symbol, or one occurs twice.
        FormatError
            If it is text in no known encoding.
        """
        decoded = read_text(path, _MAX_BYTES, CharsetError)
        # splitlines() would also split at U+2028 and its like, which may be symbols
        lines = [unicodedata.normalize("NFC", line) for line in decoded.text.replace("\r\n", "\n").split("\n") if line]
        if not lines:
            raise CharsetError("{name}: no symbol in it. Write one symbol a line.", name=path.name)
        symbols = tuple(lines[0]) if len(lines) == 1 else tuple(lines)
        try:
            return cls(symbols), decoded.encoding
        except CharsetError as error:
            raise CharsetError("{name}: {error}", name=path.name, error=error) from error

    @classmethod
    def named(cls, name: str) -> Charset:
        """`digits`, `alnum`, `signs`, `zh`, `zh-large`, or the charset in the file of that name."""
        return cls(tuple(PRESETS[name])) if name in PRESETS else cls.read(Path(name))[0]

    def __len__(self) -> int:
        return len(self.symbols)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    def __contains__(self, symbol: object) -> bool:
        return symbol in self._ids

    def id_of(self, symbol: str) -> int | None:
        """The id, 1 … C, of a symbol after NFC. None if it is not in the charset."""
        return self._ids.get(symbol) or self._ids.get(unicodedata.normalize("NFC", symbol))

    def symbol_of(self, number: int) -> str:
        """The symbol of an id in 1 … C. Raises CharsetError if there is none: 0 is background."""
        if not 1 <= number <= len(self.symbols):
            raise CharsetError(
                "charset: no symbol has the id {number}; the ids are 1 to {count}.",
                number=number,
                count=len(self.symbols),
            )
        return self.symbols[number - 1]

    def missing(self, text: str) -> tuple[str, ...]:
        """Symbols of a text (after NFC) that are not in the charset, each once, in the text's order."""
        return tuple(dict.fromkeys(s for s in unicodedata.normalize("NFC", text) if s not in self._ids))

    def with_added(self, symbols: Iterable[str]) -> Charset:
        """The charset with the symbols it lacks appended, so that no id changes."""
        return Charset(self.symbols + self.missing("".join(symbols)))

    def without(self, symbols: Iterable[str]) -> Charset:
        """The charset without some symbols. The ids behind them move up."""
        gone = set(symbols)
        return Charset(tuple(s for s in self.symbols if s not in gone))

    def write(self) -> str:
        """Text of a charset file, one symbol a line, that `read` gives back."""
        # A single symbol is its own one-line form, so that both forms agree.
        return "".join(f"{symbol}\n" for symbol in self.symbols)
