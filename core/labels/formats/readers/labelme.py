"""`labelme`: the native format, a labelme 5 file beside each image, as `labels.files.storage` reads and writes it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from core.base.errors import Sentence, StudioError
from core.base.images import is_image
from core.labels.files.storage import LabelFile, parse_label, serialise_label
from core.labels.formats.base import Beside, Format
from core.labels.formats.parsing import json_object
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.report import Remark
from core.labels.formats.source import Source
from core.labels.label import ILLEGIBLE

_OURS = {"schema", "text", "status"}


def is_scene(file: LabelFile) -> bool:
    """Return True if any label but `###` is longer than one symbol: the shapes are words, the picture a scene.

    A file that carries our own `schema`, `text` or `status` is a word image, even if a slip of the keyboard made a
    label longer.
    """
    ours = any(member.key in _OURS for member in file.layout.members)
    return not ours and any(_is_long(character.symbol) for character in file.label.characters)


def _is_long(symbol: str) -> bool:
    return symbol != ILLEGIBLE and len(unicodedata.normalize("NFC", symbol)) > 1


def kind_of(path: Path) -> Literal["scene", "word"] | None:
    """Detect the kind of a JSON file: a scene, a word image, or no labelme file at all."""
    try:
        # A separate source, so that files under detection do not count as read.
        value = json_object(Source(path).text_of(path))
    except (Reject, StudioError):
        return None
    shapes = value.get("shapes")
    if not isinstance(shapes, list) and not ("text" in value and "schema" in value):
        return None
    labels = [shape.get("label") for shape in shapes if isinstance(shape, dict)] if isinstance(shapes, list) else []
    ours = any(key in value for key in _OURS)
    return "scene" if not ours and any(isinstance(label, str) and _is_long(label) for label in labels) else "word"


def read_file(source: Source, path: Path) -> LabelFile:
    """Read one label file. Count its encoding and its shapes that are no characters."""
    label_file = parse_label(source.bytes_of(path), path.name)
    source.note_encoding(path, label_file.encoding)
    if label_file.passed_over:
        passed = Remark("left out", Sentence("shapes or values that are no part of a label were passed over"))
        source.notes.add(passed, source.name_of(path), count=len(label_file.passed_over))
    return label_file


def image_of(source: Source, path: Path, written: str | None) -> tuple[str | None, str]:
    """Relative names of the image: from `imagePath`, if that is a plain name, and the label's own without ending.

    An `imagePath` that leads into another folder is never followed: a label belongs to the image beside it.
    """
    stem = source.name_of(path.with_suffix(""))
    if written is None or not is_image(Path(written)) or any(sign in "/\\:" or sign < " " for sign in written):
        return None, stem
    return (Path(stem).parent / written).as_posix(), stem


def _detect(source: Source) -> bool:
    kinds = {kind_of(path) for path in source.first_files(".json")}
    return "word" in kinds and "scene" not in kinds


def _read(source: Source) -> Iterator[Record | Refusal]:
    def records(path: Path) -> Iterator[Record]:
        file = read_file(source, path)
        if is_scene(file):
            raise Reject(
                "labels longer than one symbol: this is a scene of words. Convert it with --from labelme-scene"
            )
        image, stem = image_of(source, path, file.image_path)
        yield Record(file.label, source.name_of(path), image=image, stem=stem)

    return source.files(".json", records)


FORMAT = Format(
    id="labelme",
    title=Sentence("labelme file an image: this program's own labels"),
    detect=_detect,
    read=_read,
    writer=Beside(".json", serialise_label),
)
