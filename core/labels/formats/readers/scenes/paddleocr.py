"""`paddleocr`: PaddleOCR's and PPOCRLabel's `Label.txt`, `path TAB [{transcription, points, difficult}]`.

The polygons are words in scenes; converting cuts them out. PPOCRLabel writes the list into the folder of images with
paths relative to that folder's parent; both ways of reading them are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format
from core.labels.formats.parsing import image_or_end, json_value, points, reading_of, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.report import Remark
from core.labels.formats.source import Source, guarded, head
from core.labels.label import ILLEGIBLE, WordLabel

PLACEHOLDERS = frozenset({"待识别", "TEMPORARY", "无法识别"})
"""The texts of PPOCRLabel for a box that nobody has typed, and for one that its reader could not read."""

_ILLEGIBLE = {ILLEGIBLE, "*"}  # PaddleOCR's DetLabelEncode ignores both


def untyped(record: Record, text: str) -> Record:
    """Return the record without its text, which is only a placeholder."""
    placeholder = Remark(
        "left out",
        Sentence('placeholders "{text}": images without a label', text=text),
        Sentence('one placeholder "{text}": an image without a label', text=text),
    )
    return replace(record, label=WordLabel(), remarks=(*record.remarks, placeholder))


def _fits(path: Path) -> bool:
    pairs = [line.partition("\t") for line in head(path)]
    return any(text.startswith(("[{", "[]")) for _, _, text in pairs) and any('"transcription"' in p[2] for p in pairs)


def _word(value: object, record: Record, keeps: bool) -> Iterator[Record]:
    if not isinstance(value, dict):
        raise Reject("not a JSON object")
    text = word(value.get("transcription"))
    if value.get("difficult") is True:
        raise Reject('illegible ("{text}", difficult)', text=text)
    if text in _ILLEGIBLE and not keeps:
        raise Reject('illegible ("{text}")', text=text)
    polygon = points(value.get("points"), Sentence("the word's polygon"))
    record = replace(record, label=WordLabel(text=text), crop=polygon, reading=reading_of(value))
    yield untyped(record, text.strip()) if text.strip() in PLACEHOLDERS and not keeps else record


def _parse(line: str, where: str, keeps: bool) -> Iterator[Record | Refusal]:
    name, tab, rest = line.partition("\t")
    if not tab:
        raise Reject("no tab between the image and its words")
    image, elsewhere = image_or_end(name)
    words = json_value(rest)
    if not isinstance(words, list):
        raise Reject("the words are not a JSON list")
    for place, entry in enumerate(words, 1):
        here = Sentence("{name}, word {number}", name=where, number=place)
        record = Record(WordLabel(), here, image=image, elsewhere=elsewhere, number=place)
        yield from guarded(here, _word(entry, record, keeps))


def _read(source: Source) -> Iterator[Record | Refusal]:
    keeps = source.choices.keep_placeholders
    return source.records(source.lists((".txt",), _fits), lambda line, where: _parse(line, where, keeps))


FORMAT = Format(
    "paddleocr",
    Sentence("PaddleOCR detection list (Label.txt): words in scenes"),
    detect=lambda source: source.has_list((".txt",), _fits),
    read=_read,
    is_list=True,
    known_as=("label.txt",),
    cuts=True,
    has_placeholders=True,
)
