"""Stores the problems found in the whole project, updated by every edit, and in more depth by a check of the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.editor import Editor
from app.editing.saver import Saver
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.index.checks import FolderReport, check_folder
from core.index.rows import StoredProblem
from core.index.table import ImageTable
from core.labels.checks.problems import Problem, Severity, kinds
from core.project.project import Project

_SETTLE = 200  # ms over which news of many labels is gathered
_AT_ONCE = 4000  # images: some 10 ms

Found = Problem | StoredProblem
"""A problem as the editor or a check has it, or as the index keeps it: very many are kept, few are looked at."""


class _Book:
    """Problems by image and by kind, with how many there are."""

    def __init__(self) -> None:
        self.of_image: dict[str, tuple[Found, ...]] = {}
        self.images_of: dict[str, dict[str, None]] = {}
        self.counts: Counter[tuple[str, str]] = Counter()
        self.version: Counter[str] = Counter()

    def put(self, image: str, problems: tuple[Found, ...]) -> bool:
        """Replace the problems of an image, and return True if they differ from before."""
        before = self.of_image.get(image, ())
        if before == problems:
            return False
        for problem in before:
            self.counts[problem.id, problem.severity] -= 1
            self.images_of[problem.id].pop(image, None)
            self.version[problem.id] += 1
        for problem in problems:
            self.counts[problem.id, problem.severity] += 1
            self.images_of.setdefault(problem.id, {})[image] = None
            self.version[problem.id] += 1
        if problems:
            self.of_image[image] = problems
        else:
            del self.of_image[image]
        return True


class Findings(QObject):
    """The problems of the open project.

    The index knows the problems of every label; for the label on screen the editor's own problems take their place. The
    last check of the folder adds what it has found in images that have not changed since.
    """

    changed = Signal()
    """The problems have changed, which is emitted a moment later, so that many changes at once are reported as one."""
    checking_changed = Signal()
    gone_to = Signal(str)  # a person went to the next image with a problem

    def __init__(
        self, workspace: Workspace, catalog: Catalog, saver: Saver, editor: Editor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.report: FolderReport | None = None  # the last check of the folder since the project was opened
        self.at_once = _AT_ONCE  # the number of images whose problems are taken over without a break
        self._catalog = catalog
        self._editor = editor
        self._project: Project | None = None
        self._table: ImageTable | None = None
        self._labels, self._files = _Book(), _Book()
        self._versions = 0
        self._waiting: NDArray[np.intp] = np.zeros(0, np.intp)
        self._checking = LatestJob(workspace.background, "jobs", self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(self.changed)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take_next)
        catalog.images_changed.connect(self._laid_out)
        catalog.rows_changed.connect(self._rows_changed)
        catalog.changed_on_disk.connect(self.forget)
        workspace.labels_written.connect(self.forget)
        saver.saved.connect(lambda image: self.forget((image,)))
        editor.problems_changed.connect(self._open_checked)
        self._wanted: str | None = None
        editor.problems_changed.connect(self._select_wanted)

    def select_in(self, image: str | None) -> None:
        """Select the character with the first problem of an image, once its label is on screen and checked."""
        self._wanted = image
        self._select_wanted()
        if image is not None:
            self.gone_to.emit(image)

    def _select_wanted(self) -> None:
        editor = self._editor
        if self._wanted is None or editor.image != self._wanted or not editor.problems:
            return
        self._wanted = None
        ranks = [problem.character for problem in editor.problems if problem.character is not None]
        if ranks and 0 < ranks[0] <= len(editor.label.ranking):
            editor.select((editor.label.ranking[ranks[0] - 1],))

    # What there is

    def problems_of(self, image: str) -> tuple[Problem, ...]:
        """Return the problems of one image."""
        problems = (*self._labels.of_image.get(image, ()), *self._files.of_image.get(image, ()))
        return tuple(_problem(image, problem) for problem in problems)

    def images_of(self, kind: str) -> list[str]:
        """Return the images with a problem of a kind in the order of the list, followed by those outside the list."""
        images = {**self._labels.images_of.get(kind, {}), **self._files.images_of.get(kind, {})}
        table = self._catalog.table
        places = [table.index_of(image) for image in images]
        listed = [table.images[place] for place in sorted(place for place in places if place is not None)]
        return listed + sorted(image for image, place in zip(images, places, strict=True) if place is None)

    def of_kind(self, kind: str) -> Iterator[Problem]:
        """Yield the problems of a kind, image by image, in reading order."""
        for image in self.images_of(kind):
            problems = (problem for problem in self.problems_of(image) if problem.id == kind)
            yield from sorted(problems, key=lambda problem: problem.character or 0)

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """The number of problems by kind and severity."""
        return +(self._labels.counts + self._files.counts)

    def version_of(self, kind: str) -> tuple[int, int, int]:
        """Return a value that changes whenever the problems of a kind change."""
        return self._versions, self._labels.version[kind], self._files.version[kind]

    # The check of the folder

    @property
    def checking(self) -> Job | None:
        """The running check of the folder, or None."""
        return self._checking.job

    def check_folder(self) -> None:
        """Decode every image and compare files in the background, which the index does not do."""
        project = self._project
        if project is None or self.checking is not None:
            return
        job = self._checking.ask(
            lambda job: check_folder(project, job.progress), self._checked, title=self.tr("Checking the folder")
        )
        job.ended.connect(self.checking_changed)
        self.checking_changed.emit()

    def _checked(self, report: FolderReport) -> None:
        self.report = report
        self._forget_files()
        by_image: dict[str, tuple[Problem, ...]] = {}
        for problem in report.problems:
            image = problem.image or ""
            known = {listed.id for listed in self._labels.of_image.get(image, ())}
            if kinds()[problem.id].by_folder and problem.id not in known:
                by_image[image] = (*by_image.get(image, ()), problem)
        for image, problems in by_image.items():
            self._files.put(image, problems)
        self._settle.start()

    # News

    def set_project(self, project: Project | None) -> None:
        """Use another project or none, and forget everything about the previous one."""
        self._project = project
        self._checking.drop()
        self._table, self.report = None, None
        self._forget_labels()
        self._forget_files()
        self.checking_changed.emit()
        self._settle.start()

    def forget(self, images: Iterable[str]) -> None:
        """Discard the results of the folder check for these images, because their files have changed."""
        changed = [self._files.put(image, ()) for image in images]  # all of them, not only up to the first
        if any(changed):
            self._settle.start()

    def _forget_labels(self) -> None:
        self._labels, self._versions = _Book(), self._versions + 1
        self._waiting = self._waiting[:0]

    def _forget_files(self) -> None:
        self._files, self._versions = _Book(), self._versions + 1

    def _laid_out(self) -> None:
        """Take all problems again if the list has changed: images were added or removed, or it has just been read."""
        table = self._catalog.table
        if table is self._table:
            return
        self._table = table
        self._forget_labels()
        self._open_checked()
        self._waiting = np.flatnonzero(table.problem_count)
        self._take_next()

    def _take_next(self) -> None:
        """Take over one part of a long list: the whole list at once would stop the window."""
        part, self._waiting = self._waiting[: self.at_once], self._waiting[self.at_once :]
        self._take_problems(part)
        if len(self._waiting):
            self._next.start()
        self._settle.start()

    def _rows_changed(self, places: NDArray[np.intp]) -> None:
        if self._take_problems(places):
            self._settle.start()

    def _take_problems(self, places: NDArray[np.intp]) -> bool:
        """Take over the list's problems of some images, and return True if any problem has changed."""
        table, changed = self._catalog.table, False
        for place in places:
            image = table.images[place]
            if not self._is_open(image):
                changed |= self._labels.put(image, table.problems[place])
        return changed

    def _open_checked(self) -> None:
        image = self._editor.image
        if image is not None and self._is_open(image) and self._labels.put(image, self._editor.problems):
            self._settle.start()

    def _is_open(self, image: str) -> bool:
        """Return True if the editor has checked this image's label itself."""
        return image == self._editor.image and self._editor.document is not None and self._editor.is_checked


def _problem(image: str, problem: Found) -> Problem:
    """Return the problem as a `Problem`, without place and fixes, which the editor finds again."""
    if isinstance(problem, Problem):
        return problem
    return Problem(problem.id, cast(Severity, problem.severity), problem.message, image, problem.character)
