"""`mmocr`: MMOCR's character-level JSON lines.

`{file_name, annotations: [{char_text, char_box: [x1, y1, … x4, y4]}], text}`; `filename`, as its word-level lists have
it, is understood as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.errors import Sentence
from core.labels.formats.base import ListFile, list_format
from core.labels.formats.parsing import (
    character,
    claimed_size,
    corners,
    image_name,
    image_or_end,
    json_object,
    numbers,
    reading_of,
    weakest,
    word_label,
)
from core.labels.formats.readers.jsonl import head_objects
from core.labels.formats.record import Record
from core.labels.formats.shared import exportable, flat, four_corners
from core.labels.label import CharacterLabel, WordLabel

_SUFFIXES = (".txt", ".jsonl", ".json")


def _file(record: dict[str, Any]) -> object:
    return record.get("file_name", record.get("filename"))


def _fits(path: Path) -> bool:
    return any(_file(head) is not None and ("annotations" in head or "text" in head) for head in head_objects(path))


def _character(value: dict[str, Any], place: int) -> CharacterLabel:
    polygon = corners(numbers(value.get("char_box"), 8, Sentence("the char_box of character {number}", number=place)))
    return character(value.get("char_text"), polygon, place)


def _parse(line: str, where: str) -> Iterator[Record]:
    record = json_object(line)
    label = word_label(record, "annotations", _character)
    image, elsewhere = image_or_end(_file(record))
    reading = reading_of(record) or weakest(record.get("annotations") or ())
    yield Record(label, where, image=image, elsewhere=elsewhere, size=claimed_size(record), reading=reading)


def _line(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    text, characters = exportable(label)
    annotations = [
        {"char_text": character.symbol, "char_box": flat(four_corners(character.polygon))} for character in characters
    ]
    return json.dumps({"file_name": image, "annotations": annotations, "text": text}, ensure_ascii=False)


FORMAT = list_format(
    "mmocr",
    Sentence("MMOCR JSON lines with one quadrilateral per character"),
    _SUFFIXES,
    _fits,
    _parse,
    writer=ListFile("instances.txt", _line, lambda line: image_name(_file(json_object(line)))),
    keeps="quadrilaterals",
)
