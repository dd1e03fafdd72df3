"""Parses lines with an image's name and a text, separated by a tab, a blank or a comma, from lists of word images.

The form of a list follows from all its lines, not from one: a header names its columns, texts are between quotation
marks, a probability follows each text.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import Sentence
from core.base.images import SUFFIXES, is_image
from core.labels.formats.parsing import PROBABILITIES, SHARE, SOURCES, WITHOUT_QUOTES, reading_of
from core.labels.formats.record import ForeignReading, Reject
from core.labels.formats.report import Remark

PATHS = ("path", "file", "filename", "file_name", "image", "image_path", "img", "name")
"""Names of a column of images, in lower case."""

TEXTS = ("text", "label", "labels", "word", "words", "transcription", "gt", "ground_truth")
"""Names of a column of texts."""

_DELIMITERS = ",;|"
_BLANK = re.compile(rf"^(\S.*?(?:{'|'.join(map(re.escape, sorted(SUFFIXES)))}))\s+(\S.*)$", re.IGNORECASE)
_QUOTED = re.compile(r'^\s*"(.*)"\s*$')
_SHARE = re.compile(rf"^\s*{SHARE}\s*$")
_SHARE_AT_END = re.compile(rf"[\s{_DELIMITERS}]\s*({SHARE})\s*$")
_JSON = ("[{", "[]")
_WITH_BLANK = Remark(
    "guessed",
    Sentence("lines were read as image, space and text"),
    Sentence("one line was read as image, space and text"),
)
_AS_TABLE = Remark(
    "guessed",
    Sentence("lines were read as a table (CSV) of image and text"),
    Sentence("one line was read as a table (CSV) of image and text"),
)
_MOST_COLUMNS = 1000
_MOST = 0.9  # share of the lines of a list without tabs that have to fit; the rest may be damaged


def columns_of(cells: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of image and text if a line is a header, or None."""
    names = [cell.strip().strip("\N{ZERO WIDTH NO-BREAK SPACE}").lower() for cell in cells]
    images = [place for place, name in enumerate(names) if name in PATHS]
    texts = [place for place, name in enumerate(names) if name in TEXTS]
    return (images[0], texts[0]) if images and texts else None


@dataclass(frozen=True, slots=True)
class ListShape:
    """The form that the lines of a list have."""

    separator: str = "\t"
    """A tab, a blank, or the delimiter of CSV."""
    image: int = 0
    """Number of the column of the image's name, from 0."""
    text: int = 1
    """Number of the column of the text, from 0."""
    share: int | None = None
    """Number of the column of probabilities, from 0. None: no such column."""
    source: int | None = None
    """Number of the column that says who has read the text, from 0. None: no such column."""
    columns: int = 2
    """Number of columns."""
    header: str | None = None
    """The first line if it names the columns, else None."""
    is_quoted: bool = False
    """True if each text is between quotation marks, in a list that is not CSV."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The remarks that belong to texts from lines of this form."""
        remarks = []
        if self.is_quoted:
            remarks.append(WITHOUT_QUOTES)
        if self.separator == " ":
            remarks.append(_WITH_BLANK)
        elif self.separator != "\t":
            remarks.append(_AS_TABLE)
        return tuple(remarks)

    def reading(self, line: str) -> ForeignReading | None:
        """Return the mark in a line that a program has read its text, or None if the list or the line has none."""
        cells = self._cells(line)
        columns = {"score": self.share, "source": self.source}
        return reading_of({k: cells[at].strip() for k, at in columns.items() if at is not None and at < len(cells)})

    def parse(self, line: str) -> tuple[str, str]:
        """Parse the image and the text from a line.

        Raises
        ------
        Reject
            If the line does not have the list's form.
        """
        cells = self._cells(line)
        if len(cells) <= max(self.image, self.text):
            if self.separator == "\t":
                raise Reject("no tab between the image and its text")
            raise Reject("it has no image and text, unlike the other lines")
        text = cells[self.text]
        match = _QUOTED.match(text) if self.is_quoted else None
        return cells[self.image].strip(), text if match is None else match[1].replace('\\"', '"').replace('""', '"')

    def _cells(self, line: str) -> list[str]:
        """Split a line into as many cells as the list has columns; surplus cells belong to the text."""
        columns = self.columns
        share = None if self.share is None else _SHARE_AT_END.search(line)
        if self.share is not None and self.header is None and share is None:
            columns -= 1  # a text without a probability, unlike the others
        if self.separator == "\t":
            return _split(line, "\t", columns)
        if self.separator == " ":
            return _split(line, " ") if share is None else [*_split(line[: share.start()], " "), share[1]]
        cells = _split(line, self.separator)
        if len(cells) <= columns:
            return cells
        # A text with commas and without quotation marks
        pieces = line.split(self.separator)
        end = self.text + len(pieces) - columns + 1
        cells = [*map(str.strip, pieces[: self.text]), self.separator.join(pieces[self.text : end]).lstrip()]
        return [*cells, *map(str.strip, pieces[end:])]


def _split(line: str, separator: str, columns: int = 2) -> list[str]:
    if separator == "\t":
        return line.split("\t", columns - 1)
    if separator == " ":
        match = _BLANK.match(line)
        return [line] if match is None else [match[1], match[2]]
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True), [])
    except csv.Error:  # a quotation mark that begins a text, and does not enclose it
        return [piece.lstrip() for piece in line.split(separator)]


def shape_of(lines: Sequence[str]) -> ListShape | None:
    """Return the form of a list's lines, or None if they do not hold images and texts."""
    if not lines or lines[0].lstrip().startswith(("{", "[")):  # JSON
        return None
    return _with_header(lines) or _without_header(lines)


def _with_header(lines: Sequence[str]) -> ListShape | None:
    for separator in ("\t", *_DELIMITERS):
        names = _split(lines[0], separator, _MOST_COLUMNS)
        named = columns_of(names)
        if named is not None:
            shape = ListShape(separator, *named, _first(names, PROBABILITIES), _first(names, SOURCES), len(names))
            return _with_marks(replace(shape, header=lines[0]), lines[1:])
    return None


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((place for place, name in enumerate(names) if name.strip().lower() in wanted), None)


def _without_header(lines: Sequence[str]) -> ListShape | None:
    for separator in ("\t", *_DELIMITERS, " "):
        split = [_split(line, separator) for line in lines]
        fitting = [cells for cells in split if len(cells) > 1 and is_image(Path(cells[0].strip()))]
        if not fitting or any(cells[1].lstrip().startswith(_JSON) for cells in fitting):
            continue
        if separator != "\t" and len(fitting) < _MOST * len(lines):
            continue
        shape = ListShape(separator)
        return _with_marks(_with_shares(fitting, separator) or shape, lines)
    return None


def _with_shares(fitting: Sequence[Sequence[str]], separator: str) -> ListShape | None:
    """Return the form of a list whose texts are followed by probabilities, or None for another list."""
    rows = [[cells[0], *cells[1].split("\t")] if separator == "\t" else cells for cells in fitting]
    rows = [[cells[0], *cells[1].rsplit(maxsplit=1)] for cells in fitting] if separator == " " else rows
    is_wide = [len(cells) == 3 or (len(cells) > 3 and separator != "\t") for cells in rows]
    shares = [cells[-1] for cells, wide in zip(rows, is_wide, strict=True) if wide and _SHARE.match(cells[-1])]
    if len(shares) < _MOST * len(rows) or not any("." in share for share in shares):
        return None
    return ListShape(separator, share=2, columns=3)


def _with_marks(shape: ListShape, lines: Sequence[str]) -> ListShape:
    """Return a shape with `is_quoted` as the texts of all lines have it."""
    if shape.separator not in "\t " or len(lines) < 2:
        return shape
    texts = []
    for line in lines:
        try:
            texts.append(shape.parse(line)[1])
        except Reject:
            continue
    is_quoted = len(texts) > 1 and all(_QUOTED.match(text) for text in texts)
    return replace(shape, is_quoted=is_quoted)
