"""`paddleocr`: PaddleOCR's and PPOCRLabel's `Label.txt`, `path TAB [{transcription, points, difficult}]`.

The polygons are words in scenes; converting cuts them out. PPOCRLabel writes the list into the folder of images with
paths relative to that folder's parent; both ways of reading them are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import list_format
from core.labels.formats.parsing import image_or_end, json_value, points, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import guarded, head
from core.labels.label import ILLEGIBLE, WordLabel

_ILLEGIBLE = {ILLEGIBLE, "*"}  # PaddleOCR's DetLabelEncode ignores both


def _fits(path: Path) -> bool:
    pairs = [line.partition("\t") for line in head(path)]
    return any(text.startswith(("[{", "[]")) for _, _, text in pairs) and any('"transcription"' in p[2] for p in pairs)


def _word(value: object, record: Record) -> Iterator[Record]:
    if not isinstance(value, dict):
        raise Reject("not a JSON object")
    text = word(value.get("transcription"))
    if value.get("difficult") is True:
        raise Reject('illegible ("{text}", difficult)', text=text)
    if text in _ILLEGIBLE:
        raise Reject('illegible ("{text}")', text=text)
    polygon = points(value.get("points"), Sentence("the word's polygon"))
    yield replace(record, label=WordLabel(text=text), crop=polygon)


def _parse(line: str, where: str) -> Iterator[Record | Refusal]:
    name, tab, rest = line.partition("\t")
    if not tab:
        raise Reject("no tab between the image and its words")
    image, elsewhere = image_or_end(name)
    words = json_value(rest)
    if not isinstance(words, list):
        raise Reject("the words are not a JSON list")
    for place, entry in enumerate(words, 1):
        here = Sentence("{name}, word {number}", name=where, number=place)
        yield from guarded(
            here, _word(entry, Record(WordLabel(), here, image=image, elsewhere=elsewhere, number=place))
        )


FORMAT = list_format(
    "paddleocr",
    Sentence("PaddleOCR detection list (Label.txt): words in scenes"),
    (".txt",),
    _fits,
    _parse,
    known_as=("label.txt",),
    cuts=True,
)
