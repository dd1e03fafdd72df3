"""The runs of a project, in its own folder or in folders that a person has added."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.workspace import Workspace
from app.workers import running
from app.workers.background import Background, Job
from core.base.errors import DAMAGED, Sentence, reason_of
from core.base.files import make_folder, set_aside, write_atomically
from core.base.json_text import read_json
from core.project.project import Project
from core.runs.curves import Curves, MetricsFile, read_curves
from core.runs.files import RUNS, RunFiles
from core.runs.info import RunInfo, delete_run, find_runs, folder_names, has_steps, next_name, rename_run, write_notes
from core.runs.profile import Profile, read_profile

_OTHERS = Path(".textscanner") / "runs.json"
_FOLLOWED_EVERY = 1000  # ms between two looks at a run that is followed
_EVERY = 5000  # ms between two looks while a run is being trained

_Grown = tuple[bool, list[dict[str, Any]]]
_Listed = tuple[tuple[RunInfo, ...], tuple[Path, ...], "running.RunningTraining | None", str]


class Runs(QObject):
    """The list of runs, read in the background.

    `every`: milliseconds between two looks while a run is being trained.
    """

    changed = Signal()
    renamed = Signal(object, object)  # (path before, path now) of a run, before it is listed by its new name
    trouble = Signal(object)
    found_training = Signal(object)
    page_asked = Signal(str)  # a page of the selected run is to be shown: "gradients", "cost" or "all"
    """The `RunningTraining` of this project that goes on without a window; once after a project is opened."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None, *, every: int = _EVERY) -> None:
        super().__init__(parent)
        self.entries: tuple[RunInfo, ...] = ()  # the latest first
        self.others: tuple[Path, ...] = ()  # folders of runs, or of one run each, that were added
        self._background = workspace.background
        self._project: Project | None = None
        self._job: Job | None = None
        self._is_stale = False
        self._is_fresh = False
        self._timer = QTimer(self, singleShot=True, interval=every)
        self._timer.timeout.connect(self.list_runs)

    @property
    def folder(self) -> Path | None:
        """The folder for new runs of the open project, or None without a project."""
        return None if self._project is None else self._project.root / RUNS

    def set_project(self, project: Project | None) -> None:
        """List the runs of another project, or none.

        Nothing happens if only settings of the same project have changed.
        """
        before, self._project = self._project, project
        if (before and before.root) == (project and project.root):
            return
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.entries, self.others = (), ()
        self._is_fresh = True
        self.changed.emit()
        self.list_runs()

    def list_runs(self) -> None:
        """List the runs again in the background, and emit `changed` if the list differs."""
        if self._job is not None:
            self._is_stale = True
            return
        if self._project is None:
            return
        self._is_stale = False
        self._job = self._background.start("", partial(_list, self._project.root), lane="runs")
        self._job.finished.connect(partial(self._listed, self._job))
        self._job.failed.connect(partial(self._not_listed, self._job))

    def entry(self, run: Path) -> RunInfo | None:
        """Return the facts about a run, or None if it is not in the list."""
        return next((info for info in self.entries if info.path == run), None)

    def new_folder(self, preset: str) -> Path | None:
        """Return a folder for a new run, or None without a project."""
        folder = self.folder
        if folder is None:
            return None
        # The list may not be complete yet, and another program may have made a run: one look, when a person clicks
        return folder / next_name(folder_names(folder), preset)

    def add(self, folder: Path) -> None:
        """List also the runs of another folder, or the run in it."""
        folder = folder.absolute()
        if folder not in self.others:
            self._set_others((*self.others, folder))

    def forget(self, folder: Path) -> None:
        """Remove an added folder from the list without deleting anything."""
        if folder in self.others:
            self._set_others(tuple(known for known in self.others if known != folder))

    def rename(self, run: Path, name: str) -> None:
        """Give a run another name."""
        self._do(lambda job: rename_run(run, name), done=lambda path: self.renamed.emit(run, path))

    def delete(self, run: Path) -> None:
        """Delete a run with all its files."""
        self._do(lambda job: delete_run(run), self.tr("Deleting {run}").format(run=run.name))

    def discard(self, run: Path) -> None:
        """Delete a run whose training came to nothing, if its folder exists already."""
        self._do(lambda job: delete_run(run) if run.exists() else None)

    def discard_without_steps(self, run: Path) -> None:
        """Delete a run that was stopped before its first step, unless its folder holds a step or a model after all."""
        self._do(lambda job: delete_run(run) if run.exists() and not has_steps(run) else None)

    def set_notes(self, run: Path, notes: str) -> None:
        """Save the notes about a run."""
        self._do(lambda job: write_notes(run, notes))

    def follow(self, run: Path, parent: QObject | None = None) -> Follower:
        """Follow the curves of a run that another process writes, as long as the parent object exists."""
        return Follower(run, self._background, parent or self)

    def read_curves(self, run: Path, then: Callable[[Curves], None]) -> None:
        """Read the curves of a run in the background."""
        self._background.start("", lambda job: read_curves(RunFiles(run).metrics), lane="runs", finished=then)

    def read_profile(self, run: Path, then: Callable[[Profile | None], None]) -> None:
        """Read the last profile of a run in the background."""
        self._background.start("", lambda job: read_profile(RunFiles(run).profile), lane="runs", finished=then)

    def _do(self, work: Callable[[Job], Any], title: str = "", done: Callable[[Any], None] = lambda _: None) -> None:
        def finished(result: Any) -> None:
            done(result)
            self.list_runs()

        def failed(error: Exception) -> None:
            self.trouble.emit(str(error))
            self.list_runs()

        self._background.start(title, work, lane="runs", finished=finished, failed=failed)

    def _set_others(self, folders: tuple[Path, ...]) -> None:
        project = self._project
        if project is None:
            return
        self.others = folders
        data = json.dumps({"folders": [str(known) for known in folders]}, ensure_ascii=False, indent=1).encode(
            "utf-8", "surrogatepass"
        )

        def write(job: Job) -> None:
            make_folder((project.root / _OTHERS).parent)
            write_atomically(project.root / _OTHERS, data)

        self._do(write)

    def _listed(self, job: Job, listing: _Listed) -> None:
        if job is not self._job:
            return
        self._job = None
        entries, further, record, trouble = listing
        if trouble:
            self.trouble.emit(trouble)
        is_other = (entries, further) != (self.entries, self.others)
        self.entries, self.others = entries, further
        is_first, self._is_fresh = self._is_fresh, False
        if is_other:
            self.changed.emit()
        if is_first and record is not None:
            self.found_training.emit(record)
        self._go_on()

    def _not_listed(self, job: Job, error: Exception) -> None:
        if job is self._job:
            self._job = None
            self.trouble.emit(str(error))

    def _go_on(self) -> None:
        if self._is_stale:
            self.list_runs()
        elif any(info.state == "running" for info in self.entries):
            self._timer.start()


def _list(root: Path, job: Job) -> _Listed:
    further: tuple[Path, ...] = ()
    trouble = ""
    try:
        further = tuple(Path(folder) for folder in read_json(root / _OTHERS)["folders"])
    except FileNotFoundError:
        pass
    except DAMAGED as error:
        with contextlib.suppress(OSError):  # what is read-only is not written over, either
            set_aside(root / _OTHERS)
        trouble = Sentence(
            "{name}: the list of other folders of runs cannot be read ({why}) and was renamed. Add the folders again.",
            name=_OTHERS.name,
            why=reason_of(error),
        )
    entries = find_runs((root / RUNS, *further), job.progress)
    records = (running.find(info.path) for info in entries if info.state == "running")
    return entries, further, next((record for record in records if record is not None), None), trouble


class Follower(QObject):
    """The curves of a run that another process writes, followed until `stop` is called or the parent is deleted.

    `every`: milliseconds between two looks.
    """

    curves_changed = Signal()

    def __init__(
        self, run: Path, background: Background, parent: QObject | None = None, *, every: int = _FOLLOWED_EVERY
    ) -> None:
        super().__init__(parent)
        self.run = run
        self.curves = Curves()
        self._background = background
        self._file = MetricsFile(RunFiles(run).metrics)
        self._job: Job | None = None
        self._timer = QTimer(self, interval=every)
        self._timer.timeout.connect(self._read_new_lines)
        self._timer.start()
        self._read_new_lines()

    def stop(self) -> None:
        """Stop following, and keep the curves as they are."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _read_new_lines(self) -> None:
        if self._job is None:
            self._job = self._background.start("", lambda job: self._file.new_lines(), lane="runs")
            self._job.finished.connect(partial(self._add, self._job))
            self._job.failed.connect(lambda _: self.stop())

    def _add(self, job: Job, news: _Grown) -> None:
        if job is not self._job:
            return  # stopped meanwhile
        self._job = None
        is_other, lines = news
        if is_other:
            self.curves = Curves()
        for line in lines:
            self.curves.add_line(line)
        if lines or is_other:
            self.curves_changed.emit()
