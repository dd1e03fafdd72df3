"""Parses readings in text files: tables with a header, PaddleOCR's lines and printed log, Tesseract's tables."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.errors import Sentence
from core.base.images import is_image
from core.labels.formats.record import Refusal
from core.readings.foreign_rows import IMAGES, PROBABILITIES, READERS, TEXTS, ForeignReadings, ForeignRow, row_of
from core.readings.json_rows import rows_beside_name

_DELIMITERS = "\t,;|"
_TESSERACT = ("level", "page_num", "block_num", "par_num", "line_num", "word_num")
_PRINTED = re.compile(r"Predicts of (.+?\.\w+):(\(.+\))\s*$")
_IMAGE = re.compile(r"(?:\*{10}|infer_img: )(.+?\.\w+)(?:\*{10})?\s*$")
_RESULT = re.compile(r"\bresult: (.*)$")
_OPENED = re.compile(r"(?<!\S)[\[(]")
_JSON = ('{"', "[{", "[]")
_WORD = "5"  # the level of a word in Tesseract's tables
_QUOTES = Sentence("a quotation mark is not closed, or more follows it. Write a quotation mark within a text twice.")
_NO_TEXT = Sentence("it has no text and score.")


def rows_of_text(text: str, name: str, stem: str) -> ForeignReadings | None:
    """Return the readings in a text file, or None if its form is unknown.

    `name`: the name of the file, for messages. `stem`: this name without its ending, which in Tesseract's tables is
    that of the image.
    """
    first = next((line.removesuffix("\r") for line in text.split("\n") if line and not line.isspace()), "")
    if tuple(first.split("\t")[: len(_TESSERACT)]) == _TESSERACT:
        return ForeignReadings([_of_tesseract(text, name, stem)], "Tesseract", is_percent=True)
    for delimiter in _DELIMITERS:
        names = [cell.strip().strip('"').lower() for cell in first.split(delimiter)]
        if {*names} & {*IMAGES} and {*names} & {*TEXTS}:
            return ForeignReadings(list(_of_table(text, name, delimiter)))
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if any(_PRINTED.search(line) or _IMAGE.search(line) or _result(line) for line in lines):
        return ForeignReadings(list(_printed(lines, name)), "PaddleOCR")
    if "\t" in first and is_image(Path(first.split("\t", 1)[0].strip())):
        return ForeignReadings(list(_of_lines(lines, name)), "PaddleOCR")
    return None


def _of_tesseract(text: str, name: str, stem: str) -> ForeignRow | Refusal:
    """Return the words of one picture, with blanks between them and the probability of the least sure word.

    A file with several pages is refused.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in reader if row.get("level") == _WORD and (row.get("text") or "").strip()]
    if len({row.get("page_num") for row in words}) > 1:
        return Refusal(
            name, Sentence("it has several pages, and a page has no name of its own. Save each page as a file.")
        )
    sure = [_number(row.get("conf")) for row in words]
    return ForeignRow(name, stem, " ".join(row["text"].strip() for row in words), min(sure, default=None), is_stem=True)


def _number(text: str | None) -> float:
    try:
        return float(text or "")
    except ValueError:
        return -1.0  # Tesseract's own sign for no confidence


def _of_table(text: str, name: str, delimiter: str) -> Iterator[ForeignRow | Refusal]:
    lines = io.StringIO(text, newline="").readlines()
    columns: _Columns | None = None
    begin = 0
    while begin < len(lines):
        rows = _reader(lines, begin, delimiter)
        line = begin + 1
        try:
            for cells in rows:
                if not any(map(str.strip, cells)):
                    pass
                elif columns is None:
                    columns = _Columns([cell.strip().strip('"').lower() for cell in cells])
                elif not columns.image < len(cells) <= columns.count:
                    why = Sentence(
                        "it has {count} {count:|cell|cells}, and the header {names}.",
                        count=len(cells),
                        names=columns.count,
                    )
                    yield Refusal(Sentence("{name}, line {line}", name=name, line=line), why)
                else:
                    yield columns.row_of(cells, line)
                line = begin + rows.line_num + 1
            begin = len(lines)
        except csv.Error:
            yield Refusal(Sentence("{name}, line {line}", name=name, line=line), _QUOTES)
            begin = line  # a quotation mark that no other closes belongs to its line alone


def _reader(lines: list[str], begin: int, delimiter: str) -> Any:
    rest = (lines[place] for place in range(begin, len(lines)))
    if delimiter == "\t":
        return csv.reader(rest, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    return csv.reader(rest, delimiter=delimiter, skipinitialspace=True, strict=True)


class _Columns:
    """The columns of a table with a header."""

    def __init__(self, names: list[str]) -> None:
        def place(keys: tuple[str, ...]) -> int:
            return next((names.index(key) for key in keys if key in names), len(names))

        self.count = len(names)
        self.image, self._text = place(IMAGES), place(TEXTS)
        self._probability, self._reader = place(PROBABILITIES), place(READERS)
        self._version, self._when = place(("reader_version",)), place(("when",))

    def row_of(self, cells: list[str], line: int) -> ForeignRow:
        """Return the row in the cells of a line, with cells that are missing at its end as empty."""
        cells = [*cells, *[""] * (self.count + 1 - len(cells))]  # the last one is of columns that are not there
        return ForeignRow(
            line,
            cells[self.image],
            cells[self._text],
            probability=cells[self._probability] or None,
            reader=cells[self._reader],
            reader_version=cells[self._version],
            when=cells[self._when],
        )


def _of_lines(lines: list[str], name: str) -> Iterator[ForeignRow | Refusal]:
    """Yield the rows of lines of path, text and score, as PaddleOCR writes them to `predicts_rec.txt`."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) < 2:
            where = Sentence("{name}, line {line}", name=name, line=number)
            yield Refusal(where, Sentence("no tab between the image and its text."))
        elif len(cells) == 2 and cells[1].startswith(_JSON):
            yield from rows_beside_name(cells[1], Sentence("{name}, line {line}", name=name, line=number), cells[0])
        elif len(cells) > 2 and _is_number(cells[-1]):
            yield ForeignRow(number, cells[0], "\t".join(cells[1:-1]), cells[-1])
        else:
            yield ForeignRow(number, cells[0], "\t".join(cells[1:]))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _printed(lines: list[str], name: str) -> Iterator[ForeignRow | Refusal]:
    """Yield the rows of what PaddleOCR's programs print, and pass over all other lines.

    Its versions print `Predicts of word_1.png:('PAIN', 0.99)`, the image and in a later line `result: PAIN<tab>0.99` or
    `('PAIN', 0.99)`, or `{'res': {'input_path': 'word_1.png', 'rec_text': 'PAIN', 'rec_score': 0.99}}`.
    """
    image = ""
    begun = 0  # the line that names the image
    for number, line in enumerate(lines, 1):
        where = Sentence("{name}, line {line}", name=name, line=number)
        if (match := _PRINTED.search(line)) is not None:
            yield _printed_word(_literal(match[2]), match[1], number) or Refusal(where, _NO_TEXT)
        elif (result := _result(line)) is not None:
            yield row_of(result, where)
        elif (match := _IMAGE.search(line)) is not None:
            if image:
                yield Refusal(Sentence("{name}, line {line}", name=name, line=begun), _NO_TEXT)
            image, begun = match[1], number
        elif image and (row := _later_word(line, image, number)) is not None:
            yield row
            image = ""
    if image:
        yield Refusal(Sentence("{name}, line {line}", name=name, line=begun), _NO_TEXT)


def _later_word(line: str, image: str, number: int) -> ForeignRow | None:
    """Return the row of a line that follows the one with the image's name, or None if the line has no result."""
    if (match := _RESULT.search(line)) is not None:
        text, tab, share = match[1].rpartition("\t")
        return ForeignRow(number, image, text, share) if tab and _is_number(share) else None
    words = (_printed_word(_literal(line[match.start() :]), image, number) for match in _OPENED.finditer(line))
    return next((word for word in words if word is not None), None)


def _printed_word(value: object, image: str, number: int) -> ForeignRow | None:
    match value:
        case (str(text), float() | int() as probability) | (list(), (str(text), float() | int() as probability)):
            return ForeignRow(number, image, text, probability)
    return None


def _result(line: str) -> dict[str, object] | None:
    """Return the result in a line that PaddleOCR 3 has printed, or None if there is none."""
    start = line.find("{'res': {")
    value = _literal(line[start:]) if start >= 0 else None
    result = value.get("res") if isinstance(value, dict) else None
    return result if isinstance(result, dict) and all(isinstance(key, str) for key in result) else None


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
