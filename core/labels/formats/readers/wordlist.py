"""`wordlist`: `file TAB text`, a line an image. Word-level. The text is the rest after the first tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.base.images import is_image
from core.labels.formats.base import ListFile, list_format
from core.labels.formats.parsing import image_name, image_or_end, word
from core.labels.formats.record import Record, Reject
from core.labels.formats.shared import exportable
from core.labels.formats.source import head
from core.labels.label import WordLabel

_SUFFIXES = (".txt", ".tsv", ".lst")
_OTHERS = ("rec_gt", "label.txt", "filestate")  # PaddleOCR's names for its own lists


def parse_line(line: str, where: str) -> Iterator[Record]:
    """Return the record of one line. PaddleOCR's recognition lists have the same lines."""
    name, tab, text = line.partition("\t")
    if not tab:
        raise Reject("no tab between the image and its text")
    image, elsewhere = image_or_end(name)
    yield Record(WordLabel(text=word(text)), where, image=image, elsewhere=elsewhere)


def is_list(path: Path) -> bool:
    """Return True if each of the first lines is an image, a tab and a text that is not JSON."""
    pairs = [line.partition("\t") for line in head(path)]
    return any(tab and is_image(Path(name)) and not text.startswith("[{") for name, tab, text in pairs)


def _line(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    if any(character < " " for character in image):
        raise Reject("the image's name holds a tab or another control character, which a list of lines cannot")
    text, _ = exportable(label)
    if label.text is None and "\N{REPLACEMENT CHARACTER}" in text:
        raise Reject("a character is illegible and the label has no text, so the word is not known")
    return f"{image}\t{text}"


def _key(line: str) -> str | None:
    name, tab, _ = line.partition("\t")
    try:
        return image_name(name) if tab else None
    except Reject:
        return None


FORMAT = list_format(
    "wordlist",
    Sentence("List of image, tab and text"),
    _SUFFIXES,
    lambda path: not path.name.lower().startswith(_OTHERS) and is_list(path),
    parse_line,
    writer=ListFile("words.txt", _line, _key),
    keeps="words",
)
