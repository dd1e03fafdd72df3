"""`jsonl`: one JSON object on each line, `{file, width?, height?, text, chars: [{c, box: [x0, y0, x1, y1]}]}`.

Boxes are two opposite corners, 0-based: x1 = x0 + width.
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
    image_name,
    image_or_end,
    json_object,
    numbers,
    reading_of,
    weakest,
    word_label,
)
from core.labels.formats.record import Record, Reject
from core.labels.formats.shared import box, exportable
from core.labels.formats.source import head
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, WordLabel

_SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt")


def head_objects(path: Path) -> list[dict[str, Any]]:
    """Return the JSON objects in the first lines of a file."""
    objects = []
    for line in head(path):
        try:
            objects.append(json_object(line))
        except Reject:
            continue
    return objects


def _fits(path: Path) -> bool:
    return any("file" in head and ("text" in head or "chars" in head) for head in head_objects(path))


def _character(value: dict[str, Any], place: int) -> CharacterLabel:
    corners = rectangle(*numbers(value.get("box"), 4, Sentence("the box of character {number}", number=place)))
    return character(value.get("c"), polygon_of(corners, 2), place, box=True)


def _parse(line: str, where: str) -> Iterator[Record]:
    record = json_object(line)
    label = word_label(record, "chars", _character)
    image, elsewhere = image_or_end(record.get("file"))
    reading = reading_of(record) or weakest(record.get("chars") or ())
    yield Record(label, where, image=image, elsewhere=elsewhere, size=claimed_size(record), reading=reading)


def _line(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    text, characters = exportable(label)
    record: dict[str, Any] = {"file": image, "width": size[1], "height": size[0], "text": text}
    if characters:
        record["chars"] = [{"c": character.symbol, "box": box(character.polygon)} for character in characters]
    return json.dumps(record, ensure_ascii=False)


FORMAT = list_format(
    "jsonl",
    Sentence("JSON lines with file, text and a box for each character"),
    _SUFFIXES,
    _fits,
    _parse,
    writer=ListFile("labels.jsonl", _line, lambda line: image_name(json_object(line).get("file"))),
    keeps="boxes",
)
