"""Reads and settles conflicts: another program has changed a label that has unsaved edits."""

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
    """The two versions of one label.

    Attributes
    ----------
    image : str
        Relative path in the project.
    mine : WordLabel or None
        With the unsaved edits; None: there is to be no label file.
    theirs : LabelFile or None
        The label file on the disk; None: it was deleted, or cannot be read.
    pixels : (height, width, 3) uint8 or None
        The picture; None where it cannot be read.
    error : str
        Why the label file cannot be read; "" where it can be read, or was deleted.
    time : datetime or None
        When that file was written, UTC.
    """

    image: str
    mine: WordLabel | None
    theirs: LabelFile | None
    pixels: NDArray[np.uint8] | None = None
    error: str = ""
    time: datetime | None = None


def read_conflict(root: Path, image: str, mine: WordLabel | None) -> Conflict:
    """Read the label file that another program has written; for a background thread.

    Parameters
    ----------
    root : Path
        The project's folder.
    image : str
        Relative path.
    mine : WordLabel or None
        The label with its unsaved edits.
    """
    path = root / image
    loaded = load(path, image)
    try:
        written = label_path(path).stat().st_mtime
        time = datetime.fromtimestamp(written, UTC)
    except OSError:  # deleted, or out of reach: `load` has said so where it matters
        time = None
    return Conflict(image, mine, loaded.file, loaded.pixels, loaded.label_error, time)


def settle(saver: Saver, reconciler: Reconciler, document: Document, conflict: Conflict, answer: Answer) -> None:
    """Carry out the person's decision; "later" leaves both versions as they are."""
    if answer == "mine":
        saver.keep_mine(document)
    elif answer == "theirs":
        reconciler.take(document, conflict.theirs)
