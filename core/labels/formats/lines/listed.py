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
from core.labels.formats.parsing import WITHOUT_QUOTES, reading_of
from core.labels.formats.record import ForeignReading, Reject
from core.labels.formats.report import Remark

PATHS = ("path", "file", "filename", "file_name", "image", "image_path", "img", "name")
"""Names of a column of images, in lower case."""

TEXTS = ("text", "label", "labels", "word", "words", "transcription", "gt", "ground_truth")
"""Names of a column of texts."""

_PROBABILITIES = ("score", "confidence", "probability", "prob", "conf")
_DELIMITERS = ",;|"
_BLANK = re.compile(rf"^(\S.*?(?:{'|'.join(map(re.escape, sorted(SUFFIXES)))}))\s+(\S.*)$", re.IGNORECASE)
_QUOTED = re.compile(r'^\s*"(.*)"\s*$')
_SHARE = re.compile(r"^\s*(?:0?\.\d+|1(?:\.0+)?|0)\s*$")
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
        """Return the mark in a line that a program has read its text, or None without a column of probabilities."""
        if self.share is None:
            return None
        cells = _cells(line, self.separator, self.columns)
        return reading_of({"score": cells[self.share].strip()}) if self.share < len(cells) else None

    def parse(self, line: str) -> tuple[str, str]:
        """Parse the image and the text from a line.

        Raises
        ------
        Reject
            If the line does not have the list's form.
        """
        cells = _cells(line, self.separator, self.columns)
        if len(cells) <= max(self.image, self.text):
            if self.separator == "\t":
                raise Reject("no tab between the image and its text")
            raise Reject("it has no image and text, unlike the other lines")
        text = cells[self.text]
        if self.separator not in "\t " and self.text == self.columns - 1:
            text = self.separator.join(cells[self.text :])  # a text with commas and without quotation marks
        match = _QUOTED.match(text) if self.is_quoted else None
        return cells[self.image].strip(), text if match is None else match[1].replace('\\"', '"').replace('""', '"')


def _cells(line: str, separator: str, columns: int = 2) -> list[str]:
    if separator == "\t":
        return line.split("\t", columns - 1)
    if separator == " ":
        match = _BLANK.match(line)
        return [line] if match is None else [match[1], match[2]]
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        return [line]


def shape_of(lines: Sequence[str]) -> ListShape | None:
    """Return the form of a list's lines, or None if they do not hold images and texts."""
    if not lines or lines[0].lstrip().startswith(("{", "[")):  # JSON
        return None
    return _with_header(lines) or _without_header(lines)


def _with_header(lines: Sequence[str]) -> ListShape | None:
    for separator in ("\t", *_DELIMITERS):
        names = _cells(lines[0], separator, _MOST_COLUMNS)
        named = columns_of(names)
        if named is not None:
            share = next((at for at, name in enumerate(names) if name.strip().lower() in _PROBABILITIES), None)
            return _with_marks(ListShape(separator, *named, share, len(names), lines[0]), lines[1:])
    return None


def _without_header(lines: Sequence[str]) -> ListShape | None:
    for separator in ("\t", *_DELIMITERS, " "):
        split = [_cells(line, separator) for line in lines]
        fitting = [cells for cells in split if len(cells) > 1 and is_image(Path(cells[0].strip()))]
        if not fitting or any(cells[1].lstrip().startswith(_JSON) for cells in fitting):
            continue
        if separator == "\t":
            three = [cells[1].split("\t") for cells in fitting]
            shares = [cells[1] for cells in three if len(cells) == 2 and _SHARE.match(cells[1])]
            if len(shares) == len(fitting) and any("." in share for share in shares):
                return _with_marks(ListShape(share=2, columns=3), lines)
            return _with_marks(ListShape(), lines)
        if len(fitting) >= _MOST * len(lines):
            return _with_marks(ListShape(separator), lines)
    return None


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
