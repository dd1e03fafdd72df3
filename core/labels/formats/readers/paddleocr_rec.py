"""`paddleocr-rec`: PaddleOCR's recognition list `rec_gt.txt`, `path TAB text`.

Only the list's name distinguishes the format from a word list, which is read and written likewise. PPOCRLabel writes
placeholders for words that nobody has typed: such an image gets no label.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format, ListFile
from core.labels.formats.parsing import word
from core.labels.formats.readers.scenes.paddleocr import PLACEHOLDERS, untyped
from core.labels.formats.readers.wordlist import is_list, key_of, line_of, read_list
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import ILLEGIBLE, WordLabel

_NAME = "rec_gt"


def _fits(path: Path) -> bool:
    return path.name.lower().startswith(_NAME) and is_list(path)


def _records(source: Source, path: Path) -> Iterator[Record | Refusal]:
    for item in read_list(source, path, lambda text: WordLabel(text=word(text))):
        text = item.label.text if isinstance(item, Record) else None
        if isinstance(item, Record) and text is not None and text.strip() in {*PLACEHOLDERS, ILLEGIBLE}:
            yield item if source.choices.keep_placeholders else untyped(item, text)
        else:
            yield item


FORMAT = Format(
    "paddleocr-rec",
    Sentence("PaddleOCR recognition list (rec_gt.txt)"),
    detect=lambda source: source.has_list((".txt",), _fits),
    read=lambda source: source.read_lists((".txt",), _fits, _records),
    is_list=True,
    known_as=(_NAME,),
    writer=ListFile(f"{_NAME}.txt", line_of, key_of),
    keeps="words",
    has_placeholders=True,
)
