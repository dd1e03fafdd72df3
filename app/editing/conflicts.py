"""Reads and settles conflicts between unsaved edits of a label and the changes of another program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.editing.document import Document
from app.editing.reconciling import Reconciler
from app.editing.saver import Saver
from app.project.loading import load
from core.labels.files.storage import LabelFile, label_path
from core.labels.label import WordLabel

Answer = Literal["mine", "theirs", "later"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The two versions of one label in conflict."""

    image: str
    """Path of the image relative to the project."""
    mine: WordLabel | None
    """The label with the unsaved edits. None: there is to be no label file."""
    theirs: LabelFile | None
    """The label file on the disk. None: it was deleted, or cannot be read."""
    pixels: NDArray[np.uint8] | None = None
    """The picture, (height, width, 3) uint8. None if it cannot be read."""
    error: str = ""
    """Reason why the label file cannot be read. "" if it can be read, or was deleted."""
    time: datetime | None = None
    """Time at which the label file on the disk was written, UTC."""


def read_conflict(root: Path, image: str, mine: WordLabel | None) -> Conflict:
    """Return both versions of a label after reading the file of the other program, in a background thread."""
    path = root / image
    loaded = load(path, image)
    try:
        written = label_path(path).stat().st_mtime
        time = datetime.fromtimestamp(written, UTC)
    except OSError:  # deleted, or out of reach: `load` reports it if it matters
        time = None
    return Conflict(image, mine, loaded.file, loaded.pixels, loaded.label_error, time)


def settle(saver: Saver, reconciler: Reconciler, document: Document, conflict: Conflict, answer: Answer) -> None:
    """Carry out the person's decision, or keep both versions as they are for "later"."""
    if answer == "mine":
        saver.keep_mine(document)
    elif answer == "theirs":
        reconciler.take(document, conflict.theirs)
