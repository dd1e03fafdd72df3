"""Reads lists of symbols as recognisers and people write them, such as those of PaddleOCR and MMOCR."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from core.base.errors import Sentence
from core.base.json_text import JsonProblem, parse_json
from core.base.phrases import listed

_FEW = 3  # names that a note repeats
_DIGIT = 9
_LONG_NUMBER = 10  # digits that no number of a symbol has
_BETWEEN = r"(?:[\t ,;:]+)"  # a symbol and its number
_NUMBER_BEHIND = re.compile(rf"(\S|[^\S\n](?=[\t,;:])){_BETWEEN}(\d{{1,9}})")
_NUMBER_BEFORE = re.compile(rf"(\d{{1,9}})(?:{_BETWEEN}(\S)|[\t,;:]( ))")
_TITLES = re.compile(r"[A-Za-z_]+[\t ,;:]+[A-Za-z_]+")  # of two columns
_ITEM = re.compile(r" *- +(\S.*|' ')")  # of a list as YAML writes it
_QUOTED = re.compile(r"(['\"])(.+)\1")
_POINT = re.compile(r"(?:U\+|0x|\\u)([0-9A-Fa-f]{4,6})")
_DICTIONARY = re.compile(r"^ *character_dict:[ \t]*\n((?: *- +.*(?:\n|$))+)", re.MULTILINE)
"""The symbols in the `inference.yml` beside a model of PaddleOCR."""
_TOKEN = re.compile(
    r"[<\[](/?s|go|bos|eos|sos|bos/eos|start|end|pad|padding|unk|ukn|unknown|blank|mask|cls|sep)[>\]]|blank|sos|eos|unk",
    re.IGNORECASE,
)
"""Names that recognisers give to classes which are no symbols: blank, padding, beginning, end, unknown."""
_LONGEST_TOKEN = 40  # characters of such a name with its number
_NUMBERED = re.compile(r"(?:\d{1,9}[\t ,:]+)?(\S+?)(?:[\t ,:]+\d{1,9})?")  # a name, perhaps with its number

_UNKNOWN = Sentence("JSON, but neither a list of symbols nor an object with one")


class UnknownListError(Exception):
    """Raised if a text is of a known language, but lists no symbols in it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def symbols_of_text(text: str) -> tuple[list[str], list[str]]:
    """Return the symbols that a charset file lists, repeated ones included, and notes on its form.

    The forms: one symbol a line, perhaps in quotation marks or with a comma or blanks behind, a line of nothing but
    blanks for the space; all symbols in one line, or most lines with several, with or without a blank, comma or tab
    between them; each symbol with its number, before or behind it; code points such as U+4E2D; a list as JSON, JSON
    lines, YAML or Python write it, of symbols or of symbols with their numbers; a JSON object from symbols to numbers,
    from numbers to symbols, or with one such list in it. Empty lines and names of classes that are no symbols, such as
    <PAD>, are passed over.

    Raises
    ------
    UnknownListError
        If the text is JSON, and lists no symbols in a known form.
    """
    for form, symbols_of in (
        (Sentence("read as JSON"), _of_json),
        (Sentence("read as JSON lines"), _of_json_lines),
        (Sentence("read as a list of Python"), _of_python),
        (Sentence("read as a list of YAML"), _of_yaml),
    ):
        values = symbols_of(text)
        if values is not None:
            symbols, tokens = _without_tokens(values)
            return symbols, [_counted(form, symbols), *tokens]
    # splitlines() would also split at U+2028 and its like, which may be symbols
    lines = [unicodedata.normalize("NFC", line) for line in re.split("\r\n|\n|\r", text) if line]
    lines = [" " if line.isspace() and not set(line) - {" ", "\t"} else line for line in lines]
    lines, tokens = _without_tokens(lines)
    for form, symbols_of_lines in (
        (Sentence("read as symbols with their numbers"), _of_numbered),
        (Sentence("read in the order of the lines, whose numbers are no places"), _of_counted),
        (Sentence("read as code points"), _of_points),
        (Sentence("read without what stands around the symbols"), _of_dressed),
    ):
        values = symbols_of_lines(lines)
        if values is not None:
            return values, [_counted(form, values), *tokens]
    return _of_lines(lines, tokens)


def _counted(form: Sentence, symbols: Sequence[str]) -> Sentence:
    return Sentence("{form}, {count} {count:|symbol|symbols}", form=form, count=len(symbols))


def _of_lines(lines: list[str], tokens: list[str]) -> tuple[list[str], list[str]]:
    """Return the symbols of lines that hold one symbol or several, and notes on their form."""
    long = sum(len(line) > 1 for line in lines)
    if len(lines) > 1 and long * 2 <= len(lines):
        return lines, tokens
    symbols = [symbol for line in lines for symbol in _of_line(line)]
    if "," not in symbols and any("," in line for line in lines):
        tokens = [*tokens, Sentence("the commas between the symbols are left out")]
    if len(lines) > 1:
        return symbols, [
            Sentence("several symbols a line, joined to {count} {count:|symbol|symbols}", count=len(symbols)),
            *tokens,
        ]
    note = Sentence("one line, read as {count} {count:|symbol|symbols}", count=len(symbols))
    return symbols, [note, *tokens] if long else tokens


def _of_line(line: str) -> list[str]:
    """The symbols of a line that holds several: those between its blanks or commas, if one is between all of them."""
    for between in (", ", ",", "\t", " "):
        parts = line.split(between)
        if len(parts) > 2 and all(len(part) == 1 for part in parts):
            return parts
    return [*line]


def _without_tokens(written: list[str]) -> tuple[list[str], list[str]]:
    """Return the listed symbols without the names of classes that are no symbols, and a note on those names."""
    if len(written) == 1:
        return written, []
    short = (name for name in written if len(name) <= _LONGEST_TOKEN)
    named = [name for name in short if (match := _NUMBERED.fullmatch(name)) and _TOKEN.fullmatch(match[1])]
    if not named:
        return written, []
    note = Sentence(
        "{count} {count:|name of a class that is|names of classes that are} no symbol left out: {names}",
        count=len(named),
        names=listed(named, _FEW),
    )
    left_out = frozenset(named)
    return [name for name in written if name not in left_out], [note]


def _of_python(text: str) -> list[str] | None:
    """Return the symbols of a list, tuple or dict as Python prints it, or None if the text is no such thing."""
    if text.lstrip()[:1] not in {"[", "(", "{"}:
        return None
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if isinstance(value, dict):
        value = {key if isinstance(key, str) else str(key): number for key, number in value.items()}
    return _of_value(list(value) if isinstance(value, tuple) else value)


def _of_json(text: str) -> list[str] | None:
    """Return the symbols of a JSON value, or None if the text is no JSON, or only by chance."""
    if text.lstrip()[:1] not in {"[", "{", '"'} or all(len(line) <= 1 for line in text.split()):
        return None
    try:
        value = parse_json(text)
    except JsonProblem:
        return None
    values = _of_value(value)
    if values is None and value:
        raise UnknownListError(_UNKNOWN)
    return values


def _of_json_lines(text: str) -> list[str] | None:
    """Return the symbols of lines that each are a JSON value, or None if they are not."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < _FEW or any(line.lstrip()[:1] not in {"[", "{", '"'} or len(line) < _FEW for line in lines):
        return None
    try:
        values = _of_value([parse_json(line) for line in lines])
    except JsonProblem:
        return None
    if values is None:
        raise UnknownListError(_UNKNOWN)
    return values


def _of_value(value: Any) -> list[str] | None:
    """Return the symbols that a value of JSON or Python lists, or None if it lists none."""
    if isinstance(value, str):
        return [*unicodedata.normalize("NFC", value)] or None
    if isinstance(value, dict):
        if value and all(isinstance(number, int) for number in value.values()):
            value = sorted(value, key=value.__getitem__)
        elif value and all(key.isdecimal() and len(key) < _LONG_NUMBER for key in value):
            value = [value[key] for key in sorted(value, key=int)]
        else:
            lists = [held for held in value.values() if not isinstance(held, str)]
            inner = [held for held in map(_of_value, lists or value.values()) if held is not None and len(held) > 1]
            return inner[0] if len(inner) == 1 else None
    if not isinstance(value, list) or not value:
        return None
    if not all(isinstance(symbol, str) for symbol in value):
        value = _of_pairs(value)
    return None if value is None else [unicodedata.normalize("NFC", symbol) for symbol in value]


def _of_pairs(values: Sequence[Any]) -> list[str] | None:
    """Return the symbols of lists or objects that each hold one text and one number, by the numbers."""
    pairs = []
    for value in values:
        parts = value if isinstance(value, (list, tuple)) else ()
        if isinstance(value, dict):  # {"id": 0, "char": "a"}, or {"a": 0}
            parts = [*value.values()] if len(value) > 1 else [part for pair in value.items() for part in pair]
        texts = [part for part in parts if isinstance(part, str)]
        numbers = [part for part in parts if isinstance(part, int) and not isinstance(part, bool)]
        if len(texts) != 1 or len(numbers) != 1 or len(parts) != 2:
            return None
        pairs.append((numbers[0], texts[0]))
    return [text for _, text in sorted(pairs, key=lambda pair: pair[0])]


def _of_yaml(text: str) -> list[str] | None:
    """Return the symbols of a list as YAML writes it, or under `character_dict`, or None if there is none."""
    text = text.replace("\r\n", "\n")
    inner = _DICTIONARY.search(text)
    lines = [line for line in (inner[1] if inner else text).split("\n") if line.strip()]
    if inner is None and lines and re.fullmatch(r"[A-Za-z_]+:", lines[0].strip()):
        lines = lines[1:]
    items = [match[1] for line in lines if (match := _ITEM.fullmatch(line)) is not None]
    if len(items) < 2 or len(items) < len(lines):
        return None
    return [unicodedata.normalize("NFC", _unquoted(item)) for item in items]


def _unquoted(item: str) -> str:
    """Return the text of a scalar of YAML."""
    bare = item.rstrip()
    match = _QUOTED.fullmatch(bare)
    if match is None:
        return bare
    if match[1] == "'":
        return match[2].replace("''", "'")
    try:
        return str(parse_json(bare))
    except JsonProblem:
        return match[2]


def _of_numbered(lines: list[str]) -> list[str] | None:
    """Return the symbols of lines that each hold one symbol and its number, by the numbers, or None if they do not."""
    pairs = _numbered(lines)
    numbers = [number for number, _ in pairs]
    if not numbers or max(numbers) - min(numbers) != len(set(numbers)) - 1:
        return None
    return [symbol for _, symbol in sorted(pairs, key=lambda pair: pair[0])]


def _of_counted(lines: list[str]) -> list[str] | None:
    """Return the symbols of lines that each hold one symbol and how often it occurs, or None if they do not."""
    pairs = _numbered(lines)
    symbols = [symbol for _, symbol in pairs]
    is_counted = any(number > _DIGIT for number, _ in pairs)  # else the lines may hold two symbols each
    return symbols if is_counted and len(set(symbols)) == len(symbols) else None


def _numbered(lines: list[str]) -> list[tuple[int, str]]:
    """Return number and symbol of each line, or nothing if they are not so. A first line of titles is passed over."""
    if len(lines) > _FEW and _TITLES.fullmatch(lines[0]):
        lines = lines[1:]
    for form, number, symbols in ((_NUMBER_BEHIND, 2, (1,)), (_NUMBER_BEFORE, 1, (2, 3))):
        matches = [match for line in lines if (match := form.fullmatch(line)) is not None]
        if len(lines) > 1 and len(matches) == len(lines):
            return [(int(match[number]), next(filter(None, match.group(0, *symbols)[1:]))) for match in matches]
    return []


def _of_points(lines: list[str]) -> list[str] | None:
    """Return the symbols of lines that each hold one code point, such as U+4E2D, or None if they do not."""
    matches = [match for line in lines if (match := _POINT.fullmatch(line.strip())) is not None]
    if not lines or len(matches) < len(lines) or any(int(match[1], 16) > 0x10FFFF for match in matches):
        return None
    return [unicodedata.normalize("NFC", chr(int(match[1], 16))) for match in matches]


def _of_dressed(lines: list[str]) -> list[str] | None:
    """Return the symbols that have quotation marks, commas or blanks around them, or None if lines are not so."""
    if len(lines) < _FEW:
        return None
    symbols, bare = [*_undressed(lines)], [line.strip() or line for line in lines]
    if any(len(symbol) != 1 for symbol in symbols):
        return None
    dressed = sum(symbol != line for symbol, line in zip(symbols, bare, strict=True))
    return symbols if dressed * 2 > len(lines) or (not dressed and bare != lines) else None


def _undressed(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if len(line) == 1:
            yield line
            continue
        bare = line.strip()
        if len(bare) > 1:
            bare = bare.removesuffix(",")
        match = _QUOTED.fullmatch(bare)
        yield match[2] if match and len(match[2]) == 1 else bare
