"""`rects`: ReCTS (ICDAR 2019, Reading Chinese Text on Signboards), one JSON file for each scene, lines and characters.

`{"chars": [{points: [x1, y1, … x4, y4], transcription, ignore}], "lines": [the same]}`. The lines are cut out. A line
gets the characters whose centres lie in it, in the order of the file, if they spell its text; otherwise it is
word-level. It follows rrc.cvc.uab.es, challenge 12, and the file that MMOCR's converter quotes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import shapely

from core.base.errors import Sentence, StudioError
from core.labels.formats.base import Format
from core.labels.formats.parsing import character, corners, json_object, numbers, reading_of, word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.geometry import centroid
from core.labels.label import ILLEGIBLE, CharacterLabel, Polygon, WordLabel


def _is_ours(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("chars"), list) and isinstance(value.get("lines"), list)


def _detect(source: Source) -> bool:
    for path in source.first_files(".json"):
        try:
            if _is_ours(json_object(Source(path).text_of(path))):
                return True
        except (Reject, StudioError):
            continue
    return False


def _outline(value: object, part: Sentence) -> Polygon:
    if not isinstance(value, dict):
        raise Reject("not a JSON object")
    return corners(numbers(value.get("points"), 8, part))


def _spelled(text: str, outline: Polygon, places: list[tuple[str, Polygon]]) -> tuple[CharacterLabel, ...]:
    """The characters that lie in a line, if they spell it."""
    area = shapely.MultiPoint(outline).convex_hull
    inside = [(symbol, polygon) for symbol, polygon in places if area.contains(shapely.Point(*centroid(polygon)))]
    if "".join(symbol for symbol, _ in inside) != text:
        return ()
    return tuple(character(symbol, polygon, rank) for rank, (symbol, polygon) in enumerate(inside, 1))


def _line(value: Any, record: Record, places: list[tuple[str, Polygon]]) -> Iterator[Record]:
    outline = _outline(value, Sentence("the outline of the line"))
    text = word(value.get("transcription"))
    if value.get("ignore") or text == ILLEGIBLE:
        raise Reject('illegible ("{text}")', text=text)
    label = WordLabel(_spelled(text, outline, places), text)
    yield replace(record, label=label, crop=outline, reading=reading_of(value))


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record | Refusal]:
        value = json_object(source.text_of(path))
        if not _is_ours(value):
            raise Reject("not a file of ReCTS: it needs the lists chars and lines")
        places: list[tuple[str, Polygon]] = []
        for entry in value["chars"]:
            try:
                places.append((word(entry.get("transcription")), _outline(entry, Sentence("a character"))))
            except (Reject, AttributeError):
                continue  # the line that it belongs to is word-level then
        stem = source.name_of(path.with_suffix(""))
        for number, entry in enumerate(value["lines"], 1):
            where = Sentence("{name}, line {line}", name=source.name_of(path), line=number)
            yield from guarded(where, _line(entry, Record(WordLabel(), where, stem=stem, number=number), places))

    return source.files(".json", records)


FORMAT = Format(
    id="rects",
    title=Sentence("ReCTS: one JSON file per scene, with lines and characters"),
    detect=_detect,
    read=_read,
    cuts=True,
)
