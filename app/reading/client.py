"""The window's side of the prediction process, which is started on demand and again after it has died."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.reading.folder_request import FolderRequest
from app.workers.death import Death
from app.workers.prediction_messages import (
    Answer,
    Answered,
    AskPlugin,
    Load,
    NotLoaded,
    Question,
    Ready,
    StopFolder,
    StopSearch,
    Want,
    WantFolder,
)
from app.workers.process import PREDICTING, Supervised
from core.base.folders import log_folder
from core.project.project import ProjectSettings

ENTRY = "app.workers.children.prediction"  # named by a string: what it imports must never be imported here


class PredictionClient(QObject):
    """Sends requests to one prediction process, which has one model loaded.

    `process`: by default that which predicts. `entry`: the module that such a process begins with. `patience`: seconds
    that a model may take to load. Then another choice ends the process: from a disk that does not answer it might never
    come to the next message.
    """

    answered = Signal(object)  # a `Ready`, `NotLoaded`, `Answer` or `Indexed`
    dropped = Signal()  # earlier requests get no answer any more: a model is loaded anew, or the process ends
    died = Signal(object)  # the process died without being asked to; carries the `Death`

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        process: Supervised | None = None,
        entry: str = ENTRY,
        patience: float = 20.0,
    ) -> None:
        super().__init__(parent)
        self._patience = patience
        self._loading_since: float | None = None
        self.model: Path | None = None
        self.options: Mapping[str, Any] = {}  # how words are read from the next `load` on, as those of `Load`
        # number of times that a model was loaded or unloaded; each time, earlier requests get no answer any more
        self.drops = 0
        self._process = process or Supervised(
            self.tr("The process that predicts"), entry, log_folder() / "prediction.log", niceness=PREDICTING
        )
        self._process.setParent(self)
        self._numbers = itertools.count(1)
        # by kind, and by the model that is asked, the question of a plug-in, or the request, which the model that is
        # loaded then answers
        self._questions: dict[
            tuple[type, Path | FolderRequest | type | None], tuple[int, Callable[[Answered], object]]
        ] = {}
        self._process.started.connect(self._started)
        self._process.received.connect(self._receive)
        self._process.died.connect(self._died)

    @property
    def pid(self) -> int | None:
        """The id of the process, or None while none is running."""
        return self._process.pid

    @property
    def is_given_up(self) -> bool:
        """True if so many processes have died with this model that no further one is started."""
        return self._process.is_given_up

    @property
    def can_read(self) -> bool:
        """True if a model is chosen and has not proved unusable."""
        return self.model is not None and not self.is_given_up

    def load(self, model: Path) -> None:
        """Load a model for predictions from now on."""
        self.model = model
        self._process.reset_deaths()  # what the model before has done to its processes says nothing of this one
        self._drop()
        if self._loading_since is not None and time.monotonic() - self._loading_since > self._patience:
            self._process.stop()
        if self._process.is_running:
            self._process.send(self._load(model))
        else:
            self._process.start()

    def want(self, images: Sequence[tuple[str, Path]], settings: ProjectSettings) -> None:
        """Predict these images of a project with given settings now, and drop earlier requests."""
        if self.can_read and self._process.start():
            self._process.send(Want(tuple(images), settings))

    def ask(self, request: FolderRequest, drops: int) -> None:
        """Read the images of a request whenever there is time, or give it up if no process can read.

        `drops`: as they were when the job of the request began: it wants to know what that model reads.
        """
        if request.is_over:  # its job was cancelled meanwhile
            return
        if drops != self.drops:
            request.let_go()
            return
        if self.can_read or request.model is not None:
            stop = partial(self._stop_reading, request)
            self.inquire(partial(request.begin, stop=stop, options=self.options), request.receive, request)
        else:
            request.receive(Answered(0, self._none))

    def inquire(
        self,
        question: Callable[[int], Question | WantFolder],
        received: Callable[[Answered], object],
        request: FolderRequest | None = None,
    ) -> int:
        """Ask a question, whichever model is chosen, and return its number.

        `received` is called with each part of the answer. The numbers rise. A process is started if need be. A question
        that a newer one of its kind has replaced gets no answer, unless they are those of two requests.
        """
        number = next(self._numbers)
        asked = question(number)
        whom: Path | FolderRequest | type | None = request
        if isinstance(asked, AskPlugin):
            whom = type(asked.question)
        elif not isinstance(asked, WantFolder):
            whom = asked.model
        self._questions[type(asked), whom] = number, received  # the process drops an earlier one
        if self._process.start():
            self._process.send(asked)
        else:
            QTimer.singleShot(0, self, partial(self._receive, Answered(number, self._none, is_lost=True)))
        return number

    @property
    def _none(self) -> str:
        return self.tr("There is no process that predicts.")

    def stop_search(self) -> None:
        """Stop the running search."""
        if self._process.is_running:
            self._process.send(StopSearch())

    def stop(self) -> None:
        """End the process without waiting for it."""
        self.model = self._loading_since = None
        self._process.stop()
        self._drop()
        self._questions.clear()

    def leave(self) -> None:
        """Disconnect when the window closes, after which the process ends by itself."""
        self._process.leave()

    def _drop(self) -> None:
        self.drops += 1
        for request in self._end_requests():
            request.let_go()
        self.dropped.emit()

    def _end_requests(self) -> list[FolderRequest]:
        requests = [request for _, request in self._questions if isinstance(request, FolderRequest)]
        for request in requests:
            del self._questions[WantFolder, request]
        return requests

    def _stop_reading(self, request: FolderRequest) -> None:
        asked = self._questions.pop((WantFolder, request), None)
        if asked is not None:
            self._process.send(StopFolder(asked[0]))

    def _started(self) -> None:
        if self.model is not None:
            self._process.send(self._load(self.model))

    def _load(self, model: Path) -> Load:
        self._loading_since = time.monotonic()
        return Load(model, self.options)

    def _receive(self, message: object) -> None:
        if isinstance(message, (Ready, NotLoaded)):
            self._loading_since = None
        match message:
            case Answered(number=number):
                if not message.is_lost:
                    self._process.reset_deaths()
                for kind, (asked, received) in [*self._questions.items()]:
                    if asked == number:
                        if message.is_over:
                            del self._questions[kind]
                        received(message)
            case NotLoaded(message=sentence):
                for request in self._end_requests():
                    request.receive(Answered(0, sentence))
                self.answered.emit(message)
            case _:
                if isinstance(message, Answer):
                    self._process.reset_deaths()
                self.answered.emit(message)

    def _died(self, death: Death) -> None:
        self._loading_since = None
        questions = [*self._questions.values()]
        self._questions.clear()
        self.died.emit(death)
        for number, received in questions:
            lost = death.cause or self.tr("The process that predicts has ended.")
            received(Answered(number, lost, is_lost=True))
