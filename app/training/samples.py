"""What training sees: samples of a training that has not begun, prepared by a process of their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.training.training import Training
from app.workers import running
from app.workers.death import Death
from app.workers.messages import Checking, MoreSamples, Refused, Seen
from app.workers.process import PREDICTING, Worker

ENTRY = "app.workers.children.samples"
"""The module by its name: what it imports is never loaded in this process."""


class TrainingSamples(QObject):
    """Samples as a training with some choices would see them; one set of choices at a time.

    Parameters
    ----------
    training : Training
        Makes configurations of choices.
    entry : str
        The module that the process begins with.

    Attributes
    ----------
    seen : Seen or None
        The samples that came last.
    progress : (int, int)
        How much is done, of how much; (0, 0) where it is not known.
    refusal : str
        Why there are no samples; empty where there are, or where they are still being prepared.
    is_busy : bool
        Whether samples are being prepared.
    """

    changed = Signal()

    def __init__(self, training: Training, parent: QObject | None = None, *, entry: str = ENTRY) -> None:
        super().__init__(parent)
        self._training = training
        self._entry = entry
        self._worker: Worker | None = None
        self._forget()

    def show(self, values: Mapping[str, Any]) -> None:
        """Prepare the first samples of a training with these choices (as `Training.start` takes them)."""
        self.drop()
        config = self._training.configured(values)
        if config is not None:
            self.is_busy = True
            worker = self._worker = Worker(self.tr("The process that prepares samples"), self)
            worker.received.connect(partial(self._receive, worker))
            worker.ended.connect(partial(self._over, worker))
            worker.start(self._entry, config, running.new_log(), niceness=PREDICTING)
        self.changed.emit()

    def show_others(self) -> None:
        """Prepare the next samples of the same training."""
        if self._worker is not None and not self.is_busy:
            self.is_busy, self.progress = True, (0, 0)
            self._worker.send(MoreSamples())
            self.changed.emit()

    def drop(self) -> None:
        """End the preparation and forget the samples."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self.seen: Seen | None = None
        self.progress = (0, 0)
        self.refusal = ""
        self.is_busy = False

    def _receive(self, worker: Worker, message: object) -> None:
        if worker is not self._worker:
            return
        match message:
            case Checking(done, total):
                self.progress = done, total
            case Seen():
                self.seen, self.is_busy = message, False
            case Refused(sentence):
                self.refusal = sentence
        self.changed.emit()

    def _over(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is not self._worker:
            return
        self._worker = None
        self.is_busy = False
        if not self.refusal and death.cause:
            self.refusal = death.cause
        self.changed.emit()
