"""The process that predicts, as the window sees it: started when it is needed, and again after a death."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.workers.death import Death
from app.workers.prediction_messages import (
    Answer,
    Asked,
    Compare,
    Compared,
    FolderRead,
    Load,
    NoAnswer,
    NotLoaded,
    Ready,
    StopFolder,
    Want,
    WantFolder,
)
from app.workers.process import Worker
from core.base.folders import log_folder

ENTRY = "app.workers.children.prediction_child"
"""Named by a string: what it imports must never be imported here."""

_DEATHS = 3  # in a row without an answer, after which no further process is started for the same model


class PredictionWorker(QObject):
    """One process at a time, with one model."""

    ready = Signal(object)
    """A `Ready`."""
    not_loaded = Signal(object)
    """A sentence: the model cannot be used."""
    answered = Signal(object)
    """An `Answer`."""
    unanswered = Signal(object)
    """A `NoAnswer`."""
    folder_read = Signal(object)
    """A `FolderRead`."""
    compared = Signal(object)
    """A `Compared`."""
    dropped = Signal()
    """What was asked for before is not answered any more: a model is loaded anew, or the process is let go."""
    died = Signal(object)
    """A `Death` that nobody wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model: Path | None = None
        self._worker: Worker | None = None
        self._deaths = 0
        self._numbers = itertools.count(1)

    @property
    def pid(self) -> int | None:
        """Of the process; None while there is none."""
        return None if self._worker is None else self._worker.pid

    @property
    def is_given_up(self) -> bool:
        """Whether the model has ended so many processes that no other one is started for it."""
        return self._deaths >= _DEATHS

    @property
    def log(self) -> Path:
        """Where the process writes what it has to say."""
        return log_folder() / "prediction.log"

    def load(self, model: Path) -> None:
        """Predict with this model from now on."""
        self.model, self._deaths = model, 0
        self.dropped.emit()
        if self._worker is None:
            self._start()
        else:
            self._worker.send(Load(model))

    def want(self, images: Sequence[tuple[str, Path]]) -> None:
        """Predict these now, and nothing that was asked for before."""
        if self._is_there():
            assert self._worker is not None
            self._worker.send(Want(tuple(images)))

    def new_number(self) -> int:
        """A number that tells the answers to a request from those to all others."""
        return next(self._numbers)

    def want_folder(self, number: int, root: Path, images: Sequence[str], asked: Asked = "readings") -> bool:
        """Read these images in between, as `WantFolder` says; whether there is a process that can."""
        there = self._is_there()
        if there:
            assert self._worker is not None
            self._worker.send(WantFolder(number, root, tuple(images), asked))
        return there

    def compare(self, number: int, image: str, path: Path, models: Sequence[Path]) -> bool:
        """Predict an image with several models, as `Compare` says; whether there is a process that can.

        One is started if need be, also where no model is chosen.
        """
        if self._worker is None and not self.is_given_up:
            self._start()
        if self._worker is None:
            return False
        self._worker.send(Compare(number, image, path, tuple(models)))
        return True

    def stop_folder(self, number: int) -> None:
        """Read no further image of that folder."""
        if self._worker is not None:
            self._worker.send(StopFolder(number))

    def stop(self) -> None:
        """End the process; nothing is waited for."""
        self.model = None
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
        self.dropped.emit()

    def leave(self) -> None:
        """The window closes: the process ends by itself once it is not heard any more."""
        if self._worker is not None:
            self._worker.leave()
            self._worker = None

    def _is_there(self) -> bool:
        if self._worker is None and self.model is not None and not self.is_given_up:
            self._start()
        return self._worker is not None

    def _start(self) -> None:
        worker = Worker(self.tr("The process that predicts"), self)
        worker.received.connect(self._received)
        worker.ended.connect(lambda death: self._ended(worker, death))
        try:
            worker.start(ENTRY, None, self.log)
        except OSError as error:
            why = error.strerror or str(error)
            self.not_loaded.emit(self.tr("The process that predicts cannot be started ({why}).").format(why=why))
            return
        if self.model is not None:
            worker.send(Load(self.model))
        self._worker = worker

    def _received(self, message: object) -> None:
        match message:
            case Ready():
                self.ready.emit(message)
            case NotLoaded():
                self.not_loaded.emit(message.message)
            case Answer():
                self._deaths = 0
                self.answered.emit(message)
            case NoAnswer():
                self.unanswered.emit(message)
            case FolderRead():
                self.folder_read.emit(message)
            case Compared():
                self._deaths = 0
                self.compared.emit(message)

    def _ended(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is not self._worker:
            return
        self._worker = None
        self._deaths += 1
        self.died.emit(death)
