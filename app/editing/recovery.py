"""The unsaved edits of a killed program, with the facts that a person needs to decide about each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from core.base.errors import LabelError
from core.base.files import read_file
from core.labels.files.history import History, moves_of
from core.labels.files.journal import Journal, Recovered, hash_of
from core.labels.files.storage import label_path, parse_label

State = Literal["unchanged", "changed", "same", "gone", "unreachable"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One unsaved edit that can be restored."""

    recovered: Recovered
    """The edit in the journal, under the name that the image has now."""
    reading: str | None
    """The word that the edit reads. None: the edit deletes the label."""
    state: State
    """State of the label file since the edit was begun. "unchanged": as its program left it. "changed": another one by
    now. "same": it says the same as the edit. "gone": its image is gone. "unreachable": it cannot be read."""


def unsaved(root: Path, journal: Journal) -> tuple[Recovered, ...]:
    """Return the edits in the journal that would otherwise be lost, in a background thread.

    Edits that the label files hold already are deleted: their program was ended before it could note that they were
    saved.
    """
    left = []
    for edit in _followed(root, journal.pending()):
        if _state(root, edit) == "same":
            journal.discard(edit)
        else:
            left.append(edit)
    return tuple(left)


def _followed(root: Path, edits: tuple[Recovered, ...]) -> tuple[Recovered, ...]:
    """Return the edits, those of images that were moved since under the images' new names."""
    if all((root / edit.image).exists() for edit in edits):
        return edits
    moves = moves_of(History(root))
    return tuple(replace(edit, image=_name_now(root, edit.image, moves)) for edit in edits)


def _name_now(root: Path, image: str, moves: Mapping[str, str]) -> str:
    """Return the name that an image has now, or the old one if the image is nowhere."""
    name, passed = image, {image}
    while not (root / name).exists():
        name = moves.get(name, image)
        if name in passed:
            return image
        passed.add(name)
    return name


def offers(root: Path, recovered: tuple[Recovered, ...]) -> tuple[Offer, ...]:
    """Compare each recovered edit with its current label file, in a background thread."""
    return tuple(Offer(edit, _reading(edit), _state(root, edit)) for edit in recovered)


def _reading(recovered: Recovered) -> str | None:
    if not recovered.label:
        return None
    try:
        return parse_label(recovered.label, recovered.image).label.word
    except LabelError:  # another version's: it is still offered, for what it is
        return ""


def _state(root: Path, recovered: Recovered) -> State:
    image = root / recovered.image
    try:
        if not image.exists():
            return "gone"
        path = label_path(image)
        present = read_file(path) if path.exists() else None
    except OSError:
        return "unreachable"
    if present == (recovered.label or None):
        return "same"
    return "unchanged" if hash_of(present) in {recovered.base_hash, *recovered.writing} else "changed"
