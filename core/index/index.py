"""The index of a project, which caches the facts about every image so that labels need not be read again.

It lies in the user's cache folder, never in the project, which may be read-only or on a network share on which SQLite's
locks do not hold. Deleting it costs nothing but the time to read the labels again. Each thread opens its own, and two
windows may work on one project at the same time.

A label is read again when the time or size of its file or of its image has changed. A label written less than two
seconds before it was read is read once more the next time: within the resolution of a file system's clock, a second
change could look like the first.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Self, TypeVar

from core.base.folders import cache_folder
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.index.database import CacheDatabase
from core.index.pictures import pictures_of
from core.index.rows import ImageRow, IndexedPrediction
from core.index.scan_work import ScanWork, keep, scan
from core.index.scanners import FEWEST, Scanners
from core.index.scanning import Check, Scanned
from core.index.store import (
    SCHEMA,
    VERSION,
    IndexEntry,
    all_rows,
    forget,
    key_of,
    move_splits,
    out_of_date,
    put_predictions,
    row_of,
    symbols_of,
)
from core.project.listing import in_natural_order
from core.project.notes import ImageNote, Split
from core.project.project import Project
from core.project.watching import Snapshot, Stamp, stamps_of, take_snapshot

__all__ = ["Batch", "Check", "Index", "Scanned", "index_path"]

T = TypeVar("T")
_BATCH = 256  # labels a transaction: a fraction of a second, so that no other window waits long


@dataclass(frozen=True, slots=True)
class Batch:
    """The changes found by a refresh, file by file."""

    rows: tuple[ImageRow, ...] = ()
    """The rows that are new or different, as the index has them now."""
    removed: tuple[str, ...] = ()
    """The relative paths of the images that are gone."""


Report = Callable[[Batch], None]


class Index:
    """The index of one project, to be used by one thread."""

    def __init__(self, project: Project, database: CacheDatabase) -> None:
        self.project = project  # after its settings have changed, assign the project as it is now, and refresh
        self._database = database
        self._scanners: Scanners | None = None  # the processes that read much

    @classmethod
    def open(cls, project: Project, cache: Path | None = None) -> Self:
        """Open the index of a project, or an empty one, without looking at the project's files.

        `project`: the indexed project. `cache`: the folder to keep it in, instead of the user's cache folder.
        """
        return cls(project, CacheDatabase(index_path(project.root, cache), SCHEMA, VERSION))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file of the index."""
        if self._scanners is not None:
            self._scanners.close()
        self._database.close()

    @property
    def note(self) -> str | None:
        """A sentence for the user if the index cannot be kept in a file, otherwise None."""
        return self._database.note

    def refresh(
        self,
        check: Check | None = None,
        version: str | None = None,
        snapshot: Snapshot | None = None,
        progress: Progress = ignore_news,
        report: Report = ignore_news,
        processes: int = 0,
    ) -> int:
        """Read the labels that have changed, forget images that are gone, and return the number of labels read.

        Parameters
        ----------
        check : callable, optional
            Finds the problems of an image. Without it, only labels that have changed are read, and those have no
            problems until they are checked.
        version : str, optional
            Differs whenever `check` might find other problems in the same files, so that all are checked again; by
            default the `label_digest` of the project's settings.
        snapshot : Snapshot, optional
            The state of the files, if that has just been looked at (`core.project.watching`).
        progress : Progress
            Called after each image; labels read before a `Cancelled` stay read.
        report : callable
            Called with the news batch by batch, to update a list with.
        processes : int
            How many processes read at once if there is much to read (`core.index.scanners`); `check` has to be
            picklable then. 0: this process reads.

        Raises
        ------
        ProjectError
            If the project's folder cannot be read, or another window keeps the index to itself.
        """
        now = snapshot or take_snapshot(self.project.root)
        form, checked = self._form, self._checked(check, version)
        expected = None if check is None else checked
        stale, gone = self._database.read(lambda db: out_of_date(db, now.stamps, form, expected))
        removed = tuple(image for image in gone if not now.hides(image))
        if removed:
            self._database.write(lambda db: forget(db, removed))
            report(Batch(removed=removed))
        self._move_splits(report)
        work = ScanWork(self.project, check, form, checked)
        stamps = {image: now.stamps[image] for image in in_natural_order(stale)}
        self._read(stamps, work, processes, progress, report)
        return len(stale)

    def update(
        self, images: Iterable[str], check: Check | None = None, version: str | None = None
    ) -> tuple[ImageRow, ...]:
        """Read the labels of some images now, for example after an edit, and forget images that are gone.

        Parameters are those of `refresh`. Returns tuple of ImageRow: the rows of those that are there.
        """
        wanted = tuple(images)
        stamps = stamps_of(self.project.root, wanted)
        gone = [image for image in wanted if image not in stamps]
        if gone:
            self._database.write(lambda db: forget(db, gone))
        rows: list[ImageRow] = []
        work = ScanWork(self.project, check, self._form, self._checked(check, version))
        self._read(stamps, work, 0, ignore_news, lambda batch: rows.extend(batch.rows))
        return tuple(rows)

    def rows(self) -> list[ImageRow]:
        """Return all rows in no particular order, which `core.index.table.ImageTable` filters and sorts."""
        return self.pass_rows(list)

    def pass_rows(self, take: Callable[[Iterator[ImageRow]], T]) -> T:
        """Return the result of `take` on the rows, which come one by one, because 100,000 at once would take 60 MB."""
        return self._database.read(lambda db: take(all_rows(db)))

    def row(self, image: str) -> ImageRow | None:
        """Return the row of one image, or None if it has not been read."""
        return self._database.read(lambda db: row_of(db, image))

    def set_predictions(self, predictions: Mapping[str, IndexedPrediction]) -> None:
        """Keep a model's readings, by the images' relative paths, until the images change."""
        self._database.write(lambda db: put_predictions(db, predictions))

    def pictures(self, images: Iterable[str], progress: Progress = ignore_news) -> dict[str, str]:
        """Return the current hash of each image's file, as `core.index.pictures.pictures_of` does."""
        return pictures_of(self._database, self.project.root, images, progress)

    def charset(self) -> Charset:
        """Return the sorted symbols in all labels that were read, normalised as in the project."""
        # One by one: joined, a letter and a mark of different words would become a third symbol.
        return Charset(tuple(sorted(self._database.read(symbols_of))))

    @property
    def _form(self) -> str:
        settings = self.project.settings
        return f"{settings.normalisation}{'+fold' if settings.fold_full_width else ''}"

    def _checked(self, check: Check | None, version: str | None) -> str:
        return "" if check is None else version or self.project.settings.label_digest

    def _read(
        self, stamps: Mapping[str, Stamp], work: ScanWork, processes: int, progress: Progress, report: Report
    ) -> None:
        total = len(stamps)

        def report_rows(rows: tuple[ImageRow, ...]) -> None:
            report(Batch(rows=rows))

        path = self._database.path
        if processes and total >= FEWEST and path is not None and self._database.note is None:
            self._scanners = self._scanners or Scanners(path, processes)
            stamps = self._scanners.read(work, stamps, report_rows, lambda done: progress(done, total))
        waiting: list[IndexEntry] = []
        try:
            for done, (image, stamp) in enumerate(stamps.items(), total - len(stamps)):
                progress(done, total)
                waiting.append(scan(work, image, stamp))
                if len(waiting) == _BATCH:
                    batch, waiting = waiting, []
                    report_rows(keep(batch, self._database))
        finally:  # also if the work is stopped: what was read need not be read again
            if waiting:
                report_rows(keep(waiting, self._database))
        if total:
            progress(total, total)

    def _move_splits(self, report: Report) -> None:
        project = self.project

        def chosen(image: str, in_label: ImageNote) -> tuple[ImageNote, Split]:
            return project.note_of(image, in_label), project.split_of(image, in_label)

        decides = repr((project.settings.validation, sorted(project.notes.items(), key=itemgetter(0))))
        choice = hashlib.blake2b(key_of(decides), digest_size=16).hexdigest()
        rows = self._database.write(lambda db: move_splits(db, choice, chosen))
        if rows:
            report(Batch(rows=rows))


def index_path(root: Path, cache: Path | None = None) -> Path:
    """Return the path of a project's index, a file named by a hash of the folder's real path."""
    folder = cache or cache_folder() / "index"
    real = os.path.normcase(os.path.realpath(root))
    return folder / f"{hashlib.blake2b(key_of(real), digest_size=16).hexdigest()}.sqlite3"
