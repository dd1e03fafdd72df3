"""Parses lines with an outline and a text, from ground truth of scenes.

Numbers come first, then perhaps a language or a class, then the text.

Programs write such lines with commas or blanks, four numbers of a box, eight of four corners or more, and texts with
or without quotation marks. A text may begin with numbers itself (100,000), so one line is not enough to tell the form:
all lines of a file do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.errors import Sentence, one_line
from core.labels.formats.parsing import SHARE, WITHOUT_QUOTES, corners, number, reading_of
from core.labels.formats.record import ForeignReading, Reject
from core.labels.formats.report import Remark
from core.labels.geometry import rectangle
from core.labels.label import ILLEGIBLE, Polygon

MARK = "####"
"""The mark of CTW1500 before each text."""

SCRIPTS = {"Arabic", "Latin", "Chinese", "Japanese", "Korean", "Bangla", "Hindi", "Symbols", "Mixed", "None"}
"""The scripts of MLT, before each text."""

_NAMES_OF_LANGUAGES = """
english, french, german, italian, spanish, portuguese, russian, thai, vietnamese, turkish, hebrew, greek, others, other,
en, fr, de, it, es, pt, ru, th, vi, tr, he, el, zh, ch, cn, ja, jp, ko, kr, ar, hi, bn
"""
_LANGUAGES = {script.casefold() for script in SCRIPTS} | set(re.findall(r"\w+", _NAMES_OF_LANGUAGES))
_SEPARATORS = (",", "\t", ";", " ")
_NUMBER = r"[ ]*(-?\d+(?:\.\d+)?)[ ]*"
_BOX, _QUADRILATERAL = 4, 8  # numbers
_MOST_NUMBERS = 400
_OFFSETS = 32  # numbers of CTW1500's first form: a box, and 14 corners from its top left
_NEAR = 2.0  # pixels
_PARALLEL, _CORNER = 45.0, 25.0  # degrees between opposite, and neighbouring, sides of a quadrilateral
_QUOTED = re.compile(r'^\s*"(.*)"\s*$')
_AS_OFFSETS = Remark(
    "guessed",
    Sentence("outlines were read as a box and offsets from it"),
    Sentence("one outline was read as a box and offsets from it"),
)
_BEFORE = {
    "language": Remark(
        "guessed",
        Sentence("texts were taken without the language before them, which all lines have"),
        Sentence("one text was taken without the language before it, which all lines have"),
    ),
    "number": Remark(
        "guessed",
        Sentence("texts were taken without the number before them, which all lines have"),
        Sentence("one text was taken without the number before it, which all lines have"),
    ),
}


@dataclass(frozen=True, slots=True)
class LineShape:
    """The form that the lines of one file have."""

    separator: str
    """The separator of the columns."""
    numbers: int
    """Number of numbers of the outline. 0: it differs from line to line."""
    has_offsets: bool = False
    """True if the numbers are a box, then corners as offsets from its top left."""
    before: str = ""
    """The kind of column between outline and text: "language", "number", "probability" or nothing."""
    is_marked: bool = False
    """True if `MARK` is before each text."""
    is_quoted: bool = False
    """True if each text is between quotation marks."""
    has_probability: bool = False
    """True if a probability follows each text."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The remarks that belong to texts from lines of this form."""
        remarks = [_BEFORE[self.before]] if self.before in _BEFORE else []
        if self.is_quoted:
            remarks.append(WITHOUT_QUOTES)
        if self.has_offsets:
            remarks.append(_AS_OFFSETS)
        return tuple(remarks)

    def reading(self, line: str) -> ForeignReading | None:
        """Return the mark in a line that a program has read its text, or None if the lines have no probabilities."""
        if self.has_probability:
            match = _probability(self.separator).search(line)
            return None if match is None else reading_of({"score": match[1]})
        if self.before == "probability":
            pieces, rest = _split(line, self.separator)
            count = self.numbers or _even(pieces, rest)
            return reading_of({"score": pieces[count]}) if count < len(pieces) else None
        return None

    def parse(self, line: str) -> tuple[Polygon, str]:
        """Parse the outline and the text from a line.

        Raises
        ------
        Reject
            If the line does not have the form of the file's other lines.
        """
        pieces, rest = _split(line, self.separator)
        if self.is_marked and not rest.startswith(MARK):
            raise Reject("{mark} is missing before the text, although the other lines have it", mark=MARK)
        count = len(pieces) if self.is_marked and not self.has_offsets else self.numbers or _even(pieces, rest)
        if count < _BOX or len(pieces) < count:
            raise Reject(
                "the line has {count} {count:|number|numbers} of an outline, not {expected}",
                count=len(pieces),
                expected=count,
            )
        text = _after(line, self.separator, count)
        if self.before:
            text = text.partition(self.separator)[2]
        return self._outline([number(piece) for piece in pieces[:count]]), self._text(text)

    def _outline(self, values: list[float]) -> Polygon:
        if len(values) == _BOX:
            return rectangle(*values)
        if not self.has_offsets:
            return corners(values)
        x, y = values[:2]
        return corners([value + (y if place % 2 else x) for place, value in enumerate(values[4:])])

    def _text(self, text: str) -> str:
        if self.has_probability:
            text = _probability(self.separator).sub("", text)
        if self.is_marked:
            text = text.removeprefix(MARK)
        match = _QUOTED.match(text) if self.is_quoted else None
        return text if match is None else match[1].replace('\\"', '"').replace('""', '"')


def shape_of(lines: Sequence[str]) -> LineShape | None:
    """Return the form of a file's lines, or None if most of them hold no outline.

    Raises
    ------
    Reject
        If the lines have no text, or stay unclear; the reason says what they look like.
    """
    separator = max(_SEPARATORS, key=lambda mark: sum(len(_split(line, mark)[0]) >= _BOX for line in lines))
    split = [pair for pair in (_split(line, separator) for line in lines) if len(pair[0]) >= _BOX]
    if not split or (len(split) < len(lines) / 2 and len(lines) > 1):
        return None
    long = [pair for pair in split if len(pair[0]) >= _QUADRILATERAL]
    if 2 * len(long) >= len(split):
        split = long
    rests = [rest for _, rest in split]
    if all(rest.startswith(MARK) for rest in rests):
        has_offsets = all(len(pieces) == _OFFSETS and _is_offset(pieces) for pieces, _ in split)
        return LineShape(separator, _OFFSETS if has_offsets else 0, has_offsets, is_marked=True)
    count, has_offsets = _count(split, lines)
    left = [pieces[count or _even(pieces, rest) :] for pieces, rest in split]
    before = _before(left, rests, separator)
    texts = [_text_after(extra, rest, separator, before) for extra, rest in zip(left, rests, strict=True)]
    legible = [text for text in texts if text.strip() not in {ILLEGIBLE, ""}]
    is_quoted = bool(legible) and all(_QUOTED.match(text) for text in legible)
    shares = [_probability(separator).search(text) for text in legible]
    has_probability = len(legible) > 1 and all(shares) and any("." in (match or [""])[0] for match in shares)
    if not any(text.strip() for text in texts):
        raise _unclear(lines, Sentence("{count} {count:|number|numbers} and no text", count=len(split[0][0])))
    if count == _BOX and not all(_is_box(pieces) for pieces, _ in split):
        raise _unclear(lines, Sentence("four numbers that are not left, top, right and bottom"))
    if count == _BOX and all(re.fullmatch(r"[-\d.,; \t]*", text) for text in texts):
        raise _unclear(lines, Sentence("only numbers, as in YOLO files"))
    return LineShape(
        separator=separator,
        numbers=count,
        has_offsets=has_offsets,
        before=before,
        is_marked=False,
        is_quoted=is_quoted,
        has_probability=has_probability,
    )


def _unclear(lines: Sequence[str], shape: Sentence) -> Reject:
    return Reject("its lines look like {line}: {shape}", line=one_line(lines[0], 60), shape=shape)


def _split(line: str, separator: str) -> tuple[list[str], str]:
    """Return the numbers that a line begins with, as they are written, and the rest of the line."""
    pattern, at = _PIECES[separator], 0
    pieces: list[str] = []
    while len(pieces) < _MOST_NUMBERS and (match := pattern.match(line, at)) is not None:
        pieces.append(match[1])
        at = match.end()
    return pieces, line[at:]


_PIECES = {
    mark: re.compile(_NUMBER + ("(?:[ ]|$)" if mark == " " else rf"(?:{re.escape(mark)}|$)")) for mark in _SEPARATORS
}


def _after(line: str, separator: str, count: int) -> str:
    """Return what follows so many numbers of a line."""
    at = 0
    for _ in range(count):
        match = _PIECES[separator].match(line, at)
        assert match is not None  # they were counted
        at = match.end()
    return line[at:]


def _even(pieces: Sequence[str], rest: str) -> int:
    """The numbers of the outline of a line whose text does not begin with one: 8 of a quadrilateral, or more."""
    if len(pieces) >= _QUADRILATERAL and _is_quadrilateral(pieces):
        return _QUADRILATERAL
    most = len(pieces) if rest.strip() else len(pieces) - 1
    return most - most % 2


def _count(split: Sequence[tuple[list[str], str]], lines: Sequence[str]) -> tuple[int, bool]:
    """Return how many numbers the outlines of a file have, 0 if they differ, and if they are a box and offsets."""
    fewest = min(len(pieces) for pieces, _ in split)
    if fewest < _QUADRILATERAL:
        return _BOX, False
    longest = max(len(pieces) for pieces, _ in split)
    if fewest >= _OFFSETS and all(_is_offset(pieces) for pieces, _ in split):
        if not any(rest.strip() or len(pieces) > _OFFSETS for pieces, rest in split):
            raise _unclear(lines, Sentence("a box and offsets of 14 corners, and no text"))
        return _OFFSETS, True
    is_even_long = fewest == longest and fewest - fewest % 2 > _QUADRILATERAL  # as many in all lines
    if is_even_long and len(split) > 1 and all(rest.strip() for _, rest in split):
        return fewest - fewest % 2, False
    if all(len(pieces) < _QUADRILATERAL + 2 or _is_quadrilateral(pieces) for pieces, _ in split):
        return _QUADRILATERAL, False
    if is_even_long and not fewest % 2 and not any(rest.strip() for _, rest in split):
        raise _unclear(lines, Sentence("{count} {count:|number|numbers} and no text", count=fewest))
    counts = Counter(_even(pieces, rest) for pieces, rest in split)
    count, times = counts.most_common(1)[0]
    return (count if times == len(split) else 0), False


def _is_quadrilateral(pieces: Sequence[str]) -> bool:
    """Return True if the first eight numbers are the four corners of a word: opposite sides run alike."""
    points = np.array(pieces[:_QUADRILATERAL], dtype=np.float64).reshape(4, 2)
    sides = np.roll(points, -1, axis=0) - points
    lengths = np.linalg.norm(sides, axis=1)
    if not lengths.all():
        return False
    x, y = sides.T
    turns = x * np.roll(y, -1) - y * np.roll(x, -1)
    if not ((turns > 0).all() or (turns < 0).all()):
        return False
    angles = np.degrees(np.arctan2(y, x))
    apart = np.abs((angles[[0, 1]] - angles[[2, 3]]) % 360 - 180)
    corner = np.abs((np.roll(angles, -1) - angles + 180) % 360 - 180)
    return bool((apart < _PARALLEL).all() and (corner > _CORNER).all() and (corner < 180 - _CORNER).all())


def _is_box(pieces: Sequence[str]) -> bool:
    left, top, right, bottom = map(float, pieces[:_BOX])
    return left <= right and top <= bottom


def _is_offset(pieces: Sequence[str]) -> bool:
    """Return True for a box, and corners from its top left that lie in it and reach over it."""
    left, top, right, bottom = map(float, pieces[:_BOX])
    points = np.array(pieces[_BOX:_OFFSETS], dtype=np.float64).reshape(-1, 2)
    size = np.array([right - left, bottom - top])
    low, high = points.min(axis=0), points.max(axis=0)
    return bool((size > 0).all() and (low >= -_NEAR).all() and (high <= size + _NEAR).all() and (high > size / 2).all())


def _probability(separator: str) -> re.Pattern[str]:
    """The pattern of a probability at the end of a line."""
    return re.compile(rf"{re.escape(separator)}\s*({SHARE})\s*$")


def _before(left: Sequence[Sequence[str]], rests: Sequence[str], separator: str) -> str:
    """Return what all lines have between outline and text."""
    heads = [rest.partition(separator) for rest in rests]
    is_known = SCRIPTS.__contains__ if len(heads) == 1 else lambda head: head.casefold() in _LANGUAGES
    if not any(left) and all(mark and is_known(head.strip()) for head, mark, _ in heads):
        return "language"
    is_one = all(len(extra) == 1 for extra in left) and all(rest.strip() for rest in rests)
    if not is_one or (len(rests) == 1 and not _QUOTED.match(rests[0])):
        return ""
    values = [extra[0].strip() for extra in left]
    if any("." in value for value in values):
        return "probability" if all(0 <= float(value) <= 1 for value in values) else ""
    return "number" if all(value.isdigit() for value in values) else ""


def _text_after(extra: Sequence[str], rest: str, separator: str, before: str) -> str:
    if before == "language":
        return rest.partition(separator)[2]
    if before:
        return rest
    return separator.join([*extra, *([rest] if rest else [])])
