"""`icdar`: ground truth of ICDAR's Robust Reading Competitions, a file `gt_NAME.txt` for each scene, a word a line.

`x1,y1,…,x4,y4,text` (2015), with the script before the text (MLT 2017 and 2019), or a mark of difficulty before the
text in quotes (RCTW 2017); `left, top, right, bottom, "text"` (2013, test), or the same between blanks (2013,
training). `###` is an illegible word. Files of single characters (2013, text segmentation: `NAME_GT.txt`) have a
character a line, `R G B x y left top right bottom "c"`, the right and bottom pixels included, and a blank line between
words; `#` or "" marks an illegible one. The words are cut out. It follows the pages of the competitions
(rrc.cvc.uab.es), keras-ocr's reader of single characters, and the lines that MMOCR prints in
`dataset_zoo/*/sample_anno.md`. CVAT, Datumaro, CTW1500 and Total-Text write such lines with quotation marks, blanks or
more corners: `core.labels.formats.lines.outlined` recognises them by all lines of a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.base.errors import Sentence, one_line
from core.labels.formats.base import Format
from core.labels.formats.lines.outlined import MARK, LineShape, shape_of
from core.labels.formats.parsing import character, number, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded, head
from core.labels.geometry import bounds, rectangle
from core.labels.label import ILLEGIBLE, Polygon, WordLabel

_NAMES = ("gt_", "tr_img")
_GT = re.compile(r"^gt_|_gt$", re.IGNORECASE)
_CHARACTER = re.compile(r"^(#?)\s*\d+(?:\s+\d+){4}" + r"\s+(-?\d+)" * 4 + r'\s+"(.*)"\s*$')
_GAP = re.compile(r"\n\s*\n")


def is_truth(path: Path) -> bool:
    """Return True if a file's name has the form of the competitions' ground truth."""
    return path.name.lower().startswith(_NAMES)


def _detect(source: Source) -> bool:
    for path in source.first_files(".txt"):
        lines = head(path)
        if lines and (is_truth(path) or len(lines) > 1 or MARK in lines[0]) and _fits(lines):
            return True
    return False


def _fits(lines: list[str]) -> bool:
    """Return True if the first lines of a file are characters, or outlines with texts."""
    if all(map(_CHARACTER.match, lines[:3])):
        return True
    try:
        shape = shape_of(lines)
        return shape is not None and all(shape.parse(line) for line in lines[:3])
    except Reject:
        return False


def parse(line: str) -> tuple[Polygon, str]:
    """Return the outline and the text in the only line of a word's file.

    Raises
    ------
    Reject
        If the line holds no outline and text.
    """
    shape = shape_of([line])
    if shape is None:
        raise _no_outlines(line)
    return shape.parse(line)


def _no_outlines(line: str) -> Reject:
    shown = one_line(line, 60)
    return Reject("its lines look like {line}: not like x1,y1,…,x4,y4,text or left,top,right,bottom,text", line=shown)


def _word(line: str, record: Record, shape: LineShape) -> Iterator[Record]:
    polygon, text = shape.parse(line)
    if text == ILLEGIBLE:
        raise Reject('illegible ("{text}")', text=ILLEGIBLE)
    yield replace(
        record, label=WordLabel(text=word(text)), crop=polygon, remarks=shape.remarks, reading=shape.reading(line)
    )


def _spelled_word(lines: list[str], record: Record) -> Iterator[Record]:
    characters = []
    for rank, line in enumerate(lines, 1):
        match = _CHARACTER.match(line)
        if match is None:
            raise Reject('character {number} is not R G B x y left top right bottom "c"', number=rank)
        left, top, right, bottom = (number(piece) for piece in match.groups()[1:5])
        symbol = ILLEGIBLE if match[1] else match[6].replace('\\"', '"') or ILLEGIBLE
        characters.append(character(symbol, rectangle(left, top, right + 1, bottom + 1), rank, box=True))
    if all(letter.is_ignored for letter in characters):
        raise Reject('illegible ("{text}")', text=ILLEGIBLE)
    around = rectangle(*bounds(tuple(point for letter in characters for point in letter.polygon)))
    yield Record(WordLabel(tuple(characters)), record.where, stem=record.stem, crop=around, number=record.number)


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record | Refusal]:
        name = source.name_of(path.with_suffix(""))
        folder, slash, last = name.rpartition("/")
        stem = f"{folder}{slash}{_GT.sub('', last)}"
        if any(_CHARACTER.match(line) for line in head(path)[:3]):
            blocks = _GAP.split(source.text_of(path).replace("\r", "").strip("\n"))
            for place, block in enumerate(blocks, 1):
                here = Sentence("{name}, word {number}", name=source.name_of(path), number=place)
                record = Record(WordLabel(), here, stem=stem, number=place)
                yield from guarded(here, _spelled_word(block.split("\n"), record))
            return
        lines = list(source.lines_of(path))
        shape = shape_of([line for _, line in lines]) if lines else None
        if shape is None and lines:
            raise _no_outlines(lines[0][1])
        for place, (where, line) in enumerate(lines, 1):
            assert shape is not None
            record = Record(WordLabel(), where, stem=stem, number=place)
            yield from guarded(where, _word(line, record, shape))

    return source.files(".txt", records)


FORMAT = Format(
    id="icdar", title=Sentence("ICDAR ground truth (gt_*.txt): words in scenes"), detect=_detect, read=_read, cuts=True
)
