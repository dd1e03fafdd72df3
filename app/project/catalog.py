"""The list of the project's images, which is filled in the background, filtered, sorted, and kept up to date."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast, get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.project.indexing import KnownLabels, ListedImages, index_again, list_images_of, refresh_index
from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import Sentence
from core.charset import Charset
from core.index.filters import EVERYTHING, STATUSES, Between, Fact, Filter, HasFact, NeverRead, parse_filter
from core.index.index import Batch
from core.index.rows import ImageRow
from core.index.scanners import FEWEST
from core.index.table import BY_NAME, Facts, ImageTable, Sort, SortKey
from core.labels.files.storage import label_path
from core.labels.label import WordLabel
from core.project.listing import Skipped, in_natural_order
from core.project.notes import ImageNote
from core.project.project import Project, ProjectSettings
from core.project.watching import Changes, Snapshot, Watcher

if TYPE_CHECKING:  # the window starts without it
    from core.analysis.learning.groups import WordLife

_PENDING = STATUSES.index("pending")
_SETTLE = 250  # ms over which news of many labels is gathered before the list is filtered and sorted anew
_SHARE_OF_TIME = 20  # a look at the whole folder takes at most one part in so many of a thread's time
_BREATH = 0.015  # seconds of each few milliseconds that a look leaves to the thread that paints
_HEAD_START = 200  # ms until processes read many labels: the first image is read and painted before them
_AFTER_A_HINT = 300  # ms from the system's hint that something changed to the look

_SETTINGS = "saving the project's choices"


class Catalog(QObject):
    """The images of the open project.

    `visible`: (m,) intp: places in `table` of the images that pass the filter, in the order of the sort. `is_listing`:
    True if the folder is still being listed: `table` is empty or out of date. `charset`: the sorted symbols of all
    labels read so far: the project's charset if it has chosen none. `skipped`: folders and images that are left out,
    each with its sentence. `note`: why the index cannot be kept on the disk; None if it can.
    """

    images_changed = Signal()  # `table` or `visible` has changed: the list has to be laid out anew
    rows_changed = Signal(object)
    """Places in `table`, (n,) intp, of images of which something else is known now; the layout is the same."""
    chosen_changed = Signal()
    charset_changed = Signal()
    changed_on_disk = Signal(object)
    """Images, a tuple of str, that were changed, added or removed, themselves or their labels."""
    pictures_changed = Signal(object)
    """Likewise, but not for a change of only the label, which the program's own writing changes, too."""
    looked = Signal()  # the folder was looked at for changes by other programs, whether there are any or not
    trouble = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.filter_text = ""
        self.sort = BY_NAME
        self._workspace, self._background = workspace, workspace.background
        self._look_soon = QTimer(self, singleShot=True, interval=_AFTER_A_HINT)
        self._look_soon.timeout.connect(self._look_once_calm)
        self._look_often = QTimer(self)
        self._look_often.timeout.connect(self.look_for_changes)
        self._hints = QFileSystemWatcher(self)
        self._hints.directoryChanged.connect(lambda _: self._look_soon.start())
        self._hints.fileChanged.connect(lambda _: self._look_soon.start())
        self._head_start = QTimer(self, singleShot=True, interval=_HEAD_START)
        self._head_start.timeout.connect(lambda: self._refresh(None))
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(self._lay_out)
        self._filter: Filter = EVERYTHING
        self._jobs: list[Job] = []
        # the images that a person has selected in the list, in its order, for what is done to several at once
        self.chosen: tuple[str, ...] = ()
        self._model = ""
        self._clear(None)

    def _clear(self, project: Project | None) -> None:
        self._project = project
        self._lives: Mapping[str, WordLife] = {}
        self._read_by_others: Mapping[str, Sequence[str]] = {}
        self.table = ImageTable()
        self.visible: NDArray[np.intp] = np.zeros(0, np.intp)
        self.charset = Charset(())
        self.skipped: tuple[Skipped, ...] = ()
        self.note: str | None = None
        self.is_listing = project is not None
        self._watcher: Watcher | None = None
        self._is_look_due = False
        self._positions: NDArray[np.intp] | None = None

    # The project

    def open(self, project: Project | None) -> None:
        """List another project's images, or close the list if the project is None."""
        for job in self._jobs:
            job.cancel()
        for timer in (self._look_soon, self._look_often, self._head_start, self._settle):
            timer.stop()
        watched = [*self._hints.directories(), *self._hints.files()]
        if watched:
            self._hints.removePaths(watched)
        self._clear(project)
        self.choose(())
        self.images_changed.emit()
        if project is not None:
            self._start("", partial(list_images_of, project), finished=self._listed)

    def save_settings(self, settings: ProjectSettings, then: Callable[[], None] | None = None) -> None:
        """Write new settings to the project's `textscanner.json` in the background.

        Its labels are then checked again if the settings may find other problems in them or other images to validate
        with.
        """
        workspace, project = self._workspace, self._project
        if project is None or settings == project.settings:
            return

        def saved(changed: Project) -> None:
            if self._project is not None and self._project.root == changed.root:
                before, now = self._project.settings, changed.settings
                concern_rows = (now.label_digest, now.validation) != (before.label_digest, before.validation)
                # Tags may have been given meanwhile
                self._project = workspace.project = replace(changed, notes=self._project.notes)
                self.table.normalise = now.normalise
                if concern_rows:
                    self._refresh(None)
                workspace.end_trouble(_SETTINGS)
                workspace.project_changed.emit()
                if then is not None:
                    then()

        self._background.start(
            "",
            lambda job: project.save(settings),
            lane="saving",
            finished=saved,
            failed=partial(workspace.notify_trouble, _SETTINGS),
        )

    def take_notes(self, notes: Mapping[str, ImageNote]) -> None:
        """Adopt the current notes about some images."""
        if self._project is not None and notes:
            self._project = self._workspace.project = self._project.with_notes(notes)
            self.saved(notes)

    def look_for_changes(self) -> None:
        """Look for changes by other programs in the background, once the folder has been read."""
        self._look_soon.stop()
        watcher, self._is_look_due = self._watcher, self._watcher is None
        if watcher is None:
            return

        def work(job: Job) -> tuple[Changes, Snapshot, float]:
            def breathe(seen: int, total: int) -> None:
                job.progress(seen, total)
                time.sleep(_BREATH)

            begun = time.thread_time()
            return watcher.poll(breathe), watcher.snapshot, time.thread_time() - begun

        self._start("", work, finished=self._looked)

    def _look_once_calm(self) -> None:
        """Look for changes once no image follows another without a pause, whose reading a look would hold up."""
        if self._workspace.switching.is_going_on:
            self._look_soon.start()
        else:
            self.look_for_changes()

    def saved(self, images: Iterable[str]) -> None:
        """Read the labels of these images again after this program has written them, and sort again if several."""
        project, saved = self._project, tuple(images)
        if project is None:
            return
        work = partial(index_again, project, self.project_charset, saved)
        self._start("", work, finished=self.take_rows if len(saved) > 1 else self.update_rows)

    def take_label(self, image: str, label: WordLabel | None) -> None:
        """Show the current label of an image in the list, even if its file is written later."""
        place = self.table.take_label(image, label)
        if place is not None:
            self.rows_changed.emit(np.array([place], np.intp))

    def take_rows(self, rows: Iterable[ImageRow]) -> None:
        """Adopt new rows of the index for these images, with the readings of a model."""
        self.update_rows(rows)
        self._settle.start()

    def use_model(self, model: str) -> None:
        """Show the readings of this model, given its hash, and none of other models."""
        self._model = model
        if self.table.use_model(model):
            self._lay_out()

    def use_learning_history(self, lives: Mapping[str, WordLife]) -> None:
        """Filter by the learning history of a run, given by image, or by none if the mapping is empty."""
        if lives == self._lives:
            return
        self._lives = lives
        self.table.use_learning_history(lives)
        if any(map(_is_of_learning_history, self._filter.terms)):
            self._lay_out()

    def set_facts(self, field: Fact, facts: Facts | None) -> None:
        """Let the filter's terms on a field use facts about some images, or no facts if None."""
        self.table.set_facts(field, facts)
        if any(isinstance(term, HasFact) and term.field == field for term in self._filter.terms):
            self._settle.start()

    def use_readings(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Use the texts read by other readers, given by image."""
        self._read_by_others = texts
        self.table.use_readings(texts)
        self._settle.start()

    def differ(self, first: str, second: str) -> bool:
        """Return True if two texts differ by the rules of the open project."""
        normalise = str if self._project is None else self._project.settings.normalise
        return normalise(first) != normalise(second)

    def watch(self, image: str | None) -> None:
        """Watch the files of this image, because the system reports no changes inside files for their folder."""
        if self._hints.files():
            self._hints.removePaths(self._hints.files())
        if image is not None and self._project is not None:
            path = self._project.path_of(image)
            self._hints.addPaths([str(path), str(label_path(path))])

    @property
    def is_reading(self) -> bool:
        """True until all images are listed and all labels are read."""
        return self.is_listing or bool((self.table.status == _PENDING).any())

    @property
    def project_charset(self) -> Charset:
        """The project's charset, or the symbols of its labels if it has chosen none."""
        chosen = None if self._project is None else self._project.settings.charset
        return self.charset if chosen is None else chosen

    # What is shown

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each part of the filter that is not understood or not complete."""
        return (*self._filter.faults, *self._filter.unfinished)

    @property
    def unknown_facts(self) -> tuple[str, ...]:
        """A sentence for each part of the filter that asks for facts that have not been determined yet."""
        return tuple(
            Sentence(
                "{name}: it has not been evaluated yet; press “Evaluate” in the panel Evaluation.", name=term.field
            )
            for term in self._filter.terms
            if isinstance(term, HasFact) and term.field not in self.table.facts
        )

    def set_filter(self, text: str) -> None:
        """Show only the images that match a filter, in the language of `core.index.filters`."""
        self.filter_text = text
        self._filter = parse_filter(text)
        self._lay_out()

    def set_sort(self, sort: Sort) -> None:
        """Show the images in another order."""
        self.sort = sort
        self._lay_out()

    def show_those(self, text: str, sort: Sort | None = None) -> None:
        """Show only the images that match a filter, and open one of them, the first one if another order is given.

        A button or a table asks for it. A person who types a filter keeps the image at hand.
        """
        self.set_filter(text)
        if sort is not None:
            self.set_sort(sort)
        is_among = sort is None and self.row_of(self._workspace.image) is not None
        if len(self.visible) and not is_among:
            self._workspace.show(self.image_at(0))

    def take_sort(self, kept: object) -> None:
        """Show the images in the order stored for the project as [key, descending], or by name if none is stored."""
        match kept:
            case [key, bool(descending)] if key in get_args(SortKey):
                self.set_sort(Sort(cast("SortKey", key), descending))
            case _:
                self.set_sort(BY_NAME)

    def sort_by(self, key: SortKey) -> None:
        """Sort the images by name in rising order, or by another key with those that need attention first."""
        self.set_sort(Sort(key, descending=key in {"problems", "loss"}))

    def row_of(self, image: str | None) -> int | None:
        """Return the row of an image, or None if it is not listed."""
        place = None if image is None else self.table.index_of(image)
        if place is None:
            return None
        row = int(self._rows()[place])
        return None if row < 0 else row

    def image_at(self, row: int) -> str | None:
        """Return the image in a row of the list, or None if there is no such row."""
        return self.table.images[self.visible[row]] if 0 <= row < len(self.visible) else None

    def rows_of(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the rows of those images that are listed, in rising order, (m,) intp.

        `places`: (n,) intp: of the images in `table`.
        """
        rows = self._rows()[places]
        return np.sort(rows[rows >= 0])

    def choose(self, images: Iterable[str]) -> None:
        """Select images for actions on several images."""
        chosen = tuple(images)
        if chosen != self.chosen:
            self.chosen = chosen
            self.chosen_changed.emit()

    def beside(self, image: str | None, step: int, wanted: NDArray[np.bool_] | None = None) -> str | None:
        """Return the next listed image in steps of +1 or -1, or None if there is none.

        `image`: the first one. If the filter hides it by now, its neighbours by name are meant. `wanted`: (n,) bool: of
        the images in `table`: whether to stop there.
        """
        row = self.row_of(image)
        if row is None:
            place = None if image is None else self.table.index_of(image)
            if place is None:
                row = -1 if step > 0 else len(self.visible)
            else:
                later = np.flatnonzero(self.visible > place)
                row = (int(later[0]) if len(later) else len(self.visible)) - (step > 0)
        if wanted is None:
            return self.image_at(row + step)
        rows = np.flatnonzero(wanted[self.visible])
        if step > 0:
            rows = rows[rows > row]
            return self.image_at(int(rows[0])) if len(rows) else None
        rows = rows[rows < row]
        return self.image_at(int(rows[-1])) if len(rows) else None

    # News

    def _start(
        self,
        title: str,
        work: Callable[[Job], object],
        finished: Callable[[Any], None] | None = None,
        reported: Callable[[Any], None] | None = None,
    ) -> None:
        project = self._project

        def still_open(then: Callable[[Any], None] | None) -> Callable[[Any], None]:
            def pass_on(news: Any) -> None:
                present = self._project
                if project is None or present is None or project.root != present.root or job.is_cancelled:
                    return  # it belongs to a project that was closed meanwhile
                if then is not None:
                    then(news)

            return pass_on

        job = self._background.start(
            title,
            work,
            lane="index",
            finished=still_open(finished),
            reported=still_open(reported),
            failed=lambda error: self.trouble.emit(str(error)),
        )
        self._jobs = [running for running in self._jobs if not running.is_over] + [job]

    def _listed(self, listing: ListedImages) -> None:
        self.table = listing.table
        self.table.use_model(self._model)
        self.table.use_learning_history(self._lives)
        self.table.use_readings(self._read_by_others)
        self.is_listing = False
        self._lay_out()
        self._hint_folders(listing.folders)
        if len(self.table) < FEWEST:
            self._refresh(None)
        else:
            self._head_start.start()
        self._look_often.start(round(1000 * self._watch_interval))

    @property
    def _watch_interval(self) -> float:
        """Seconds between two looks at the whole folder, if the system reports no change (network shares)."""
        return float(self._workspace.settings.value("projects.look_every"))

    def _refresh(self, snapshot: Snapshot | None) -> None:
        project = self._project
        if project is None:
            return
        title = self.tr("Reading labels")
        work = partial(refresh_index, project, self.table.images, snapshot)
        self._start(title, work, finished=self._refreshed, reported=self._news)

    def _news(self, news: object) -> None:
        if isinstance(news, Batch):
            if news.rows:
                self.update_rows(news.rows)
                self._settle.start()
        elif isinstance(news, Charset):
            self._set_charset(news)
        elif isinstance(news, Snapshot):
            self._watcher = Watcher(self._project.root, news) if self._project else None
            if self._is_look_due:
                self._look_soon.start()

    def _refreshed(self, known: KnownLabels) -> None:
        self.skipped, self.note = known.skipped, known.note
        self._set_charset(known.charset)
        self._lay_out()

    def _set_charset(self, charset: Charset) -> None:
        if charset != self.charset:
            self.charset = charset
            self.charset_changed.emit()

    def update_rows(self, rows: Iterable[ImageRow]) -> None:
        """Adopt changed rows of these images, but keep the order of the list until the next `take_rows`."""
        places = self.table.update(rows)
        if len(places):
            self.rows_changed.emit(places)

    def _looked(self, outcome: tuple[Changes, Snapshot, float]) -> None:
        changes, snapshot, took = outcome
        self._look_often.setInterval(round(1000 * max(self._watch_interval, took * _SHARE_OF_TIME)))
        self.looked.emit()
        if not changes:
            return
        if changes.added or changes.removed:
            current = {*self.table.images, *changes.added} - {*changes.removed}
            table = self.table

            def work(job: Job) -> ImageTable:
                return table.with_images(in_natural_order(current))

            self._start("", work, finished=self._grown)
        self.changed_on_disk.emit((*changes.changed, *changes.added, *changes.removed))
        self.pictures_changed.emit((*changes.pictures, *changes.added, *changes.removed))
        self._refresh(snapshot)

    def _grown(self, table: ImageTable) -> None:
        self.table = table
        self.table.use_model(self._model)
        self.table.use_learning_history(self._lives)
        self.table.use_readings(self._read_by_others)
        self._lay_out()
        self._hint_folders({image.rpartition("/")[0] for image in table.images})

    def _lay_out(self) -> None:
        self._settle.stop()
        self.visible = self.table.visible(self._filter, self.sort)
        self._positions = None
        self.choose([image for image in self.chosen if self.row_of(image) is not None])
        self.images_changed.emit()

    def _rows(self) -> NDArray[np.intp]:
        """The row of each place in `table`, -1 for one that is not shown."""
        if self._positions is None:
            self._positions = np.full(len(self.table), -1, np.intp)
            self._positions[self.visible] = np.arange(len(self.visible))
        return self._positions

    def _hint_folders(self, folders: Iterable[str]) -> None:
        if self._project is None:
            return
        wanted = {str(self._project.root / folder) for folder in ["", *folders]}
        new = sorted(wanted - {*self._hints.directories()})[:500]  # the system has only so many watches
        if new:
            self._hints.addPaths(new)


def _is_of_learning_history(term: object) -> bool:
    of_learning_history = ("first-learned", "forgotten", "never-read-at")
    return isinstance(term, NeverRead) or (isinstance(term, Between | HasFact) and term.field in of_learning_history)
