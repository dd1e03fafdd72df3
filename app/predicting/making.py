"""A new model made of the chosen one by a process of its own, chosen to predict with, and undone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.predicting.predictions import Predictions
from app.project.desk import Desk
from app.workers import running
from app.workers.death import Death
from app.workers.messages import Checking, Refused
from app.workers.process import PREDICTING, Worker
from core.base.errors import StudioError
from core.base.files import remove_file
from core.runs.bundled import BundledModel
from core.runs.model_ref import model_ref


class Making(QObject):
    """One new model at a time; what is asked of the process, and what it answers, subclasses know.

    Attributes
    ----------
    out : Path or None
        The new model, once it is there; None again once it is undone.
    before : Path or None
        The model that it was made of.
    progress : (int, int)
        How much is done, of how much; (0, 0) before that is known.
    refusal : str
        Why nothing was made; "" where something was, or where it goes on.
    is_busy : bool
        Whether the process is at work.

    Parameters
    ----------
    entry : str
        The module that the process begins with: what it imports is never loaded in this process.
    """

    changed = Signal()

    def __init__(self, desk: Desk, predictions: Predictions, entry: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.out: Path | None = None
        self.before: Path | None = None
        self.progress = (0, 0)
        self.refusal = ""
        self._desk, self._predictions, self._entry = desk, predictions, entry
        self._worker: Worker | None = None
        self._has_answered = False
        desk.ending.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether the process is at work."""
        return self._worker is not None

    def cancel(self) -> None:
        """Give it up; no file is written."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()
            self.changed.emit()

    def proposed(self, ending: str) -> Path | None:
        """A file for what is made of the chosen model: beside it or, of the model that comes along, in the project."""
        model, project = self._predictions.model, self._desk.project
        if model is None:
            return None
        is_bundled = isinstance(model_ref(model), BundledModel)
        folder = project.root if project is not None and is_bundled else model.parent
        return folder / f"{model.stem}-{ending}"

    def choose(self) -> None:
        """Predict with the new model."""
        if self.out is not None:
            self._predictions.choose(self.out)

    def undo(self) -> None:
        """Delete the new model; the one before predicts again, where the new one did."""
        if self.out is None:
            return
        if self._predictions.model == self.out:
            self._predictions.choose(self.before)
        try:
            for file in self._files(self.out):
                remove_file(file)
        except StudioError as error:
            self._desk.tell(error, "error")
            return
        self._forget()
        self.changed.emit()

    def _begin(self, process: str, model: Path, wanted: object) -> None:
        """Start the process; `process` is what a person calls it."""
        self._forget()
        self.before, self.progress, self.refusal, self._has_answered = model, (0, 0), "", False
        worker = self._worker = Worker(process, self)
        worker.received.connect(self._receive)
        worker.ended.connect(partial(self._over, worker))
        worker.start(self._entry, wanted, running.new_log(), niceness=PREDICTING)
        self.changed.emit()

    def _files(self, out: Path) -> tuple[Path, ...]:
        """What undoing deletes."""
        return (out,)

    def _forget(self) -> None:
        """Nothing is made any more."""
        self.out = None

    def _take(self, message: object) -> None:
        """Note what the process has answered."""
        raise NotImplementedError

    def _receive(self, message: object) -> None:
        match message:
            case Checking(done, total):
                self.progress = (done, total)
            case Refused(sentence):
                self.refusal = sentence
            case _:
                self._has_answered = True
                self._take(message)
        self.changed.emit()

    def _over(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is not self._worker:
            return
        self._worker = None
        if not self._has_answered and not self.refusal:
            self.refusal = death.cause or self.tr("The process that makes a new model has ended without a result.")
        self.changed.emit()
