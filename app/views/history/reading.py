"""Reads a history for the history panel, with few facts of each entry so that a long one fits into memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ImageError, LabelError
from core.base.images import read_image
from core.base.progress import Progress
from core.labels.files.history import History
from core.labels.files.storage import label_path, parse_label
from core.labels.label import WordLabel


@dataclass(frozen=True, slots=True)
class PastAction:
    """One action of the history, which is an edit of one label or a bulk action on several."""

    id: str
    """Id of the action in the history."""
    title: str
    """Name of the edit, as the undo menu had it."""
    first: datetime
    """Time at which the action's first label was written."""
    last: datetime
    """Time at which the action's last label was written."""
    images: tuple[str, ...]
    """The action's images, each once."""
    by: str = ""
    """Name of the person. "" if no name was set."""


@dataclass(frozen=True, slots=True)
class KnownHistory:
    """The actions of a history."""

    actions: tuple[PastAction, ...] = ()
    """The actions, the latest first."""
    damaged: tuple[str, ...] = ()
    """A sentence for each part that cannot be read."""


def read_history(root: Path, known: KnownHistory, progress: Progress) -> KnownHistory:
    """Read a project's history in a background thread, or only the entries that are new since the last time."""
    # Entries of one moment may be written by two programs one after the other: that moment is read again.
    since = known.actions[0].last if known.actions else None
    by_id: dict[str, tuple[str, str, datetime, datetime, dict[str, None]]] = {
        action.id: (action.title, action.by, action.first, action.last, dict.fromkeys(action.images))
        for action in known.actions
        if since is not None and action.last == since
    }
    untouched = [action for action in known.actions if action.id not in by_id]
    damaged: list[str] = []
    for number, entry in enumerate(History(root).scan(damaged, since)):
        progress(number, 0)
        fallback = (entry.title, entry.by, entry.time, entry.time, dict[str, None]())
        title, by, first, last, images = by_id.get(entry.action, fallback)
        images[entry.image] = None
        by_id[entry.action] = (title, by, min(first, entry.time), max(last, entry.time), images)
    fresh = {
        name: PastAction(name, title, first, last, tuple(of), by)
        for name, (title, by, first, last, of) in by_id.items()
    }
    actions = [*_merged(untouched, fresh), *fresh.values()]
    actions.sort(key=lambda action: action.last, reverse=True)
    sentences = damaged if since is None else [*known.damaged, *(s for s in damaged if s not in known.damaged)]
    return KnownHistory(tuple(actions), tuple(sentences))


def _merged(actions: Iterable[PastAction], fresh: dict[str, PastAction]) -> list[PastAction]:
    """Return the actions that are not among the fresh ones, and add the parts known before to those that are.

    Such an action was still going on when it was read.
    """
    kept: list[PastAction] = []
    for action in actions:
        more = fresh.get(action.id)
        if more is None:
            kept.append(action)
        else:
            images = tuple(dict.fromkeys((*action.images, *more.images)))
            fresh[action.id] = replace(more, first=min(action.first, more.first), images=images)
    return kept


@dataclass(frozen=True, slots=True)
class Preview:
    """The label of one image before and after an action."""

    image: str
    """Path of the image relative to the project."""
    action: str
    """Id of the action in the history."""
    before: WordLabel | None
    """The label before the action. None: there was no label file, or it cannot be read (`faults` says so)."""
    after: WordLabel | None
    """The label after the action. None: there was no label file, or it cannot be read (`faults` says so)."""
    pixels: NDArray[np.uint8] | None
    """The picture as it is now, (height, width, 3) uint8, RGB. None if it cannot be read."""
    faults: tuple[str, ...] = ()
    """A sentence for each label that cannot be read, and for such a picture."""


def read_preview(root: Path, action: str, image: str) -> Preview | None:
    """Read one label before and after an action, or return None if the history no longer holds the action."""
    entries = [entry for entry in History(root).entries(image) if entry.action == action]
    if not entries:
        return None
    faults: list[str] = []

    def label(data: bytes | None) -> WordLabel | None:
        try:
            return None if data is None else parse_label(data, label_path(Path(image)).name).label
        except LabelError as error:
            faults.append(str(error))
            return None

    try:
        pixels = read_image(root / image)
    except ImageError as error:
        pixels = None
        faults.append(str(error))
    before, after = entries[0].before, entries[-1].after
    return Preview(image, action, label(before), label(after), pixels, tuple(faults))
