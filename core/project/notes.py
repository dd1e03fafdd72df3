"""Keeps a person's notes on single images: tags, and the choice of training or validation.

They are in the image's label file; for an image that has none, in `.textscanner/notes.jsonl`, to which changes are
appended; the last line of an image counts::

    {"image": "word_1.png", "tags": ["blurred"], "split": "validation"}

Before them, `textscanner.json` is read. People and other programs may write notes there::

    "images": {"word_1.png": {"tags": ["blurred"], "split": "validation"}}
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, get_args

from core.base.errors import Damaged, reason_of
from core.base.json_text import JsonProblem, parse_json
from core.base.version import check_written_by, written_by
from core.labels.label import FileSplit, WordLabel

Split = Literal["train", "val"]

_SCHEMA: Final = 1
"""The form of a line, also of one that names no form."""

SPLIT_IN_FILES: Final[Mapping[Split, FileSplit]] = {"train": "train", "val": "validation"}
_FROM_FILES: Final[Mapping[str | None, Split]] = {name: split for split, name in SPLIT_IN_FILES.items()}


@dataclass(frozen=True, slots=True)
class ImageNote:
    """A person's notes on one image: its tags and its split."""

    tags: tuple[str, ...] = ()
    """The tags, sorted, none twice."""
    split: Split | None = None
    """The split of the image. None: the project's choice of validation decides."""

    @classmethod
    def of(cls, label: WordLabel | None) -> Self:
        """Return the notes in a label, or empty ones."""
        return cls() if label is None else cls(label.tags, _FROM_FILES.get(label.split))

    def over(self, note: ImageNote | None) -> ImageNote:
        """Return this note, with missing parts taken from another note."""
        if note is None:
            return self
        return ImageNote(self.tags or note.tags, self.split or note.split)

    def tagged(self, add: Iterable[str], remove: Iterable[str]) -> ImageNote:
        """Return the note with some tags added and others removed."""
        return ImageNote(in_order({*self.tags, *add} - {*remove}), self.split)

    def to_dict(self) -> dict[str, Any]:
        """Return the note in the form of the files, without missing parts."""
        tags = {"tags": list(self.tags)} if self.tags else {}
        return tags if self.split is None else tags | {"split": SPLIT_IN_FILES[self.split]}


NOTHING: Final = ImageNote()


def in_order(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags in the form for storing: NFC, trimmed, not empty, without duplicates, sorted."""
    return tuple(sorted({tag for text in tags if (tag := unicodedata.normalize("NFC", text).strip())}))


def note_from(value: object) -> ImageNote | None:
    """Return the note from a value of `images`, or None if it is no note."""
    if not isinstance(value, Mapping):
        return None
    tags, split = value.get("tags", []), value.get("split")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return None
    if split is not None and split not in get_args(FileSplit):
        return None
    return ImageNote(in_order(tags), _FROM_FILES.get(split))


def lines_of(notes: Mapping[str, ImageNote]) -> bytes:
    """Return notes as lines of `notes.jsonl`, with an empty note to cancel an earlier one."""
    lines = ({"image": image} | note.to_dict() | written_by(_SCHEMA) for image, note in notes.items())
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode("utf-8", "surrogatepass")


def notes_of(data: bytes) -> dict[str, ImageNote]:
    """Return the notes in the lines of a `notes.jsonl`, the last one of each image.

    A last line that is cut off counts for nothing. Raises Damaged if another line holds no note, or is of a newer
    version of the program.
    """
    notes = {}
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            value = parse_json(line)
            if isinstance(value, dict):
                check_written_by(value, _SCHEMA)
            note, image = note_from(value), value["image"] if isinstance(value, dict) else None
        except (JsonProblem, KeyError) as error:
            raise Damaged("line {number} is damaged ({error})", number=number, error=reason_of(error)) from None
        if note is None or not isinstance(image, str):
            raise Damaged("line {number} holds no note", number=number)
        notes[image] = note
    return notes
