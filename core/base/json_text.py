"""Reads JSON with the offset of every part, so that unedited parts keep exactly the same characters.

This module knows JSON text and nothing of labels. Places are offsets into the text; ends are exclusive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from core.base.errors import Damaged
from core.base.files import MAX_FILE, read_file

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_HUGE: Final = re.compile(r"\d{309}")  # no float is that large
_MAX_PARTS: Final = 5_000_000
_DEEPEST: Final = 100


class JsonProblem(Damaged):
    """Raised if JSON cannot be used, with the reason and the place in `str(problem)` as the middle of a sentence."""


@dataclass(frozen=True, slots=True)
class Member:
    """One `"key": value` of an object. Its places are offsets into the text."""

    key: str
    """The key without quotes, its escapes resolved."""
    start: int
    """The offset of the quote before the key."""
    value: int
    """The offset of the first character of the value."""
    end: int
    """The offset behind the last character of the value."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _doubled(next(key for place, key in enumerate(keys) if key in keys[:place]))
    return members


def _doubled(key: str) -> JsonProblem:
    return JsonProblem('the key "{key}" occurs twice in one object', key=key[:40])


def _constant(name: str) -> None:
    raise JsonProblem("it holds {name}, which is not a number", name=name)


def _whole(digits: str) -> int:
    if len(digits) > 308:
        raise JsonProblem("a number in it has hundreds of digits")
    return int(digits)


_decoder: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def read_json(path: Path, most: int = MAX_FILE) -> Any:
    """Read a JSON file of at most `most` bytes.

    Raises
    ------
    OSError
        As `read_file` raises it.
    JsonProblem
        As `parse_json` raises it.
    """
    return parse_json(read_file(path, most))


def parse_json(data: bytes | str, parts: int = _MAX_PARTS) -> Any:
    """Parse a JSON value from any source, as text or as UTF-8 with or without a byte order mark.

    `parts` is how many values, lists or objects it may hold at most.

    Raises
    ------
    JsonProblem
        If it is no JSON, holds NaN, Infinity or a whole number beyond all floats, or is nested too deeply or too long.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig", "surrogatepass")
    except UnicodeDecodeError as error:
        raise JsonProblem("it is no UTF-8 text (byte {place})", place=error.start + 1) from None
    check_amount(text, parts)
    with _problems_of(text):
        value = json.loads(text, parse_constant=_constant, parse_int=_whole if _HUGE.search(text) else None)
    level = [value]
    for _ in range(_DEEPEST):
        inner = (node.values() if isinstance(node, dict) else node for node in level if isinstance(node, dict | list))
        level = [part for parts_of in inner for part in parts_of if isinstance(part, dict | list)]
        if not level:
            return value
    raise JsonProblem("it is nested too deeply")


def check_amount(text: str, most: int = _MAX_PARTS) -> None:
    """Refuse a text with so many values that parsing it would take gigabytes.

    Raises JsonProblem if it has more than `most` commas or opening brackets of one kind.
    """
    if len(text) > most and max(map(text.count, ",[{")) > most:
        raise JsonProblem("it holds more than {most:,} values", most=most)


def skip_space(text: str, at: int) -> int:
    """Return the first place at or after `at` that is not white space."""
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]  # the pattern matches everywhere


def value_at(text: str, at: int) -> tuple[Any, int]:
    """Return the value that begins exactly at a place, and the place of its end.

    Raises JsonProblem if it is no JSON, holds NaN, Infinity or a key twice, or is nested too deeply.
    """
    with _problems_of(text):
        return _decoder.raw_decode(text, at)


@contextmanager
def _problems_of(text: str) -> Iterator[None]:
    """Raise the errors of `json` as JsonProblem."""
    try:
        yield
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" starting at")  # "Unterminated string starting at"
        raise problem_at(what[:1].lower() + what[1:], text, error.pos) from None
    except RecursionError:
        raise JsonProblem("it is nested too deeply") from None
    except JsonProblem:
        raise
    except ValueError:
        raise JsonProblem("a number in it has thousands of digits") from None


def problem_at(what: str, text: str, at: int) -> JsonProblem:
    """Return the problem at a place, with its line and column counted from 1."""
    at = min(at, len(text))
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    if text[at:].strip():
        return JsonProblem("{what} (line {line}, column {column})", what=what, line=line, column=column)
    return JsonProblem(
        "{what} (line {line}, column {column}, where the file ends)", what=what, line=line, column=column
    )


def read_members(text: str, start: int, read: Callable[[str, int], int]) -> tuple[tuple[Member, ...], int]:
    """Return the members of the object whose `{` is at `start`, and the place of its end.

    `read` is called with a key and the place of its value, and returns the value's end. That way a caller may read one
    value part by part while nothing is scanned twice.

    Raises
    ------
    JsonProblem
        As `value_at` raises it, and if a key is missing or doubled.
    """
    members: list[Member] = []
    keys: set[str] = set()
    at = skip_space(text, start + 1)
    if text.startswith("}", at):
        return (), at + 1
    while True:
        if not text.startswith('"', at):
            raise problem_at("a key in double quotes is missing", text, at)
        key, after = value_at(text, at)
        if key in keys:
            raise _doubled(key)
        keys.add(key)
        after = skip_space(text, after)
        if not text.startswith(":", after):
            raise problem_at('a ":" is missing', text, after)
        value = skip_space(text, after + 1)
        end = read(key, value)
        members.append(Member(key, at, value, end))
        at = skip_space(text, end)
        if text.startswith("}", at):
            return tuple(members), at + 1
        if not text.startswith(",", at):
            raise problem_at('a "," or "}" is missing', text, at)
        at = skip_space(text, at + 1)


def members_of(text: str, start: int) -> tuple[Member, ...]:
    """Return the members of the object whose `{` is at `start`."""
    return read_members(text, start, lambda _, place: value_at(text, place)[1])[0]


def read_elements(text: str, start: int) -> tuple[list[tuple[Any, int, int]], int]:
    """Return the elements of the array whose `[` is at `start`, each as (value, start, end), and the array's end.

    Raises JsonProblem as `value_at`.
    """
    elements: list[tuple[Any, int, int]] = []
    at = skip_space(text, start + 1)
    if text.startswith("]", at):
        return elements, at + 1
    while True:
        value, end = value_at(text, at)
        elements.append((value, at, end))
        at = skip_space(text, end)
        if text.startswith("]", at):
            return elements, at + 1
        if not text.startswith(",", at):
            raise problem_at('a "," or "]" is missing', text, at)
        at = skip_space(text, at + 1)
