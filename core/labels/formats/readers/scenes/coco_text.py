"""`coco-text`: COCO-Text and TextOCR, one JSON file of words in scenes, which are cropped.

`{"imgs": {id: {id, file_name, width, height}}, "anns": {id: {image_id, bbox, utf8_string, …}}}` with the outline as
`mask` (COCO-Text 2), `polygon` (COCO-Text 1) or `points` (TextOCR); lists `images` and `annotations` with such
annotations are read as well. A word whose `legibility` is not `legible`, or whose text is "" or, in TextOCR, ".", is
illegible. It follows the API of COCO-Text (`coco_text.py`), textvqa.org/textocr and MindOCR's converters of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.base.errors import FormatError, Sentence
from core.labels.formats.base import Format
from core.labels.formats.parsing import claimed_size, image_or_end, reading_of, word
from core.labels.formats.readers.coco import document_of, kind_of, outline_of
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.report import Remark
from core.labels.formats.source import Source, guarded
from core.labels.formats.text_field import LABEL, TextField, fields_of, find_text_field
from core.labels.label import ILLEGIBLE, WordLabel

_OUTLINES = ("mask", "points", "polygon", "segmentation")
_ILLEGIBLE = ("", ".", ILLEGIBLE)


def _entries(document: dict[str, Any], keys: tuple[str, str], name: str) -> list[dict[str, Any]]:
    listed = next((document[key] for key in keys if key in document), None)
    entries = list(listed.values()) if isinstance(listed, dict) else listed
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FormatError(
            "{name}: it has no {keys}, so it is not a file of COCO-Text.", name=name, keys=" or ".join(keys)
        )
    return entries


def _text(annotation: dict[str, Any]) -> Any:
    return annotation.get("utf8_string", annotation.get("transcription"))


def _text_field(annotations: list[dict[str, Any]], source: Source, name: str) -> TextField | None:
    """Return the field of the words, or None if they are in a field of COCO-Text or TextOCR.

    TextFieldError is raised if a person has to choose the field, and FormatError if the source is unusable.
    """
    if not source.choices.text_from and any(_text(annotation) is not None for annotation in annotations):
        return None
    return find_text_field(map(fields_of, annotations), name, source.choices.text_from)


def _word(
    annotation: dict[str, Any], image: dict[str, Any] | None, record: Record, field: TextField | None
) -> Iterator[Record]:
    remarks: tuple[Remark, ...] = ()
    if field is None:
        text = _text(annotation)
        if annotation.get("legibility", "legible") != "legible" or text in _ILLEGIBLE:
            raise Reject('illegible ("{text}")', text=text or "")
        label = WordLabel(text=word(text))
    else:
        label, remarks = field.label_of(fields_of(annotation))
        if label.text == ILLEGIBLE:
            raise Reject('illegible ("{text}")', text=ILLEGIBLE)
    if image is None:
        raise Reject("its image is not in the list of images")
    outline = outline_of(annotation, Sentence("the word's bbox"), _OUTLINES)
    name, elsewhere = image_or_end(image.get("file_name"))
    size = claimed_size(image)
    yield replace(
        record,
        label=label,
        image=name,
        elsewhere=elsewhere,
        size=size,
        crop=outline,
        remarks=remarks,
        reading=reading_of(annotation),
    )


def _fits(path: Path) -> bool:
    return kind_of(path) == "words"


def _words(source: Source, path: Path) -> Iterator[Record | Refusal]:
    document = document_of(source, path)
    images = _entries(document, ("imgs", "images"), path.name)
    annotations = _entries(document, ("anns", "annotations"), path.name)
    source.total += len(annotations)
    classes = document.get("categories")
    names = {
        str(category.get("id")): category.get("name")
        for category in (classes if isinstance(classes, list) else ())
        if isinstance(category, dict)
    }
    annotations = [{LABEL: names.get(str(entry.get("category_id"))), **entry} for entry in annotations]
    field = _text_field(annotations, source, path.name)
    of_id = {str(image.get("id")): image for image in images}
    counts: Counter[str] = Counter()
    for annotation in annotations:
        of = str(annotation.get("image_id"))
        counts[of] += 1
        where = Sentence("{name}, annotation {number}", name=source.name_of(path), number=annotation.get("id", "?"))
        record = Record(WordLabel(), where, number=counts[of])
        yield from guarded(where, _word(annotation, of_id.get(of), record, field))


FORMAT = Format(
    id="coco-text",
    title=Sentence("COCO-Text and TextOCR: words in scenes"),
    detect=lambda source: source.has_list((".json",), _fits),
    read=lambda source: source.read_lists((".json",), _fits, _words),
    is_list=True,
    cuts=True,
)
