"""`plaintext`: format of the reference implementation (piginzoo/textscanner), one `.txt` for each image.

The first line is the text; every other line a character, `x1,y1,x2,y2,x3,y3,x4,y4,c`. The rest after the eighth comma
is the symbol, which may be a comma or a space. The reference reads coordinates with `int()`: whole pixels are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Beside, Format
from core.labels.formats.parsing import character, corners, number, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.shared import exportable, four_corners
from core.labels.formats.source import Source, head
from core.labels.label import CharacterLabel, WordLabel

_CHARACTER = re.compile(r"^\s*-?\d[\d.]*\s*(,\s*-?\d[\d.]*\s*){7},.")


def _detect(source: Source) -> bool:
    heads = (head(path) for path in source.first_files(".txt"))
    return any(
        len(lines) > 1 and not _CHARACTER.match(lines[0]) and bool(_CHARACTER.match(lines[1])) for lines in heads
    )


def _character(line: str, place: int, number_of_line: int) -> CharacterLabel:
    pieces = line.split(",", 8)
    if len(pieces) < 9:
        raise Reject("line {line} is not x1,y1,…,x4,y4,symbol", line=number_of_line)
    try:
        return character(pieces[8], corners([number(piece) for piece in pieces[:8]]), place)
    except Reject as reject:
        raise Reject("line {line}: {reject}", line=number_of_line, reject=str(reject)) from None


def stem_of(source: Source, path: Path) -> str:
    """Return the relative path of the image without its ending.

    A folder `labels` at the top is left out of the path, as it lies beside the images.
    """
    return source.name_of(path.with_suffix("")).removeprefix("labels/")


def parse(text: str) -> WordLabel:
    """Return the label from the text of a file.

    Raises
    ------
    Reject
        If a line is wrong; the reason names its number.
    """
    first, *rest = [line.removesuffix("\r") for line in text.split("\n")]
    lines = [(place, line) for place, line in enumerate(rest, 2) if line and not line.isspace()]
    characters = tuple(_character(line, place, at) for place, (at, line) in enumerate(lines, 1))
    return WordLabel(characters, word(first))


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record]:
        yield Record(parse(source.text_of(path)), source.name_of(path), stem=stem_of(source, path))

    return source.files(".txt", records)


def _encode(label: WordLabel, image: str, size: tuple[int, int]) -> bytes:
    text, characters = exportable(label)
    lines = [text]
    for letter in characters:
        whole = [str(round(coordinate)) for point in four_corners(letter.polygon) for coordinate in point]
        lines.append(",".join([*whole, letter.symbol]))
    return "".join(f"{line}\n" for line in lines).encode()


FORMAT = Format(
    id="plaintext",
    title=Sentence("One text file for each image, as in the reference implementation"),
    detect=_detect,
    read=_read,
    writer=Beside(".txt", _encode),
    keeps="whole pixels",
)
