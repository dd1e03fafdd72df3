"""`ccpd`: number plates, one line for each image: `x1,y1,…,x4,y4,WORD`, then `x1,y1,…,x4,y4,C` for each character.

A folder with `images/` and `labels/`, or the labels beside the images. The word's own quadrilateral is not kept: a
label has polygons of characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format
from core.labels.formats.lines.outlined import MARK
from core.labels.formats.parsing import character, corners, number, word
from core.labels.formats.readers.plaintext import stem_of
from core.labels.formats.readers.scenes.icdar import is_truth
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, head
from core.labels.label import CharacterLabel, WordLabel

_START = re.compile(r"^\s*(-?\d[\d.]*\s*,\s*){8}[^\s]")
_LONGEST = 64  # most commas that a word may hold


def _detect(source: Source) -> bool:
    heads = (head(path) for path in source.first_files(".txt") if not is_truth(path))
    return any(len(lines) == 1 and MARK not in lines[0] and bool(_START.match(lines[0])) for lines in heads)


def _characters(pieces: list[str]) -> tuple[CharacterLabel, ...]:
    """Parse groups of eight numbers and a symbol, which as `,` leaves two empty pieces."""
    labels: list[CharacterLabel] = []
    at = 0
    while at < len(pieces):
        place = len(labels) + 1
        if at + 9 > len(pieces):
            raise Reject("character {number} is cut off", number=place)
        polygon = corners([number(piece) for piece in pieces[at : at + 8]])
        comma = pieces[at + 8] == "" and at + 9 < len(pieces) and pieces[at + 9] == ""
        labels.append(character("," if comma else pieces[at + 8], polygon, place))
        at += 10 if comma else 9
    return tuple(labels)


def parse(line: str) -> WordLabel:
    """Parse the label from a line.

    A word with commas spans several pieces: the parser tries more pieces until the rest spells the word. A word of one
    piece may contradict its characters.

    Raises
    ------
    Reject
        If the line does not consist of an outline, a word and the same for each character.
    """
    pieces = line.split(",")
    if len(pieces) < 9:
        raise Reject("not x1,y1,…,x4,y4,WORD and the same for each character")
    corners([number(piece) for piece in pieces[:8]])
    if len(pieces) < 18:  # too few numbers for a character
        return WordLabel(text=word(",".join(pieces[8:])))
    reason = plain = None
    for end in range(9, min(9 + _LONGEST, len(pieces))):
        try:
            characters = _characters(pieces[end:])
        except Reject as reject:
            reason = reason or reject
            continue
        text = ",".join(pieces[8:end])
        if text == "".join(character.symbol for character in characters):
            return WordLabel(characters, word(text))
        if end == 9:
            plain = characters
    if plain is None:
        raise reason or Reject("the characters do not spell the word")
    return WordLabel(plain, word(pieces[8]))


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record]:
        lines = [line for line in source.text_of(path).split("\n") if line.strip()]
        if len(lines) != 1:
            raise Reject("{count} lines instead of one: a word image holds one word", count=len(lines))
        yield Record(parse(lines[0].removesuffix("\r")), source.name_of(path), stem=stem_of(source, path))

    return source.files(".txt", records)


FORMAT = Format(
    id="ccpd", title=Sentence("Number plates: one comma-separated line per image"), detect=_detect, read=_read
)
