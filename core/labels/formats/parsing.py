"""Checks values from foreign files: each becomes a value that a label can hold, or is rejected with the reason."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from core.base.errors import Sentence
from core.base.json_text import JsonProblem, parse_json
from core.labels.clusters import first_cluster, is_cluster
from core.labels.formats.record import ForeignReading, Reject, Unsupported
from core.labels.formats.report import Remark
from core.labels.geometry import polygon_of
from core.labels.label import CharacterLabel, Polygon, WordLabel

MAX_COORDINATE = 1e6  # pixels; no picture is that large, and OpenCV's float32 loses whole pixels beyond

WITHOUT_QUOTES = Remark(
    "guessed",
    Sentence("texts were taken without their quotation marks, which all lines have"),
    Sentence("one text was taken without its quotation marks, which all lines have"),
)

_DECIMALS = 2
_DRIVE = re.compile(r"^[A-Za-z]:")
PROBABILITIES = ("score", "confidence", "probability", "prob", "conf", "rec_score", "text_score")
"""Names of a key or a column that holds the probability of a text."""

SOURCES = ("source", "text_source")
"""Names of a key or a column that says who has read a text."""

SHARE = r"(?:0?\.\d+|1(?:\.0+)?|0|\d(?:\.\d+)?[eE]-\d+|[nN][aA][nN])"
"""The pattern of a probability in a line, as programs write it; "nan" is that of a text without symbols."""

_UNUSABLE = {"Cc", "Cs"}  # control characters; halves of surrogate pairs, which no file can hold


def _shown(value: object) -> str:
    """Return a value short and harmless enough for a sentence."""
    if isinstance(value, list | dict):  # possibly nested by the thousand
        return Sentence("a list") if isinstance(value, list) else Sentence("an object")
    text = ascii(value)[:50] if not isinstance(value, str) or not value.isprintable() else f'"{value}"'
    return text if len(text) <= 40 else text[:36] + "…" + text[-1]


def number(value: object) -> float:
    """Return a finite coordinate from a JSON number or from text.

    Raises
    ------
    Reject
        If the value is no number, or lies outside any picture.
    """
    try:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float | str)
            or (isinstance(value, str) and "_" in value)
        ):
            raise ValueError
        as_float = float(value)
    except (ValueError, OverflowError):
        raise Reject("{value} is not a number", value=_shown(value)) from None
    if not math.isfinite(as_float) or abs(as_float) > MAX_COORDINATE:
        raise Reject("the coordinate {value} lies outside any picture", value=_shown(value))
    return as_float


def numbers(values: object, count: int, part: Sentence) -> list[float]:
    """Return `count` coordinates from a list of numbers.

    Raises
    ------
    Reject
        If the value is no list of so many numbers, or a number lies outside any picture.
    """
    if not isinstance(values, Sequence) or isinstance(values, str | bytes) or len(values) != count:
        raise Reject("{part} needs {count} numbers, not {values}", part=part, count=count, values=_shown(values))
    return [number(value) for value in values]


def corners(values: Sequence[float]) -> Polygon:
    """Return the coordinates x1, y1, x2, y2 … as a polygon, rounded to the decimals of a label file."""
    return polygon_of(list(values), _DECIMALS)


def points(values: object, part: Sentence) -> Polygon:
    """Return [[x, y], …] as a polygon with at least three corners.

    Raises
    ------
    Reject
        If the value is no such list, or a number lies outside any picture.
    """
    if not isinstance(values, list) or len(values) < 3:
        raise Reject("{part} needs at least three corners", part=part)
    corner = Sentence("a corner of {part}", part=part)
    return corners([coordinate for point in values for coordinate in numbers(point, 2, corner)])


def clean(value: object, part: Sentence) -> str:
    """Return a text after checking that it has no control characters.

    Raises
    ------
    Reject
        If the value is no text, or holds a control character or half a surrogate pair.
    """
    if value is None:
        raise Reject("{part} is missing", part=part)
    if not isinstance(value, str):
        raise Reject("{part} is {value}, not text", part=part, value=_shown(value))
    bad = next((character for character in value if unicodedata.category(character) in _UNUSABLE), None)
    if bad is not None:
        raise Reject("{part} holds the control character U+{code:04X}", part=part, code=ord(bad))
    return value


def word(value: object) -> str:
    """Return the text of a word, which must have at least one character that is not blank.

    Raises
    ------
    Reject
        If the value is empty or no text, or for the reasons of `clean`.
    """
    text = clean(value, Sentence("the text"))
    if not text.strip():
        raise Reject("the text is empty")
    return text


def symbol(value: object, place: int) -> str:
    """Return the symbol, possibly a space, of the character at a place, counted from 1.

    Raises
    ------
    Reject
        If there is no symbol, or for the reasons of `clean`. As `Unsupported` if it is more than one code point.
    """
    cleaned = clean(value, Sentence("the symbol of character {number}", number=place))
    if not cleaned:
        raise Reject("character {number} has no symbol", number=place)
    if is_cluster(cleaned):
        raise _unsupported(cleaned)
    return cleaned


def symbols(text: str) -> str:
    """Return the symbols of a word with outlined characters, one code point each.

    Raises
    ------
    Unsupported
        If a character as people see it is several code points.
    """
    if cluster := first_cluster(text):
        raise _unsupported(cluster)
    return text


def _unsupported(cluster: str) -> Unsupported:
    return Unsupported('characters of several code points, such as "{text}", are not supported', text=cluster)


def character(value: object, polygon: Polygon, place: int, box: bool = False) -> CharacterLabel:
    """Return the character at a place, from 1, which is also its order because foreign formats list characters as read.

    Raises
    ------
    Reject
        As `symbol`.
    """
    return CharacterLabel(symbol(value, place), polygon, place, "rectangle" if box else "polygon")


def word_label(record: dict[str, Any], key: str, parse: Callable[[dict[str, Any], int], CharacterLabel]) -> WordLabel:
    """Return the word from a JSON object: its "text", and its characters, a list of objects in reading order.

    `parse` gives the character of an object and its 1-based place.

    Raises
    ------
    Reject
        If there is neither text nor characters, a part has another type, or `parse` raises it.
    """
    values = record.get(key) or []
    if not isinstance(values, list):
        raise Reject("{key} is not a list", key=key)
    for place, value in enumerate(values, 1):
        if not isinstance(value, dict):
            raise Reject("character {number} is not a JSON object", number=place)
    text = None if values and record.get("text") is None else word(record.get("text"))
    return WordLabel(tuple(parse(value, place) for place, value in enumerate(values, 1)), text)


def image_name(value: object) -> str:
    r"""Return a relative path with "/" between its parts, from the notation of any system.

    Raises
    ------
    Reject
        If the path is empty, no text, absolute (`/x`, `C:\x`, `\\server\x`) or climbs out of the folder of images with
        `..`.
    """
    name = clean(value, Sentence("the image's name")).replace("\\", "/")
    if name.startswith("/") or _DRIVE.match(name):
        raise Reject(
            "the image's path {value} is absolute; it has to be relative to the folder of images", value=_shown(value)
        )
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise Reject("the image's path {value} leads out of the folder of images", value=_shown(value))
    if not parts:
        raise Reject("the image's name is empty")
    return "/".join(parts)


def image_or_end(value: object) -> tuple[str | None, str | None]:
    """Return a relative path as `image_name` does, or the parts of a path that leads elsewhere, the other as None.

    The second is never followed, only its end is looked for: `core.labels.formats.lookup`.

    Raises
    ------
    Reject
        If the path is empty or no text.
    """
    try:
        return image_name(value), None
    except Reject:
        name = _DRIVE.sub("", clean(value, Sentence("the image's name")).replace("\\", "/"))
        parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
        if not parts:
            raise
        return None, "/".join(parts)


def json_value(text: str, parts: int = 5_000_000) -> Any:
    """Parse a JSON value of at most `parts` values.

    Raises
    ------
    Reject
        If the text is no JSON, which has no NaN and Infinity, or holds more values.
    """
    try:
        return parse_json(text, parts)
    except JsonProblem as problem:
        raise Reject("not JSON ({error})", error=problem) from None


def json_object(text: str, parts: int = 5_000_000) -> dict[str, Any]:
    """Parse a JSON object of at most `parts` values.

    Raises
    ------
    Reject
        If the text is no JSON, no object, or has more than `parts` parts.
    """
    value = json_value(text, parts)
    if not isinstance(value, dict):
        raise Reject("not a JSON object")
    return value


def reading_of(record: Mapping[str, Any]) -> ForeignReading | None:
    """Return the mark in a JSON object that a program has read its text, or None if there is none."""
    given = [record[key] for key in PROBABILITIES if record.get(key) not in (None, "")]
    shares = (_finite(value) for value in given)
    share = next((share for share in shares if share is not None), math.nan if given else None)
    is_marked = any(record.get(key) == "model" for key in SOURCES)
    return ForeignReading(share, is_marked) if given or is_marked else None


def weakest(parts: Iterable[Mapping[str, Any]]) -> ForeignReading | None:
    """Return what the marks of a word's characters say of its text, with the least probability, or None for no mark."""
    readings = [reading for part in parts if (reading := reading_of(part)) is not None]
    shares = [reading.probability for reading in readings if reading.probability is not None]
    least = math.nan if any(map(math.isnan, shares)) else min(shares, default=None)
    return ForeignReading(least, any(reading.is_marked for reading in readings)) if readings else None


def _finite(value: object) -> float | None:
    """Return a number, or the number that a text holds, or None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = value.strip() if isinstance(value, str) else value
    try:
        share = float(text[:-1]) / 100 if isinstance(text, str) and text.endswith("%") else float(text)
    except (ValueError, OverflowError):
        return None
    return share if math.isfinite(share) else None


def claimed_size(record: dict[str, Any]) -> tuple[int, int] | None:
    """Return (height, width) if a JSON record gives both.

    Raises
    ------
    Reject
        If one of the two is no number, or lies outside any picture.
    """
    height, width = record.get("height"), record.get("width")
    if not height or not width:  # 0 says nothing
        return None
    return int(number(height)), int(number(width))
