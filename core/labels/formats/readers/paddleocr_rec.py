"""`paddleocr-rec`: PaddleOCR's recognition list `rec_gt.txt`, `path TAB text`.

Only the list's name distinguishes the format from a word list, whose parser it uses; one module a format.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format
from core.labels.formats.readers.wordlist import is_list, parse_line
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source


def _fits(path: Path) -> bool:
    return path.name.lower().startswith("rec_gt") and is_list(path)


def _detect(source: Source) -> bool:
    return source.has_list((".txt",), _fits)


def _read(source: Source) -> Iterator[Record | Refusal]:
    return source.records(source.lists((".txt",), _fits), parse_line)


FORMAT = Format(
    name="paddleocr-rec", title=Sentence("PaddleOCR recognition list (rec_gt.txt)"), detect=_detect, read=_read
)
