"""The cross-check of one window: it trains one model without each fold of the images, then predicts all images."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from app.predicting.predictions import Predictions
from app.project.catalog import Catalog
from app.project.desk import Desk
from app.training.runs import FOLDER
from app.training.training import Training
from app.workers.background import Job
from core.base.errors import RunError
from core.base.files import make_folder, write_atomically
from core.charset import Charset
from core.runs.bundled import BUNDLED
from core.runs.cross_check import CrossCheck
from core.runs.events import Finished
from core.runs.info import RunInfo, folder_names, is_run, next_name, read_run

CheckState = Literal["none", "training", "judging", "stopped", "done"]

_CHARSET = "cross-check.txt"  # beside the cross-check's file: all trainings have to know the same symbols
_VALIDATIONS = 4  # of each training: enough to find the best of its models, and none is looked at for its score
_VALIDATION_LIMIT = 200  # images
_OWN = frozenset({
    "folder", "run", "resume", "watch", "fold", "validation", "validation_limit", "validate_every", "steps", "minutes",
    "patience", "start",
})  # fmt: skip
"""Choices of a training that a cross-check makes itself; a model to start from may have learned what is judged."""


@dataclass(frozen=True, slots=True)
class _Next:
    """The next training of a cross-check.

    Attributes
    ----------
    fold : int or None
        None: all folds are trained.
    info : RunInfo or None
        The run to resume; None: a new run.
    """

    cross_check: CrossCheck
    fold: int | None = None
    info: RunInfo | None = None


def choices_of_folds(given: Mapping[str, Any], steps: int, minutes: float | None = None) -> dict[str, Any]:
    """Return the choices of each training of a cross-check.

    Parameters
    ----------
    given : mapping
        What a person has chosen for trainings, by the names of `core.runs.config.TrainConfig`.
    minutes : float, optional
        Most time of each training.
    """
    found = {name: value for name, value in given.items() if name not in _OWN}
    if given.get("start") == BUNDLED.path:  # it has learned drawn words alone, and judges no label that it knows
        found["start"] = BUNDLED.path
    found |= {
        "steps": steps,
        "validation_limit": _VALIDATION_LIMIT,
        "validate_every": max(1, steps // _VALIDATIONS),
    }
    return found if minutes is None else found | {"minutes": minutes}


def default_steps(given: Mapping[str, Any], folds: int) -> int:
    """Return the steps of each training, so that all together make the steps of one training with these choices."""
    from core.runs.config import make_config  # noqa: PLC0415  pydantic would slow the start

    nowhere = {"folder": Path(), "run": Path()}
    try:
        steps = make_config({**given, **nowhere}).resolved().steps
    except RunError:  # told where the training is to start
        steps = make_config(nowhere).resolved().steps
    assert steps is not None
    return math.ceil(steps / folds)


class CrossChecking(QObject):
    """Carries out the cross-check of the open project, and keeps its state.

    The trainings are those of the session like any other: they are shown, paused, stopped and resumed in the same way.

    Attributes
    ----------
    state : CheckState
        "none"; "training"; "judging" (the models of all folds read the images); "stopped" (it can go on); "done".
    cross_check : CrossCheck or None
        The present or last one.
    fold : int
        The fold that the present training leaves out, from 0; where no training runs, the fold of the next one.
    """

    changed = Signal()
    done = Signal()
    """The models of all folds have predicted all images."""

    def __init__(
        self, desk: Desk, catalog: Catalog, predictions: Predictions, training: Training, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.state: CheckState = "none"
        self.cross_check: CrossCheck | None = None
        self.fold = 0
        self._desk, self._catalog, self._predictions, self._training = desk, catalog, predictions, training
        self._trained: set[int] = set()  # since the project was opened
        self._is_stopping = self._is_trained = False
        self._job: Job | None = None
        self._hash = ""
        self._root: Path | None = None
        desk.project_changed.connect(self._project_changed)
        predictions.model_changed.connect(self._model_changed)
        self._training.state_changed.connect(self._training_changed)

    @property
    def is_busy(self) -> bool:
        """Whether the cross-check is training or judging."""
        return self.state in ("training", "judging")

    @property
    def is_trained(self) -> bool:
        """Whether all folds are trained."""
        return self.state in ("judging", "done") or (self.cross_check is not None and self._is_trained)

    @property
    def model(self) -> Path | None:
        """The model reference of its models; None before all folds are trained."""
        return self.cross_check.path if self.cross_check is not None and self.is_trained else None

    def start(self, folds: int, choices: Mapping[str, Any]) -> bool:
        """Start a new cross-check in place of the last; False, with a sentence shown, where it cannot start.

        Parameters
        ----------
        choices : mapping
            See `choices_of_folds`.
        """
        desk, project = self._desk, self._desk.project
        if project is None or self.is_busy:
            return False
        if self._training.is_busy:
            desk.tell(self.tr("A training is running already. Stop it first."), "warning")
            return False
        from core.runs.config import make_config  # noqa: PLC0415  pydantic would slow the start

        try:
            nowhere = {"folder": project.root, "run": project.root, "fold": (0, folds)}
            config = make_config({**choices, **nowhere}, self.tr("Cross-check"))
            plain = config.model_dump(mode="json", exclude_unset=True, exclude={"folder", "run", "fold"})
            cross_check = CrossCheck(project.root, folds, plain)
        except RunError as error:
            desk.tell(error, "warning")
            return False
        self.fold = 0
        self._trained.clear()
        self._go(cross_check, self._catalog.project_charset if project.settings.charset is None else None)
        return True

    def resume(self) -> None:
        """Continue a stopped cross-check; folds that are trained are not trained again."""
        if self.cross_check is None or self.is_busy:
            return
        if self._training.is_busy:
            self._desk.tell(self.tr("A training is running already. Stop it first."), "warning")
            return
        self._go(self.cross_check)

    def stop(self) -> None:
        """Stop; the present training saves a checkpoint, so that the cross-check can continue."""
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
        self.cross_check, self._is_stopping, self._is_trained = cross_check, False, False
        self._enter("training")
        work = partial(_next, cross_check, frozenset(self._trained), charset)
        self._desk.background.start("", work, lane="runs", finished=self._take_next, failed=self._failed)

    def _take_next(self, found: _Next) -> None:
        before = self.cross_check
        if before is None or before.root != found.cross_check.root or self.state != "training":
            return  # another project, or stopped
        self.cross_check = cross_check = found.cross_check
        if found.fold is None:
            self._judge(cross_check)
            return
        self.fold = found.fold
        training, info = self._training, found.info
        if info is not None and info.state == "running" and training.state.run == info.path and training.is_busy:
            self.changed.emit()
            return
        if info is not None:
            began = training.go_on(info)
        else:
            run = {"folder": cross_check.root, "run": cross_check.runs[found.fold]}
            began = training.start({**cross_check.choices, **run, "fold": (found.fold, cross_check.folds)})
        if not began:
            self._enter("stopped")

    def _failed(self, error: Exception) -> None:
        self._desk.tell(error, "error")
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
        predictions = self._predictions
        self._job, self._is_trained = None, True
        self._enter("judging")
        if predictions.model == cross_check.path:
            predictions.again()
        else:
            predictions.choose(cross_check.path)

    def _model_changed(self) -> None:
        predictions, cross_check = self._predictions, self.cross_check
        if self.state != "judging" or cross_check is None or self._job is not None:
            return
        if predictions.model != cross_check.path or predictions.state == "failed":
            self._enter("stopped")
        elif predictions.state == "ready":
            self._hash = predictions.model_hash
            job = self._job = predictions.folder.start([*self._catalog.table.images])
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
            self._desk.background.start("", lambda job: judged.write(), lane="saving")
            self._enter("done")
            self.done.emit()
            self._desk.tell(self.tr("The cross-check is done: the review queue begins with what it contradicts."))

    def _not_judged(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            if self.state == "judging":
                self._enter("stopped")

    # The project

    def _project_changed(self) -> None:
        project = self._desk.project
        root = None if project is None else project.root
        if root == self._root:
            return
        self._root = root
        self._trained.clear()
        self.cross_check, self.fold, self._job, self._is_trained = None, 0, None, False
        self._enter("none")
        if root is not None:
            self._desk.background.start(
                "", partial(_find, root), lane="runs", finished=partial(self._found, root), failed=self._not_found
            )

    def _found(self, root: Path, found: tuple[CrossCheck, int | None] | None) -> None:
        if found is None or root != self._root or self.state != "none":
            return
        self.cross_check, fold = found
        self.fold, self._is_trained = fold or 0, fold is None
        self._enter("done" if fold is None and self.cross_check.hash else "stopped")
        self._training_changed()

    def _not_found(self, error: Exception) -> None:
        self._desk.tell(error, "warning")

    def _enter(self, state: CheckState) -> None:
        self.state = state
        self.changed.emit()


def _next(cross_check: CrossCheck, trained: frozenset[int], charset: Charset | None, job: Job) -> _Next:
    """Find the fold to train next and make its run; for a background thread, because it reads and writes files."""
    if charset is not None and len(charset):
        path = cross_check.path.with_name(_CHARSET)
        make_folder(path.parent)
        write_atomically(path, charset.write().encode())
        choices = {"charset": str(path), **cross_check.choices}  # one that a person has chosen counts
        cross_check = replace(cross_check, choices=choices)
    cross_check.write()
    fold, info = _first_open(cross_check, trained)
    if fold is None or info is not None:
        return _Next(cross_check, fold, info)
    folder = cross_check.root / FOLDER
    name = next_name(folder_names(folder), f"cross-check-{fold + 1}-of-{cross_check.folds}")
    cross_check = cross_check.with_run(fold, folder / name)
    cross_check.write()
    return _Next(cross_check, fold)


def _first_open(cross_check: CrossCheck, trained: frozenset[int] = frozenset()) -> tuple[int | None, RunInfo | None]:
    """Return the first fold that is not trained (None where all are), and its run where the run can be resumed."""
    for fold, run in enumerate(cross_check.runs):
        info = read_run(run) if run is not None and is_run(run) else None
        if info is None or info.config is None or info.config.fold != (fold, cross_check.folds):
            return fold, None
        if info.state != "finished" and not (fold in trained and info.model is not None):
            return fold, info
    return None, None


def _find(root: Path, job: Job) -> tuple[CrossCheck, int | None] | None:
    """Return the cross-check that a project keeps, and its first fold that is not trained."""
    found = CrossCheck.read(root)
    return None if found is None else (found, _first_open(found)[0])
