"""Edits JSON text member by member and element by element, and keeps the style of the text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from core.base.json_text import Member, skip_space

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_OPENING = re.compile(r"[\[{](\s*)")
_WHOLE = 1 << 30


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of JSON text: line breaks, indentation and separators."""

    newline: str = "\n"
    """The end of a line: a line feed, or carriage return and line feed."""
    unit: str = "  "
    """The indentation of one level."""
    comma: str = ", "
    """The text between two elements on one line."""
    colon: str = ": "
    """The text between a key and its value."""
    lines: int = _WHOLE
    """The number of levels of nesting that have a line for each element. Deeper ones are written on one line."""

    def inner(self) -> Style:
        """Return the style for one level deeper."""
        return replace(self, lines=max(0, self.lines - 1))


@dataclass(frozen=True, slots=True)
class Raw:
    """A JSON text that is written exactly as it is."""

    text: str
    """One JSON value, whose line breaks and spaces are kept."""


def style_of(text: str, start: int) -> Style:
    """Return the style of a file, judged by the object whose `{` is at `start`."""
    first = skip_space(text, start + 1)
    space = text[start + 1 : first]
    colon = re.compile(r'"(?:[^"\\]|\\.)*"(\s*:[ \t]*)').match(text, first)
    colon_text = colon.group(1) if colon else ": "
    newline = "\r\n" if "\r\n" in space else "\n"
    if "\n" in space:
        unit = space.rpartition("\n")[2].removeprefix(indentation_at(text, start)) or "  "
        return Style(newline, unit, ", ", colon_text)
    return Style(newline, "", ", " if colon_text.endswith(" ") else ",", colon_text, 0)


def style_of_value(old: str, style: Style) -> Style:
    """Return the style of an array or object, judged by its present text: how deep it breaks lines, and its commas."""
    lines = levels = 0
    for opening in _OPENING.finditer(old):
        levels += 1
        lines += "\n" in opening.group(1) and lines == levels - 1
        if not old.startswith(("[", "{"), opening.end()):
            break
    commas = re.search(r'[\d\]}"](,[ \t]*)[^\s]', old)
    unit = style.unit
    if lines:
        unit = old[1 : skip_space(old, 1)].rpartition("\n")[2].removeprefix(indentation_at(old, len(old) - 1)) or unit
        if lines == levels:
            lines = _WHOLE  # every level it has is broken, so one that is added will be, too
    return replace(style, lines=lines, unit=unit, comma=commas.group(1) if commas else style.comma)


def numbers_of(old: str) -> dict[float, str]:
    """Return the spelling of each number in a text, so that a number can keep its spelling (10, 10.0, 1e1)."""
    return {float(spelling): spelling for spelling in reversed(_NUMBER.findall(old))}


def write_string(value: str) -> str:
    """Return a string as JSON, escaped only if necessary: half a surrogate pair cannot be UTF-8."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text) else json.dumps(value)


def write_value(value: Any, style: Style, indentation: str = "", spelling: Mapping[float, str] | None = None) -> str:
    """Return a value as JSON text.

    Parameters
    ----------
    value
        None, bool, int, float, str, `Raw`, or a list, tuple or dict of such.
    style : Style
        How to lay it out.
    indentation : str
        White space at the start of the line that the value begins on.
    spelling : mapping, optional
        Numbers to be written as there.
    """
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, str):
        return write_string(value)
    if isinstance(value, (dict, list, tuple)):
        if isinstance(value, dict):
            parts = [f"{write_string(key)}{style.colon}" for key in value]
            inside: Sequence[Any] = list(value.values())
            opening, closing = "{", "}"
        else:
            parts = [""] * len(value)
            inside = value
            opening = "["
            closing = "]"
        if not inside:
            return opening + closing
        deeper = indentation + style.unit
        texts = [
            part + write_value(item, style.inner(), deeper, spelling) for part, item in zip(parts, inside, strict=True)
        ]
        if style.lines:
            between = f",{style.newline}{deeper}"
            body = between.join(texts)
            return f"{opening}{style.newline}{deeper}{body}{style.newline}{indentation}{closing}"
        return opening + style.comma.join(texts) + closing
    if isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        return (spelling or {}).get(value) or json.dumps(value)
    return json.dumps(value)


def edit_object(
    text: str,
    place: tuple[int, int],
    members: Sequence[Member],
    changes: Mapping[str, Any],
    style: Style,
    before: Sequence[str] = (),
) -> str:
    """Return the text of an object after some members are changed, added or removed, with all others as they were.

    Parameters
    ----------
    text : str
        The whole JSON text.
    place : (start, end)
        The place of the object in the text.
    members : sequence of Member
        All members that the object has.
    changes : mapping
        Key → new value (see `write_value`), or `...` to remove the member.
    style : Style
        The file's style, for what the object itself does not show.
    before : sequence of str
        New members are put before the first of these keys that is there, else at the end: a member added before
        another one leaves the line of that one as it is, one added at the end gives the line before it a comma.
    """
    items: list[tuple[int | None, str]] = []
    for number, member in enumerate(members):
        change = changes.get(member.key, member)
        if change is member:
            items.append((number, text[member.start : member.end]))
        elif change is not ...:
            old = text[member.value : member.end]
            items.append((number, text[member.start : member.value] + _rewrite(change, old, text, member, style)))
    known = {member.key for member in members}
    # A new value is written on one line, whatever the file's style: one line of a diff
    added: list[tuple[int | None, str]] = [
        (None, write_string(key) + style.colon + write_value(value, replace(style, lines=0)))
        for key, value in changes.items()
        if key not in known and value is not ...
    ]
    kept = [members[number].key for number, _ in items if number is not None]
    at = next((kept.index(key) for key in before if key in kept), len(items))
    items[at:at] = added
    return splice(text, place, [(m.start, m.end) for m in members], items, style)


def _rewrite(value: Any, old: str, text: str, member: Member, style: Style) -> str:
    """A new value in the style and with the spelling of numbers of the old one."""
    if isinstance(value, (Raw, str)):
        return write_value(value, style)
    if old[0] not in "[{":
        return write_value(value, replace(style, lines=0))
    indentation = indentation_at(old, len(old) - 1) if "\n" in old else indentation_at(text, member.start)
    return write_value(value, style_of_value(old, style), indentation, numbers_of(old))


def splice(
    text: str,
    place: tuple[int, int],
    spans: Sequence[tuple[int, int]],
    items: Sequence[tuple[int | None, str]],
    style: Style,
) -> str:
    """Return the text of an object or array with its parts replaced, and the white space and commas between them kept.

    Parameters
    ----------
    place : (start, end)
        Of the object or array.
    spans : sequence of (start, end)
        Its present parts.
    items : sequence of (int or None, str)
        Its new parts: the current one that each was (None for a new one), and its text.
    style : Style
        The file's style, for an object or array that was empty.
    """
    start, end = place
    if not items:
        return text[start] + text[end - 1]
    gaps: list[str] = []
    if spans:
        head, tail = text[start : spans[0][0]], text[spans[-1][1] : end]
        gaps = [text[left[1] : right[0]] for left, right in pairwise(spans)]
        usual = gaps[0] if gaps else "," + (head[1:] or style.comma.removeprefix(","))
    elif style.lines:
        indentation = indentation_at(text, start)
        deeper = style.newline + indentation + style.unit
        head = text[start] + deeper
        tail = style.newline + indentation + text[end - 1]
        usual = f",{deeper}"
    else:
        head = text[start]
        tail = text[end - 1]
        usual = style.comma
    parts = [head]
    for position, (number, part) in enumerate(items):
        if position:
            parts.append(gaps[number - 1] if number else usual)
        parts.append(part)
    return "".join([*parts, tail])


def indentation_at(text: str, at: int) -> str:
    """Return the white space at the start of the line that contains a place."""
    line = text.rfind("\n", 0, at) + 1
    after = line
    while after < at and text[after] in " \t":
        after += 1
    return text[line:after]
