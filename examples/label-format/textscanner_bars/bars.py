"""`bars`: one line an image, `word_3.png|HELLO`."""

from collections.abc import Iterator
from pathlib import Path

from core.labels.formats.base import ListFile, list_format
from core.labels.formats.parsing import image_name, image_or_end, word
from core.labels.formats.record import Record
from core.labels.formats.shared import exportable
from core.labels.formats.source import head
from core.labels.label import WordLabel


def fits(path: Path) -> bool:
    """Return True if a file looks like such a list."""
    lines = head(path)
    return bool(lines) and all(line.count("|") == 1 for line in lines)


def parse(line: str, where: str) -> Iterator[Record]:
    """Yield the record of a line. What the helpers cannot use they refuse, with a reason."""
    name, _, text = line.partition("|")
    image, elsewhere = image_or_end(name)
    yield Record(WordLabel(text=word(text)), where, image=image, elsewhere=elsewhere)


def write(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    """Return the line of a label."""
    return f"{image}|{exportable(label)[0]}"


WRITER = ListFile("words.bars", write, lambda line: image_name(line.partition("|")[0]))
FORMAT = list_format("bars", "List of image and text with a bar", (".bars",), fits, parse, writer=WRITER, keeps="words")
