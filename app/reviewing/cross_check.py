"""The cross-check of one window, which trains one model without each fold of images, then predicts all images."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QLockFile, QObject, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reviewing.lock import cross_check_lock, take_lock
from app.training.training import Training
from app.workers.background import Job
from core.base.errors import RunError
from core.charset import Charset
from core.runs.cross_check import CrossCheck, NextTraining
from core.runs.events import Finished

CheckState = Literal["none", "training", "judging", "stopped", "done"]


class CrossChecking(QObject):
    """Runs the cross-check of the open project, and stores its state.

    The trainings are those of the session like any other: they are shown, paused, stopped and resumed in the same way.
    """

    changed = Signal()
    done = Signal()  # the models of all folds have predicted all images

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        in_use: ModelInUse,
        training: Training,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        # "none"; "training"; "judging" (the models of all folds read the images); "stopped" (it can go on); "done"
        self.state: CheckState = "none"
        self.cross_check: CrossCheck | None = None  # the current or last one
        # the fold that the current training leaves out, from 0; if no training runs, the fold of the next one
        self.fold = 0
        self._workspace = workspace
        self._catalog = catalog
        self._in_use = in_use
        self._training = training
        self._trained: set[int] = set()  # since the project was opened
        self._is_stopping = self._is_trained = False
        self._job: Job | None = None
        self._hash = ""
        self._lock: QLockFile | None = None  # held while this window trains or judges: another one says so
        workspace.folder_changed.connect(self._folder_changed)
        in_use.model_changed.connect(self._model_changed)
        self._training.state_changed.connect(self._training_changed)

    @property
    def is_busy(self) -> bool:
        """True if the cross-check is training or judging."""
        return self.state in ("training", "judging")

    @property
    def is_trained(self) -> bool:
        """True if all folds are trained."""
        return self.state in ("judging", "done") or (self.cross_check is not None and self._is_trained)

    @property
    def model(self) -> Path | None:
        """The model reference of the cross-check's models, or None before all folds are trained."""
        return self.cross_check.path if self.cross_check is not None and self.is_trained else None

    def start(self, folds: int, choices: Mapping[str, Any]) -> bool:
        """Start a new cross-check in place of the last, or show a sentence and return False if that is impossible."""
        workspace, project = self._workspace, self._workspace.project
        if project is None or self.is_busy:
            return False
        if self._training.is_busy:
            workspace.notify(self.tr("A training is running already. Stop it first."), "warning")
            return False
        from core.runs.config import make_config  # pydantic would slow the start

        try:
            nowhere = {"folder": project.root, "run": project.root, "fold": (0, folds)}
            config = make_config({**choices, **nowhere}, self.tr("Cross-check"))
            plain = config.model_dump(mode="json", exclude_unset=True, exclude={"folder", "run", "fold"})
            cross_check = CrossCheck(project.root, folds, plain)
        except RunError as error:
            workspace.notify(error, "warning")
            return False
        self.fold = 0
        self._trained.clear()
        self._go(cross_check, self._catalog.project_charset if project.settings.charset is None else None)
        return True

    def resume(self) -> None:
        """Continue a stopped cross-check without training finished folds again."""
        if self.cross_check is None or self.is_busy:
            return
        if self._training.is_busy:
            self._workspace.notify(self.tr("A training is running already. Stop it first."), "warning")
            return
        self._go(self.cross_check)

    def stop(self) -> None:
        """Stop once the current training has saved a checkpoint, so that the cross-check can continue later."""
        if self.state == "judging":
            if self._job is not None:
                self._job.cancel()
            self._enter("stopped")
        elif self.state == "training":
            self._is_stopping = True
            if self._training.is_busy:
                self._training.stop()
            else:
                self._enter("stopped")

    # Training

    def _go(self, cross_check: CrossCheck, charset: Charset | None = None) -> None:
        self.cross_check = cross_check
        self._is_stopping = False
        self._is_trained = False
        if self._lock is None:
            self._lock = cross_check_lock(cross_check.root)
        self._enter("training")
        work = partial(_next, cross_check, frozenset(self._trained), charset, self._lock)
        self._workspace.background.start("", work, lane="runs", finished=self._take_next, failed=self._failed)

    def _take_next(self, next_training: NextTraining | None) -> None:
        if next_training is None:
            self._workspace.notify(
                self.tr("Another window is cross-checking this project. Wait for it, or stop it there."), "error"
            )
            self._enter("stopped")
            return
        before = self.cross_check
        if before is None or before.root != next_training.cross_check.root or self.state != "training":
            return  # another project, or stopped
        self.cross_check = cross_check = next_training.cross_check
        if next_training.fold is None:
            self._judge(cross_check)
            return
        self.fold = next_training.fold
        training, info = self._training, next_training.info
        if info is not None and info.state == "running" and training.state.run == info.path and training.is_busy:
            self.changed.emit()
            return
        if not (training.start(cross_check.choices_of(next_training.fold)) if info is None else training.go_on(info)):
            self._enter("stopped")

    def _failed(self, error: Exception) -> None:
        self._workspace.notify(error, "error")
        self._enter("stopped")

    def _training_changed(self) -> None:
        training, cross_check = self._training, self.cross_check
        if cross_check is None or training.state.run is None or training.state.run not in cross_check.runs:
            return
        if training.is_busy:
            self.fold = cross_check.runs.index(training.state.run)
            if not self.is_busy:  # resumed from the list of runs, or found going on without a window
                self._is_stopping = False
                self._enter("training")
        elif self.state == "training":
            result = training.state.result
            if isinstance(result, Finished) and result.reason != "stopped":
                self._trained.add(self.fold)
                if not self._is_stopping:
                    self._go(cross_check)
                    return
            self._enter("stopped")

    # Judging

    def _judge(self, cross_check: CrossCheck) -> None:
        in_use = self._in_use
        self._job, self._is_trained = None, True
        self._enter("judging")
        if in_use.model == cross_check.path:
            in_use.again()
        else:
            in_use.choose(cross_check.path)

    def _model_changed(self) -> None:
        in_use, cross_check = self._in_use, self.cross_check
        if self.state != "judging" or cross_check is None or self._job is not None:
            return
        if in_use.model != cross_check.path or in_use.state == "failed":
            self._enter("stopped")
        elif in_use.state == "ready":
            self._hash = in_use.model_hash
            job = self._job = in_use.folder.start([*self._catalog.table.images])
            if job is None:
                self._enter("stopped")
                return
            job.finished.connect(lambda _: self._judged(job))
            job.failed.connect(lambda _: self._not_judged(job))
            job.cancelled.connect(lambda: self._not_judged(job))

    def _judged(self, job: Job) -> None:
        if job is self._job and self.state == "judging" and self.cross_check is not None:
            self._job = None
            judged = self.cross_check = replace(self.cross_check, hash=self._hash)
            self._workspace.background.start("", lambda job: judged.write(), lane="saving")
            self._enter("done")
            self.done.emit()
            self._workspace.notify(
                self.tr("The cross-check is done: the review queue begins with what it contradicts.")
            )

    def _not_judged(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            if self.state == "judging":
                self._enter("stopped")

    # The project

    def _folder_changed(self) -> None:
        root = self._workspace.root
        self._trained.clear()
        self.cross_check = None
        self.fold = 0
        self._job = None
        self._is_trained = False
        self._enter("none")
        if root is not None:
            self._workspace.background.start(
                "", partial(_find, root), lane="runs", finished=partial(self._found, root), failed=self._not_found
            )

    def _found(self, root: Path, stored: tuple[CrossCheck, int | None] | None) -> None:
        if stored is None or root != self._workspace.root or self.state != "none":
            return
        self.cross_check, fold = stored
        self.fold, self._is_trained = fold or 0, fold is None
        self._enter("done" if fold is None and self.cross_check.hash else "stopped")
        self._training_changed()

    def _not_found(self, error: Exception) -> None:
        self._workspace.notify(error, "warning")

    def _enter(self, state: CheckState) -> None:
        self.state = state
        if self._lock is not None and not self.is_busy:
            self._lock.unlock()
            self._lock = None
        self.changed.emit()


def _next(
    cross_check: CrossCheck, trained: frozenset[int], charset: Charset | None, lock: QLockFile, job: Job
) -> NextTraining | None:
    """Find the fold to train next, or return None if another window is at it.

    It runs in the background, because it reads and writes files.
    """
    if not take_lock(lock):
        return None
    if charset is not None and len(charset):
        cross_check = cross_check.with_charset(charset)
    return cross_check.next_training(trained)


def _find(root: Path, job: Job) -> tuple[CrossCheck, int | None] | None:
    """Return the cross-check that a project keeps, and its first fold that is not trained."""
    cross_check = CrossCheck.read(root)
    return None if cross_check is None else (cross_check, cross_check.first_open()[0])
