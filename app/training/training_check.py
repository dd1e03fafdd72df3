"""The check before a training, in a child process: what would be used and left out, memory and time it takes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.workers import running
from app.workers.death import Death
from app.workers.process import PREDICTING, Worker

if TYPE_CHECKING:
    from core.runs.config import TrainConfig

_ENTRY = "app.workers.children.check"


class TrainingCheck(QObject):
    """One check at a time; a new one takes the place of the one that goes on."""

    told = Signal(object)
    """`Checking`, `Checked`, `Estimated`, `Timed`, or `Refused`."""
    ended = Signal(object)
    """Its `Death`; a check that was given up ends without."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker: Worker | None = None

    @property
    def is_busy(self) -> bool:
        """Whether one goes on."""
        return self._worker is not None

    def start(self, config: TrainConfig) -> None:
        """Check what this configuration would use and need."""
        self.drop()
        worker = Worker(self.tr("The check"), self)
        worker.ended.connect(partial(self._over, worker))
        worker.start(_ENTRY, config, running.new_log(), niceness=PREDICTING)
        worker.received.connect(self.told)
        self._worker = worker

    def drop(self) -> None:
        """Give it up."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.received.disconnect(self.told)
            worker.kill()

    def _over(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is self._worker:
            self._worker = None
            self.ended.emit(death)
