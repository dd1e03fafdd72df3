"""`labelme`: the native format, a labelme 5 file beside each image, as `labels.files.storage` reads and writes it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Literal

from core.base.errors import Sentence, StudioError
from core.base.images import is_image
from core.labels.clusters import count_characters, is_cluster
from core.labels.files.storage import LabelFile, parse_label, serialise_label
from core.labels.formats.base import Beside, Format
from core.labels.formats.parsing import image_or_end, json_object, json_value, reading_of
from core.labels.formats.record import ForeignReading, Record, Refusal, Reject, Unsupported
from core.labels.formats.report import Remark
from core.labels.formats.source import Source
from core.labels.label import ILLEGIBLE, CharacterLabel

_STATUSES = {"draft", "reviewed"}
_PASSED_OVER = Remark(
    "left out",
    Sentence("shapes or values are not part of a label and were left out"),
    Sentence("one shape or value is not part of a label and was left out"),
)


def is_scene(file: LabelFile) -> bool:
    """Return True if the shapes of a label file are words and the picture is a scene.

    Any label but `###` that is longer than one character makes it one. A file with our own `schema` or `status` is a
    word image, even if a slip of the keyboard made a label longer. A file with a text is one, unless most labels are
    longer: other programs write a text of the whole picture there.
    """
    label = file.label
    return _is_scene(_keys_of(file), label.status, label.text, [character.symbol for character in label.characters])


def is_ours(file: LabelFile) -> bool:
    """Return True if this program has written a label file."""
    return _is_ours(_keys_of(file), file.label.status)


def _keys_of(file: LabelFile) -> set[str]:
    return {member.key for member in file.layout.members}


def _is_ours(keys: Collection[str], status: object) -> bool:
    return "schema" in keys or status in _STATUSES


def _is_scene(keys: Collection[str], status: object, text: object, symbols: list[str]) -> bool:
    if _is_ours(keys, status):
        return False
    legible = [symbol for symbol in symbols if symbol != ILLEGIBLE]
    long = sum(count_characters(symbol) > 1 for symbol in legible)
    return 2 * long > len(legible) if isinstance(text, str) and text.strip() else long > 0


def kind_of(path: Path) -> Literal["scene", "word"] | None:
    """Return "scene" or "word" for a labelme file, by its shapes, and None for any other JSON file."""
    try:
        # A separate source, so that files under detection do not count as read.
        value = json_object(Source(path).text_of(path))
    except (Reject, StudioError):
        return None
    shapes = value.get("shapes")
    if not isinstance(shapes, list) and not ("text" in value and "schema" in value):
        return None
    labels = [shape.get("label") for shape in shapes if isinstance(shape, dict)] if isinstance(shapes, list) else []
    symbols = [label for label in labels if isinstance(label, str)]
    return "scene" if _is_scene(value, value.get("status"), value.get("text"), symbols) else "word"


def read_file(source: Source, path: Path) -> LabelFile:
    """Read a label file, and note its encoding and the shapes that are not characters.

    Raises
    ------
    FormatError
        If the file is too large or cannot be read.
    LabelError
        If the file is no usable label, see `parse_label`.
    """
    label_file = parse_label(source.bytes_of(path), path.name)
    source.note_encoding(path, label_file.encoding)
    if label_file.passed_over:
        source.notes.add(_PASSED_OVER, source.name_of(path), count=len(label_file.passed_over))
    return label_file


def record_of(source: Source, path: Path, file: LabelFile) -> Record:
    """Return a record with everything that a label file holds about its picture: names, size, the picture itself.

    An `imagePath` that leads into another folder is never followed: only its end is looked for.
    """
    stem = source.name_of(path.with_suffix(""))
    image, elsewhere = _named(file.image_path)
    if image is not None and "/" in image:
        image, elsewhere = None, image
    if image is not None:
        image = (Path(stem).parent / image).as_posix()
    size = file.image_size if file.image_size is not None and min(file.image_size) > 0 else None
    return Record(
        file.label,
        source.name_of(path),
        image=image,
        stem=stem,
        elsewhere=elsewhere,
        size=size,
        inside=_picture_in(file),
        reading=_reading_in(file),
    )


def _reading_in(file: LabelFile) -> ForeignReading | None:
    """Return what a file of another program says of its text: the score of the word, or of its weakest character."""
    reading = reading_of({key: json_value(text) for key, text in file.label.extra})
    scores = [shape.score for shape in file.label.characters if shape.score is not None and not shape.is_draft]
    return reading or (ForeignReading(min(scores)) if scores and not is_ours(file) else None)


def _named(written: str | None) -> tuple[str | None, str | None]:
    if written is None or not is_image(Path(written)):
        return None, None
    try:
        return image_or_end(written)
    except Reject:
        return None, None


def _picture_in(file: LabelFile) -> Callable[[], bytes] | None:
    """Return a function that decodes the picture in a label file's `imageData`, or None if there is no picture."""
    if b'"imageData"' not in file.data:
        return None
    text = file.data.decode(file.encoding)
    place = next((member for member in file.layout.members if member.key == "imageData"), None)
    if place is None or not text.startswith('"', place.value):
        return None

    def decoded() -> bytes:
        value = str(json_value(text[place.value : place.end]))
        try:
            return base64.b64decode(value.rpartition(",")[2], validate=True)  # some programs write a data: address
        except (binascii.Error, ValueError):
            raise Reject("its imageData is not base64") from None

    return decoded


def fields_in(shape: CharacterLabel) -> dict[str, Any]:
    """Return the label and the foreign keys of a shape with their values."""
    return {"label": shape.symbol, **{key: json_value(text) for key, text in shape.extra}}


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
        refuse_clusters(file)
        yield record_of(source, path, file)

    return source.files(".json", records)


def refuse_clusters(file: LabelFile) -> None:
    """Raise Reject if a character in another program's file is several code points, which cannot be one symbol."""
    clusters = [character.symbol for character in file.label.characters if is_cluster(character.symbol)]
    if clusters and not is_ours(file):
        text = clusters[0]
        raise Unsupported('characters of several code points, such as "{text}", are not supported', text=text)


FORMAT = Format(
    id="labelme",
    title=Sentence("One labelme file for each image: this program's own labels"),
    detect=_detect,
    read=_read,
    writer=Beside(".json", serialise_label),
)
