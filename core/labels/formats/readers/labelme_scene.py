"""`labelme-scene`: labelme files whose shapes are words. Converting cuts the words out. `###` is an illegible word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.labels.formats.base import Format
from core.labels.formats.parsing import word
from core.labels.formats.readers.labelme import image_of, is_scene, kind_of, read_file
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.label import CharacterLabel, WordLabel


def _word(shape: CharacterLabel, record: Record) -> Iterator[Record]:
    if shape.is_ignored:
        raise Reject("marked as illegible") if shape.ignore else Reject('illegible ("{text}")', text="###")
    yield Record(
        WordLabel(text=word(shape.symbol)),
        record.where,
        image=record.image,
        stem=record.stem,
        crop=shape.polygon,
        number=record.number,
    )


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record | Refusal]:
        file = read_file(source, path)
        if not is_scene(file) and not all(shape.is_ignored for shape in file.label.characters):
            raise Reject("no label longer than one symbol: this is a word image. Convert it with --from labelme")
        image, stem = image_of(source, path, file.image_path)
        for place, shape in zip(file.layout.places, file.label.characters, strict=True):
            number = place + 1
            where = Sentence("{name}, shape {number}", name=source.name_of(path), number=number)
            record = Record(file.label, where, image=image, stem=stem, number=number)
            yield from guarded(where, _word(shape, record))

    return source.files(".json", records)


FORMAT = Format(
    id="labelme-scene",
    title=Sentence("labelme files of scenes: words are cut out"),
    detect=lambda source: any(kind_of(path) == "scene" for path in source.first_files(".json")),
    read=_read,
    cuts=True,
)
