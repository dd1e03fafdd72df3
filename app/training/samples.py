"""The samples of a training that has not begun, prepared in a process of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject

from app.training.training import Training
from app.workers.messages import MoreSamples, Samples
from app.workers.task import ChildTask

ENTRY = "app.workers.children.samples"  # the module by its name: what it imports is never loaded in this process


class TrainingSamples(ChildTask):
    """Prepares samples as in a training, for one set of choices at a time.

    `seen`: the samples that came last.
    """

    def __init__(self, training: Training, parent: QObject | None = None, *, entry: str = ENTRY) -> None:
        super().__init__(entry, parent)
        self._training = training
        self._prepares = False
        self._forget()

    @property
    def is_busy(self) -> bool:
        """True if samples are being prepared."""
        return self._worker is not None and self._prepares

    def show(self, values: Mapping[str, Any]) -> None:
        """Prepare the first samples of a training with these choices (in the form of `Training.start`)."""
        self.drop()
        config = self._training.configured(values)
        if config is not None:
            self._prepares = True
            self.ask(self.tr("The process that prepares samples"), config)
        self.changed.emit()

    def show_others(self) -> None:
        """Prepare the next samples of the same training."""
        if self._worker is not None and not self.is_busy:
            self._prepares, self.progress = True, (0, 0)
            self._worker.send(MoreSamples())
            self.changed.emit()

    def drop(self) -> None:
        """Stop the preparation and forget the samples."""
        self.cancel()
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self.seen: Samples | None = None
        self.progress = (0, 0)
        self.refusal = ""

    def _take_message(self, message: object) -> None:
        if isinstance(message, Samples):
            self.seen, self._prepares = message, False
            self._has_answered = False  # the process goes on to wait: its death is reported even now
