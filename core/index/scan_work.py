"""Reads and checks labels and puts them into the index, in the calling process or one of `core.index.scanners`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.index.database import CacheDatabase
from core.index.rows import ImageRow
from core.index.scanning import Check, read_row
from core.index.store import IndexEntry, KnownFile, put, row_of
from core.project.project import Project
from core.project.watching import Stamp

NICENESS = 10  # of processes that scan: the window goes first


@dataclass(frozen=True, slots=True)
class ScanWork:
    """The facts needed for reading labels in any process."""

    project: Project
    """The project that the labels belong to, with its choices at the start of the work."""
    check: Check | None
    """The check that looks for the problems of an image. None: no check."""
    form: str
    """The normalisation of texts."""
    checked: str
    """The version of the check."""


def scan(work: ScanWork, image: str, stamp: Stamp) -> IndexEntry:
    """Read and check the label of one image."""
    row, seen, in_label = read_row(work.project, image, stamp, work.check)
    return IndexEntry(row, KnownFile(seen, work.form, work.checked), in_label)


def keep(entries: Sequence[IndexEntry], database: CacheDatabase) -> tuple[ImageRow, ...]:
    """Put entries into the index, and return its rows for them, with predictions that are still valid."""
    database.write(lambda db: put(db, entries))
    return database.read(lambda db: tuple(row_of(db, entry.row.image) or entry.row for entry in entries))
