"""Sets weak channels of the chosen model to 0 in a new model, by a process of its own, and undoes it."""

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
from core.model.inside.saliency import Pruned, PruneJob

ENTRY = "app.workers.children.pruning"
"""The module by its name: what it imports is never loaded in this process."""


class Pruning(QObject):
    """One pruning at a time.

    Attributes
    ----------
    pruned : Pruned or None
        What the last one gave; None again once it is undone.
    before : Path or None
        The model that it was made of.
    progress : (int, int)
        How many words are read, of how many; (0, 0) before that is known.
    refusal : str
        Why nothing was pruned; "" where something was, or where it goes on.
    is_busy : bool
        Whether a pruning goes on.

    Parameters
    ----------
    entry : str
        The module that the process begins with.
    """

    changed = Signal()

    def __init__(
        self, desk: Desk, predictions: Predictions, parent: QObject | None = None, *, entry: str = ENTRY
    ) -> None:
        super().__init__(parent)
        self.pruned: Pruned | None = None
        self.before: Path | None = None
        self.progress = (0, 0)
        self.refusal = ""
        self._desk, self._predictions, self._entry = desk, predictions, entry
        self._worker: Worker | None = None
        desk.ending.connect(self.cancel)

    @property
    def is_busy(self) -> bool:
        """Whether a pruning goes on."""
        return self._worker is not None

    def start(self, out: Path, share: float) -> None:
        """Write the chosen model with its weak channels set to 0, and read the project's validation words with both."""
        model, project = self._predictions.model, self._desk.project
        if model is None or project is None or self.is_busy:
            return
        self.pruned, self.before, self.progress, self.refusal = None, model, (0, 0), ""
        worker = self._worker = Worker(self.tr("The process that prunes"), self)
        worker.received.connect(self._receive)
        worker.ended.connect(partial(self._over, worker))
        worker.start(self._entry, PruneJob(model, out, project.root, share), running.new_log(), niceness=PREDICTING)
        self.changed.emit()

    def cancel(self) -> None:
        """Give the pruning up; no file is written."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()
            self.changed.emit()

    def choose(self) -> None:
        """Predict with the pruned model."""
        if self.pruned is not None:
            self._predictions.choose(self.pruned.out)

    def undo(self) -> None:
        """Delete the pruned model; the one before predicts again, where the pruned one did."""
        if self.pruned is None:
            return
        if self._predictions.model == self.pruned.out:
            self._predictions.choose(self.before)
        try:
            remove_file(self.pruned.out)
        except StudioError as error:
            self._desk.tell(error, "error")
            return
        self.pruned = None
        self.changed.emit()

    def _receive(self, message: object) -> None:
        match message:
            case Checking(done, total):
                self.progress = (done, total)
            case Pruned():
                self.pruned = message
            case Refused(sentence):
                self.refusal = sentence
        self.changed.emit()

    def _over(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is not self._worker:
            return
        self._worker = None
        if self.pruned is None and not self.refusal:
            self.refusal = death.cause or self.tr("The process that prunes has ended without a result.")
        self.changed.emit()
