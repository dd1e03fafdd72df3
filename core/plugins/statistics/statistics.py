"""Counts the symbols and lengths of a project's words, and the work done on each day by each person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.base.progress import Progress, ignore_news
from core.labels.files.history import History

_REVIEWED = re.compile(rb'"status"\s*:\s*"reviewed"')


@dataclass(frozen=True, slots=True)
class DayOfWork:
    """The work that one person did on one day of this machine's calendar."""

    day: date
    """The day in the time zone of this machine."""
    by: str
    """The person's name. Empty if none was set."""
    edited: int
    """The number of images whose label was changed."""
    reviewed: int
    """The number of images that were marked reviewed, and still were at the day's end."""


def symbol_counts(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Count the symbols in all words, the most frequent first."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(text)
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def length_counts(texts: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Count the words by their number of symbols, the shortest first, without images that have no word."""
    return tuple(sorted(Counter(len(text) for text in texts if text).items()))


def days_of_work(root: Path, progress: Progress = ignore_news) -> tuple[DayOfWork, ...]:
    """Read the work done on each day from a project's history, the latest day first, without undone reviews."""
    edited: dict[tuple[date, str], set[str]] = {}
    reviewed: dict[tuple[date, str], dict[str, bool]] = {}
    for done, entry in enumerate(History(root).scan([])):
        progress(done, 0)
        key = entry.time.astimezone().date(), entry.by
        edited.setdefault(key, set()).add(entry.image)
        before, after = (
            data is not None and _REVIEWED.search(data) is not None for data in (entry.before, entry.after)
        )
        if before != after:
            reviewed.setdefault(key, {})[entry.image] = after
    days = (
        DayOfWork(day, by, len(images), sum(reviewed.get((day, by), {}).values()))
        for (day, by), images in edited.items()
    )
    return tuple(sorted(days, key=lambda work: (-work.day.toordinal(), work.by)))
