"""`wordlist`: one line `file TAB text` for each image, with all after the first tab as the text.

Lists of other programs have a blank in place of the tab (deep-text-recognition-benchmark, MMOCR 0.x) or are tables with
a header (`filename,words` of EasyOCR): `core.labels.formats.lines.listed` recognises them by all lines of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format, ListFile
from core.labels.formats.lines.listed import ListShape, shape_of
from core.labels.formats.parsing import image_name, image_or_end, word
from core.labels.formats.readers import icdar_words
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.shared import exportable
from core.labels.formats.source import MAX_LINE, Source, guarded, head
from core.labels.label import WordLabel

_SUFFIXES = (".txt", ".tsv", ".lst", ".csv")
_OTHERS = ("rec_gt", "label.txt", "filestate")  # PaddleOCR's names for its own lists
_LOOKED_AT = 100_000  # lines of a list that tell its form


def read_list(source: Source, path: Path, label_of: Callable[[str], WordLabel]) -> Iterator[Record | Refusal]:
    """Yield the records of one list, which may also be a recognition list of PaddleOCR.

    Raises
    ------
    FormatError
        As `Source.lines_of`.
    """
    lines = source.lines_of(path)
    first = list(islice(lines, _LOOKED_AT))
    shape = shape_of([line for _, line in first]) or ListShape()
    for where, line in chain(first, lines):
        if line == shape.header:
            continue
        if len(line) > MAX_LINE:
            too_long = Sentence("the line is longer than {most:,} characters, so it is not a label", most=MAX_LINE)
            yield Refusal(where, too_long)
            continue
        yield from guarded(where, _record(line, where, shape, label_of))


def _record(line: str, where: str, shape: ListShape, label_of: Callable[[str], WordLabel]) -> Iterator[Record]:
    name, text = shape.parse(line)
    image, elsewhere = image_or_end(name)
    yield Record(
        label_of(text), where, image=image, elsewhere=elsewhere, remarks=shape.remarks, reading=shape.reading(line)
    )


def is_list(path: Path) -> bool:
    """Return True if the first lines hold images and texts that are not JSON, by a tab or all in one other form."""
    return shape_of(head(path)) is not None


def _fits(path: Path) -> bool:
    return not path.name.lower().startswith(_OTHERS) and is_list(path) and not icdar_words.is_list(path)


def _has_tabs(path: Path) -> bool:
    shape = shape_of(head(path))
    return _fits(path) and shape is not None and shape.separator == "\t"


def line_of(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    """Return the line of a word list for one image.

    Raises
    ------
    Reject
        If a line cannot hold the image's name, or if the label's word is not known.
    """
    if any(character < " " for character in image):
        raise Reject("the image's name holds a tab or another control character, which a list of lines cannot")
    if image != image.strip():
        raise Reject("the image's name begins with a blank, which a list of lines cannot hold")
    text, _ = exportable(label)
    if label.text is None and "\N{REPLACEMENT CHARACTER}" in text:
        raise Reject("a character is illegible and the label has no text, so the word is not known")
    return f"{image}\t{text}"


def key_of(line: str) -> str | None:
    """Return the image that a line describes, or None if it is no line of a word list."""
    name, tab, _ = line.partition("\t")
    try:
        return image_name(name) if tab else None
    except Reject:
        return None


def _label(text: str) -> WordLabel:
    return WordLabel(text=word(text))


FORMAT = Format(
    "wordlist",
    Sentence("List of images and texts, separated by a tab or a blank, or as CSV"),
    detect=lambda source: source.has_list(_SUFFIXES, _has_tabs),
    might_be=lambda source: source.has_list(_SUFFIXES, _fits),
    read=lambda source: source.read_lists(_SUFFIXES, _fits, lambda source, path: read_list(source, path, _label)),
    is_list=True,
    writer=ListFile("words.txt", line_of, key_of),
    keeps="words",
)
