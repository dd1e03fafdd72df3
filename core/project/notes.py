"""A person's notes on single images: tags, and the choice for training or for validation.

They are in the image's label file; for an image that has none, in `textscanner.json`::

    "images": {"word_1.png": {"tags": ["blurred"], "split": "validation"}}
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self, get_args

from core.base.json_edit import Raw, edit_object, style_of, write_value
from core.base.json_text import Member, members_of, read_members, skip_space, value_at
from core.labels.label import FileSplit, WordLabel

Split = Literal["train", "val"]

SPLIT_IN_FILES: Final[Mapping[Split, FileSplit]] = {"train": "train", "val": "validation"}
_FROM_FILES: Final[Mapping[str | None, Split]] = {name: split for split, name in SPLIT_IN_FILES.items()}


@dataclass(frozen=True, slots=True)
class ImageNote:
    """A person's notes on one image."""

    tags: tuple[str, ...] = ()  # sorted, none twice
    split: Split | None = None  # None: the project's choice of validation decides

    @classmethod
    def of(cls, label: WordLabel | None) -> Self:
        """Return the notes in a label."""
        return cls() if label is None else cls(label.tags, _FROM_FILES.get(label.split))

    def over(self, other: ImageNote | None) -> ImageNote:
        """Return the note if it says something, else another one."""
        if other is None:
            return self
        return ImageNote(self.tags or other.tags, self.split or other.split)

    def tagged(self, add: Iterable[str], remove: Iterable[str]) -> ImageNote:
        """The note with some tags more and some fewer."""
        return ImageNote(in_order({*self.tags, *add} - {*remove}), self.split)

    def to_dict(self) -> dict[str, Any]:
        """As `textscanner.json` says it. Tags or split that are not there are `...`, which removes them."""
        return {"tags": list(self.tags) or ..., "split": ... if self.split is None else SPLIT_IN_FILES[self.split]}


NOTHING: Final = ImageNote()


def in_order(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are kept: NFC, without space around them, none empty, none twice, sorted."""
    return tuple(sorted({tag for text in tags if (tag := unicodedata.normalize("NFC", text).strip())}))


def note_from(value: object) -> ImageNote | None:
    """The note in a value of `images`. None if it is no note."""
    if not isinstance(value, Mapping):
        return None
    tags, split = value.get("tags", []), value.get("split")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return None
    if split is not None and split not in get_args(FileSplit):
        return None
    return ImageNote(in_order(tags), _FROM_FILES.get(split))


def edited_notes(text: str, notes: Mapping[str, ImageNote]) -> str:
    """The text of a `textscanner.json` that says something else of some images. Each image is a line of it."""
    start, style = skip_space(text, 0), style_of(text, skip_space(text, 0))
    inside: tuple[Member, ...] = ()

    def read(key: str, at: int) -> int:
        nonlocal inside
        if key == "images":
            inside, end = read_members(text, at, lambda _, place: value_at(text, place)[1])
            return end
        return value_at(text, at)[1]

    members, end = read_members(text, start, read)
    one_a_line = replace(style, unit=style.unit or "  ", lines=1)
    images = next((member for member in members if member.key == "images"), None)
    if images is None:
        written = {image: _without_gaps(note) for image, note in notes.items() if note != NOTHING}
        changed = write_value(written, one_a_line, style.unit) if written else "{}"
    else:
        of_image = {member.key: member for member in inside if member.key in notes}
        entries: dict[str, Any] = {}
        for image, note in notes.items():
            entries[image] = _without_gaps(note) or ...
            if (member := of_image.get(image)) is not None:  # keys that are not ours stay
                at = (member.value, member.end)
                entry = edit_object(text, at, members_of(text, at[0]), note.to_dict(), replace(style, lines=0))
                entries[image] = Raw(entry) if members_of(entry, 0) else ...
        changed = edit_object(text, (images.value, images.end), inside, entries, one_a_line)
    whole = {"images": ... if changed.startswith("}", skip_space(changed, 1)) else Raw(changed)}
    return text[:start] + edit_object(text, (start, end), members, whole, style) + text[end:]


def _without_gaps(note: ImageNote) -> dict[str, Any]:
    return {key: value for key, value in note.to_dict().items() if value is not ...}
