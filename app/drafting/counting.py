"""Counts in the history, in a background thread, the corrections that a person made in drafts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.analysis.drafts.effort import effort, newest_draft
from core.base.errors import LabelError
from core.labels.files.history import DIVISION, History, HistoryEntry
from core.labels.files.storage import label_path, parse_label, read_label
from core.labels.label import WordLabel


@dataclass(frozen=True, slots=True)
class Corrected:
    """A label reviewed since the model learned last, either a corrected draft or a word that the person typed."""

    corrections: int
    """Number of changes in the draft. 0 if there was no draft."""
    is_of_this_round: bool
    """True if a draft was newer than the model's last learning. An older one says nothing of the current model."""


def count_corrected(root: Path, images: Iterable[str], since: datetime | None) -> Mapping[str, Corrected | None]:
    """Return which images a person has reviewed, and how their drafts were corrected.

    `since`: when the model learned last, with a time zone; None: never. Returns mapping of image to Corrected or None:
    None if the label is not reviewed, or was reviewed before `since`. Without a draft of a model there is no correction
    to count, and a picture that was divided into its known text shows the correction of no reading.
    """
    corrected: dict[str, Corrected | None] = {}
    reviewed: dict[str, WordLabel] = {}
    for image in images:
        corrected[image] = None
        try:
            label = read_label(label_path(root / image)).label
        except LabelError:
            continue
        if label.is_reviewed and (since is None or _time(label.reviewed_at) >= since):
            reviewed[image] = label
            corrected[image] = Corrected(0, is_of_this_round=False)
    for image, entries in _entries(root, reviewed).items():
        entries.sort(key=lambda entry: entry.time)
        states = [_label(entry) for entry in entries]
        place = newest_draft(states)
        draft = None if place is None else states[place]
        if place is not None and draft is not None and not entries[place].action.startswith(DIVISION):
            spent = effort(draft, reviewed[image]).corrections
            corrected[image] = Corrected(spent, since is None or entries[place].time >= since)
    return corrected


def _entries(root: Path, images: Mapping[str, object]) -> dict[str, list[HistoryEntry]]:
    """The entries of some images, the whole history being read once."""
    entries: defaultdict[str, list[HistoryEntry]] = defaultdict(list)
    if images:
        for entry in History(root).scan([]):
            if entry.image in images:
                entries[entry.image].append(entry)
    return entries


def _label(entry: HistoryEntry) -> WordLabel | None:
    try:
        return None if entry.after is None else parse_label(entry.after, entry.image).label
    except LabelError:
        return None


def _time(text: str | None) -> datetime:
    try:
        return datetime.fromisoformat(text or "").astimezone(UTC)
    except (ValueError, OverflowError):  # written by another program
        return datetime.min.replace(tzinfo=UTC)
