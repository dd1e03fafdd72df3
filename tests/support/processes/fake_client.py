"""A client of the process that predicts of which a test sees what it sends, and for whose process it may answer."""

from pathlib import Path
from typing import TypeVar

from app.reading.client import PredictionClient
from app.workers.death import Death
from app.workers.prediction_messages import AskPlugin
from app.workers.process import PREDICTING, Supervised
from core.base.plugins.asked import NetworkQuestion

M = TypeVar("M")


class NotedProcess(Supervised):
    """A child process of which is known what it was sent."""

    def __init__(self, entry: str, log: Path) -> None:
        super().__init__("The process that predicts", entry, log, niceness=PREDICTING)
        self.sent: list[object] = []

    def send(self, message: object) -> None:
        self.sent.append(message)
        super().send(message)


class SilentProcess(NotedProcess):
    """Takes every message and answers none."""

    def __init__(self) -> None:
        super().__init__("", Path())
        self.can_start = True
        self._is_running = False

    @property
    def is_running(self) -> bool:
        return self._is_running

    def start(self) -> bool:
        if not self._is_running and self.can_start:
            self._is_running = True
            self.started.emit()
        return self._is_running

    def stop(self) -> None:
        self._is_running = False

    def leave(self) -> None:
        self._is_running = False


class FakeClient(PredictionClient):
    """What the real one does with messages, with no process or a light one.

    `entry`: the module that the process begins with; "": there is none, and a test answers for it. `patience`: as that
    of the real one.
    """

    def __init__(self, entry: str = "", log: Path = Path("prediction.log"), patience: float = 20.0) -> None:
        self.process = NotedProcess(entry, log) if entry else SilentProcess()
        super().__init__(process=self.process, patience=patience)

    def asked(self, kind: type[NetworkQuestion]) -> list[AskPlugin]:
        """The questions of a class to a plug-in, the oldest first."""
        return [message for message in self.sent(AskPlugin) if isinstance(message.question, kind)]

    def sent(self, kind: type[M]) -> list[M]:
        """The messages of one kind, in their order."""
        return [message for message in self.process.sent if isinstance(message, kind)]

    def answer(self, message: object) -> None:
        self.process.received.emit(message)

    def die(self, cause: str) -> None:
        self.process.stop()
        self.process.died.emit(Death(cause, -9, False, Path()))

    def refuse_to_start(self) -> None:
        self.process.can_start = False
