"""`labelme-scene`: labelme files whose shapes are words, which are cropped.

labelme has the word as the label of its shape; X-AnyLabeling, AnyLabeling and others also have it in `description`,
`text` or `attributes`, and the name of a class as the label. `###` is an illegible word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.base.errors import Sentence, StudioError
from core.labels.formats.base import Format
from core.labels.formats.parsing import json_object, reading_of
from core.labels.formats.readers.labelme import fields_in, is_ours, is_scene, kind_of, read_file, record_of
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.formats.text_field import TextField, fields_of, find_text_field
from core.labels.label import CharacterLabel, WordLabel

_LOOKED_AT = 2_000  # files of a source that tell the field of the words


def _text_field(source: Source) -> TextField:
    """Find the field of the words in the files of a source.

    TextFieldError is raised if a person has to choose the field.
    """
    shapes = []
    paths = source.tree(".json")
    for path in paths[:: max(1, len(paths) // _LOOKED_AT)]:
        source.waiting()
        try:
            value = json_object(Source(path).text_of(path))
        except (Reject, StudioError):
            continue  # is refused when it is read
        listed = value.get("shapes")
        shapes += [
            fields_of(shape) for shape in (listed if isinstance(listed, list) else ()) if isinstance(shape, dict)
        ]
    return find_text_field(shapes, source.path.name, source.choices.text_from)


def _word(shape: CharacterLabel, record: Record, field: TextField) -> Iterator[Record]:
    if shape.is_ignored:
        raise Reject("marked as illegible") if shape.ignore else Reject('illegible ("{text}")', text="###")
    values = fields_in(shape)
    label, remarks = field.label_of(fields_of(values))
    reading = reading_of({"score": shape.score, "source": shape.source, **values})
    yield replace(record, label=label, crop=shape.polygon, remarks=remarks, reading=reading)


def _read(source: Source) -> Iterator[Record | Refusal]:
    field = _text_field(source)

    def records(path: Path) -> Iterator[Record | Refusal]:
        file = read_file(source, path)
        if is_ours(file):
            raise Reject("this program wrote the label, of a word image. Convert it with --from labelme")
        if not is_scene(file) and not all(shape.is_ignored for shape in file.label.characters):
            raise Reject("no label longer than one symbol: this is a word image. Convert it with --from labelme")
        whole = record_of(source, path, file)
        for place, shape in zip(file.layout.places, file.label.characters, strict=True):
            number = place + 1
            where = Sentence("{name}, shape {number}", name=source.name_of(path), number=number)
            record = replace(whole, label=WordLabel(), where=where, number=number)
            yield from guarded(where, _word(shape, record, field))

    return source.files(".json", records)


FORMAT = Format(
    id="labelme-scene",
    title=Sentence("labelme files of scenes: words are cut out"),
    detect=lambda source: any(kind_of(path) == "scene" for path in source.first_files(".json")),
    read=_read,
    cuts=True,
)
