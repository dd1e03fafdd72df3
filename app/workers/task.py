"""The jobs that a child process does for the window, one at a time."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.workers import running
from app.workers.death import Death
from app.workers.messages import Checking, Refused
from app.workers.process import PREDICTING, Worker


class ChildTask(QObject):
    """Does one piece of work at a time in a child process.

    Those who ask know the requests to the process, and its answers.
    """

    changed = Signal()
    received = Signal(object)  # each message of the process
    ended = Signal(object)  # the process has ended, and was not given up; carries its `Death`

    def __init__(self, entry: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.progress = (0, 0)  # (int, int): done and total; (0, 0) if not known
        self.stage = ""  # a sentence of the process on its progress; "" for none
        self.seconds_left: float | None = None  # None if it is not known
        self.refusal = ""  # why there is no result; "" if there is one, or if the work goes on
        self._entry = entry
        self._worker: Worker | None = None
        self._has_answered = False
        self._silence = ""

    @property
    def is_busy(self) -> bool:
        """True if the process is working."""
        return self._worker is not None

    def cancel(self) -> None:
        """Cancel the work."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()
            self.changed.emit()

    def ask(self, process: str, wanted: object, silence: str = "") -> None:
        """Start the process, whose refusal is `silence` if it ends with neither an answer nor a cause."""
        self._note(0, 0)
        self.refusal = ""
        self._has_answered = False
        self._silence = silence
        worker = self._worker = Worker(process, self)
        worker.received.connect(partial(self._receive, worker))
        worker.ended.connect(partial(self._over, worker))
        worker.start(self._entry, wanted, running.new_log(), niceness=PREDICTING)

    def _note(self, done: int, total: int, stage: str = "", seconds_left: float | None = None) -> None:
        self.progress = done, total
        self.stage = stage
        self.seconds_left = seconds_left

    def _take_message(self, message: object) -> None:
        """Note what the process has answered, or nothing in a task for which it is enough that the process answers."""

    def _receive(self, worker: Worker, message: object) -> None:
        if worker is not self._worker:
            return
        match message:
            case Checking(done, total, stage, seconds_left):
                self._note(done, total, stage, seconds_left)
            case Refused(sentence):
                self.refusal = sentence
            case _:
                self._has_answered = True
                self._take_message(message)
        self.received.emit(message)
        self.changed.emit()

    def _over(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is not self._worker:
            return
        self._worker = None
        if not self._has_answered and not self.refusal:
            self.refusal = death.cause or self._silence
        self.ended.emit(death)
        self.changed.emit()
