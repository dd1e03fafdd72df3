"""Reads the label beside an image into a row of the index."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import LabelError, Sentence, StudioError
from core.index.rows import FoundProblem, ImageRow, StoredProblem, status_of
from core.labels.files.storage import label_path, read_label
from core.labels.label import WordLabel
from core.project.notes import ImageNote, in_order
from core.project.project import Project
from core.project.watching import MISSING, Stamp, numbers_of

_FRESH = 2_000_000_000  # ns
_LONE = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which UTF-8 and so SQLite's TEXT cannot hold


@dataclass(frozen=True, slots=True)
class Scanned:
    """An image and its label as read, ready to be checked."""

    image: str
    """The image's path relative to the project."""
    path: Path
    """The image's file."""
    label: WordLabel | None = None
    """The label. None: there is none, or it cannot be read."""
    error: LabelError | None = None
    """The reason why the label cannot be read."""


Check = Callable[[Scanned], Iterable[FoundProblem]]  # finds the problems of one image


def read_row(
    project: Project, image: str, stamp: Stamp, check: Check | None
) -> tuple[ImageRow, tuple[int, ...], ImageNote]:
    """Read and check the label of one image, and return its row.

    Returns
    -------
    ImageRow
        The row of the image.
    tuple of int
        The numbers to remember of the files, to notice a later change.
    ImageNote
        The tags and the split of the image in the label.
    """
    path = project.path_of(image)
    scanned, label_hash = Scanned(image, path), ""
    *of_image, changed, size = numbers_of(stamp)
    if changed != MISSING:
        if abs(time.time_ns() - changed) < _FRESH:
            changed = MISSING  # no label has these numbers: it will be read once more
        beside = label_path(path)
        try:
            file = read_label(beside)
            scanned = Scanned(image, path, file.label)
            label_hash = label_hash_of(file.data)
        except LabelError as error:
            if os.path.lexists(beside):
                scanned = Scanned(image, path, error=error)
            else:  # it has vanished since the snapshot was taken
                changed = size = MISSING
    label = scanned.label
    word = "" if label is None else label.word
    in_label = ImageNote.of(label)
    in_label = ImageNote(in_order(map(storable, in_label.tags)), in_label.split)
    note = project.note_of(image, in_label)
    row = ImageRow(
        image,
        "unreadable" if scanned.error is not None else status_of(label),
        text=storable(word),
        length=None if label is None else len(word),
        symbols="" if label is None else "".join(sorted(project.settings.symbols_of(label))),
        problems=_problems(scanned, check),
        split=project.split_of(image, in_label),
        label_hash=label_hash,
        tags=note.tags,
        own_split=note.split,
        is_known=label is None or label.known is not None,
        is_word_level=label is not None and label.is_word_level,
    )
    return row, (*of_image, changed, size), in_label


def _problems(scanned: Scanned, check: Check | None) -> tuple[StoredProblem, ...]:
    if check is None:
        return ()
    try:
        return tuple(
            StoredProblem(storable(problem.id), problem.severity, _storable(problem.message), problem.character)
            for problem in check(scanned)
        )
    except StudioError as error:
        return (StoredProblem("not-checked", "error", _storable(str(error))),)


def _storable(text: str) -> str:
    """Return a sentence with everything in its places as `storable` does with a text."""
    if not isinstance(text, Sentence):
        return storable(text)
    places = {key: _storable(place) if isinstance(place, str) else place for key, place in text.places.items()}
    return Sentence(storable(text.template), **places)


def label_hash_of(data: bytes) -> str:
    """Return the `ImageRow.label_hash` for the content of a label file."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def storable(text: str) -> str:
    """Return a text that UTF-8 can encode, with U+FFFD for the half surrogate pairs that JSON allows."""
    return _LONE.sub("\N{REPLACEMENT CHARACTER}", text)
