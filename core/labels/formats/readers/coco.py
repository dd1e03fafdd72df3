"""`coco`: COCO instances with symbols as categories, so that each annotation is a character of a word image.

`{"images": [{id, file_name, width, height}], "annotations": [{id, image_id, category_id, bbox: [x, y, width, height],
segmentation: [[x1, y1, …]], …}], "categories": [{id, name}]}`. COCO knows no order and no text: `order` of an
annotation and `text` of an image are ours; without orders the characters are read from left to right. An outline of
several parts, or of run lengths, counts as its box. It follows cocodataset.org, "Data format"; pycocotools reads what
is written here.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.encoding import decode
from core.base.errors import FormatError, Sentence, one_line
from core.base.files import open_file
from core.labels.clusters import count_characters
from core.labels.formats.base import Format, ListFile
from core.labels.formats.parsing import (
    character,
    claimed_size,
    corners,
    image_name,
    image_or_end,
    json_object,
    json_value,
    number,
    numbers,
    reading_of,
    symbol,
    weakest,
    word,
)
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.report import Remark
from core.labels.formats.shared import exportable, flat, plain
from core.labels.formats.source import Source, guarded
from core.labels.formats.text_field import NAMES
from core.labels.geometry import bounds, is_rectangle, polygon_of, rectangle, signed_area
from core.labels.label import ILLEGIBLE, CharacterLabel, Polygon, WordLabel

MAX_DOCUMENT = 320 << 20  # largest file, bytes: it is one JSON document, and read as a whole

_MOST_VALUES = 50_000_000
_LOOK = 1 << 16  # bytes at the beginning and at the end that detection looks at
_LABELME = 1 << 10  # bytes within which a labelme file shows its format
_IMAGES = re.compile(r'"(?:images|imgs)"\s*:\s*[\[{]')
_ANNOTATIONS = re.compile(r'"(?:annotations|anns)"\s*:\s*[\[{]|"category_id"\s*:')
_WORDS = re.compile(
    r'"(?:utf8_string|legibility|transcription)"\s*:'
    rf'|"attributes"\s*:\s*\{{[^{{}}]*"(?:{"|".join(NAMES)})"\s*:\s*"'
    rf'|"attributes"\s*:\s*\[[^\]]*"name"\s*:\s*"(?:{"|".join(NAMES)})"'
    rf'|\{{[^{{}}]*"category_id"\s*:[^{{}}]*"(?:{"|".join(NAMES)})"\s*:\s*"'
    rf'|\{{[^{{}}]*"(?:{"|".join(NAMES)})"\s*:\s*"[^{{}}]*"category_id"\s*:'
)
"""Fields of an annotation that hold a word, as COCO-Text and TextOCR name them, or in another field that may do so."""


def kind_of(path: Path) -> str:
    """Return "characters" or "words" for a COCO file, judged by its beginning and end, and "" for another file."""
    try:
        with open_file(path) as stream:
            start = stream.read(_LOOK)
            if b'"shapes"' in start[:_LABELME]:  # of folders with many of them
                return ""
            stream.seek(max(_LOOK, path.stat().st_size - _LOOK))
            text = decode(start, path.name).text if len(start) < _LOOK else start.decode("utf-8", "replace")
            text += stream.read(_LOOK).decode("utf-8", "replace")
    except (OSError, FormatError):
        return ""
    if not _IMAGES.search(text) or not _ANNOTATIONS.search(text):
        return ""
    return "words" if _WORDS.search(text) else "characters"


def document_of(source: Source, path: Path) -> dict[str, Any]:
    """Parse a whole file as one JSON object.

    Raises
    ------
    FormatError
        If the file holds no JSON object.
    """
    return _object(source.text_of(path, MAX_DOCUMENT), path.name)


def _object(text: str, name: str) -> dict[str, Any]:
    try:
        return json_object(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"), _MOST_VALUES)
    except Reject as reject:
        raise FormatError("{name}: {problem}. Copy it again from its source.", name=name, problem=str(reject)) from None


def outline_of(annotation: dict[str, Any], part: Sentence, keys: tuple[str, ...] = ("segmentation",)) -> Polygon:
    """Return the outline of an annotation: its only polygon, otherwise its box.

    Raises
    ------
    Reject
        If there is neither, or a coordinate is no number or lies outside any picture.
    """
    for key in keys:
        ring = annotation.get(key)
        if isinstance(ring, list) and len(ring) == 1 and isinstance(ring[0], list):
            ring = ring[0]
        if isinstance(ring, list) and len(ring) >= 6 and len(ring) % 2 == 0 and not isinstance(ring[0], list):
            return corners([number(value) for value in ring])
    x, y, width, height = numbers(annotation.get("bbox"), 4, part)
    return polygon_of(rectangle(x, y, x + width, y + height), 2)


def _list(document: dict[str, Any], key: str, name: str) -> list[dict[str, Any]]:
    items = document.get(key)
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise FormatError(
            "{name}: {key} is not a list of objects, so it is not a COCO file.", name=name, key=f'"{key}"'
        )
    return items


_OTHER_CLASSES = Remark(
    "left out",
    Sentence("boxes of other classes beside the characters"),
    Sentence("one box of another class beside the characters"),
)
_UNORDERED = Remark(
    "guessed",
    Sentence("words without a reading order were read from left to right"),
    Sentence("one word without a reading order was read from left to right"),
)

Image = tuple[dict[str, Any], list[dict[str, Any]]]
"""One entry of `images` with its annotations, each with the `name` of its category."""


def _images(document: dict[str, Any], name: str) -> list[Image]:
    names = {str(category.get("id")): category.get("name") for category in _list(document, "categories", name)}
    of_image: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for annotation in _list(document, "annotations", name):
        of_image[str(annotation.get("image_id"))].append(
            annotation | {"name": names.get(str(annotation.get("category_id")))}
        )
    return [(image, of_image[str(image.get("id"))]) for image in _list(document, "images", name)]


def _character(annotation: dict[str, Any], place: int) -> CharacterLabel:
    name = symbol(annotation["name"], place)
    if len(name) > 1 and name != ILLEGIBLE:
        raise Reject('its category "{name}" is not a symbol', name=one_line(name, 40))
    polygon = outline_of(annotation, Sentence("the bbox of character {number}", number=place))
    return character(name, polygon, place, box=is_rectangle(polygon))


def _is_class(annotation: dict[str, Any]) -> bool:
    """Return True if an annotation is of an object, not of a character: its category has a longer name."""
    name = annotation["name"]
    return isinstance(name, str) and name != ILLEGIBLE and count_characters(name) > 1


def _record(source: Source, image: Image, where: str) -> Iterator[Record]:
    entry, annotations = image
    (file, elsewhere), text = image_or_end(entry.get("file_name")), entry.get("text")
    characters_alone = [annotation for annotation in annotations if not _is_class(annotation)]
    if characters_alone or text is not None:
        left_out, annotations = len(annotations) - len(characters_alone), characters_alone
        if left_out:
            source.notes.add(_OTHER_CLASSES, where, count=left_out)
    orders = [annotation.get("order") for annotation in annotations]
    remarks: tuple[Remark, ...] = ()
    if all(type(order) is int for order in orders):
        ranked = sorted(annotations, key=lambda annotation: annotation["order"])
    else:
        ranked = sorted(annotations, key=lambda annotation: bounds(outline_of(annotation, Sentence("a bbox")))[0])
        remarks = (_UNORDERED,)
    characters = tuple(_character(annotation, place) for place, annotation in enumerate(ranked, 1))
    label = WordLabel(characters, None if text is None and characters else word(text))
    yield Record(
        label,
        where,
        image=file,
        elsewhere=elsewhere,
        size=claimed_size(entry),
        remarks=remarks,
        reading=reading_of(entry) or weakest(annotations),
    )


def _fits(path: Path) -> bool:
    return kind_of(path) == "characters"


def _words(source: Source, path: Path) -> Iterator[Record | Refusal]:
    images = _images(document_of(source, path), path.name)
    source.total += len(images)
    for place, image in enumerate(images, 1):
        where = Sentence("{name}, image {number}", name=source.name_of(path), number=place)
        yield from guarded(where, _record(source, image, where))


# Writing: a line is one image with its annotations; numbers are given when all are known.


def _line(image: str, label: WordLabel, size: tuple[int, int]) -> str:
    text, characters = exportable(label)
    entry = {"file_name": image, "width": size[1], "height": size[0], "text": text}
    annotations = []
    for rank, labelled in enumerate(characters, 1):
        x0, y0, x1, y1 = bounds(labelled.polygon)
        annotations.append(
            {
                "name": labelled.symbol,
                "bbox": [plain(x0), plain(y0), plain(x1 - x0), plain(y1 - y0)],
                "segmentation": [flat(labelled.polygon)],
                "area": plain(abs(signed_area(labelled.polygon))),
                "iscrowd": 0,
                "order": rank,
            }
        )
    return json.dumps([entry, annotations], ensure_ascii=False)


def _split(data: bytes, name: str) -> list[str]:
    document = _object(decode(data, name).text, name)
    return [
        json.dumps(
            [_without_ids(entry), [{"name": character["name"], **_without_ids(character)} for character in characters]],
            ensure_ascii=False,
        )
        for entry, characters in _images(document, name)
    ]


def _without_ids(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in {"id", "image_id", "category_id", "name"}}


def _join(lines: list[str], folder: Path) -> bytes:
    images: list[Image] = [json_value(line) for line in lines]
    names = sorted({str(character["name"]) for _, characters in images for character in characters})
    ids = {name: number for number, name in enumerate(names, 1)}
    entries: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number_of_image, (entry, characters) in enumerate(images, 1):
        entries.append({**entry, "id": number_of_image})
        for item in characters:
            own = {"id": len(annotations) + 1, "image_id": number_of_image, "category_id": ids[str(item["name"])]}
            annotations.append({key: value for key, value in item.items() if key != "name"} | own)
    document = {
        "info": {"description": "Word images: categories are symbols, order is the reading order"},
        "images": entries,
        "annotations": annotations,
        "categories": [{"id": number, "name": name, "supercategory": "character"} for name, number in ids.items()],
    }
    return (json.dumps(document, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")  # halves of pairs


FORMAT = Format(
    id="coco",
    title=Sentence("COCO instances whose categories are symbols"),
    detect=lambda source: source.has_list((".json",), _fits),
    read=lambda source: source.read_lists((".json",), _fits, _words),
    is_list=True,
    writer=ListFile("coco.json", _line, lambda line: image_name(json_value(line)[0].get("file_name")), _split, _join),
    keeps="polygons",
)
