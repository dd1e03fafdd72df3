"""A request to predict a folder, made by a job that iterates over the answers of the prediction process."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.workers.background import Job
from app.workers.prediction_messages import Answered, Asked, FolderRead, WantFolder
from core.base.errors import ModelError
from core.base.progress import Cancelled
from core.index.index import Index
from core.index.rows import ImageRow, IndexedPrediction


def keep_readings(index: Index, readings: Mapping[str, IndexedPrediction]) -> list[ImageRow]:
    """Write a model's readings to the index, and return the changed rows for the catalogue."""
    index.set_predictions(readings)
    return [row for image in readings if (row := index.row(image)) is not None]


class ModelLetGoError(ModelError):
    """The error that the model was loaded again or unloaded before it had read the whole folder."""


class FolderRequest:
    """One request to the prediction process, with its answers.

    It reports itself to its job, and the window's thread passes it to `PredictionClient.ask`. Meanwhile the job waits
    in `for news in FolderRequest(…)`, which ends after the last answer, and raises `Cancelled` if the job is
    cancelled, `ModelLetGoError` if another model takes the place of the one that reads, and else a `ModelError`.
    `model`: one that is looked at and not in use; None: the model in use.
    """

    def __init__(
        self, job: Job, root: Path, images: Sequence[str], asked: Asked = "readings", model: Path | None = None
    ) -> None:
        self.job, self.model = job, model
        self.is_over = False
        self._root = root
        self._images = tuple(images)
        self._asked = asked
        self._inbox: queue.SimpleQueue[Answered | Exception] = queue.SimpleQueue()
        self._stop: Callable[[], object] | None = None
        job.when_cancelled(self.cancel)
        job.report(self)

    def __iter__(self) -> Iterator[FolderRead]:
        while True:
            answer = self._inbox.get()
            if isinstance(answer, Exception):
                raise answer
            yield answer.result
            if answer.is_over:
                return

    # In the window's thread

    def begin(self, number: int, stop: Callable[[], object], options: Mapping[str, Any]) -> WantFolder:
        """Return the message to send to the prediction process, with reading `options` for another model."""
        self._stop = stop
        self.job.ended.connect(self.cancel)
        return WantFolder(number, self._root, self._images, self._asked, self.model, options)

    def receive(self, answer: Answered) -> None:
        """Accept an answer of the prediction process, or the sentence that says why there is none."""
        if isinstance(answer.result, str):
            self._end(ModelError(answer.result))
        else:
            self.is_over = answer.is_over
            self._inbox.put(answer)

    def let_go(self) -> None:
        """End the request without further answers, because the model is loaded again or unloaded."""
        why = QCoreApplication.translate("FolderRequest", "The model was loaded again, replaced or removed.")
        self._end(ModelLetGoError(why))

    def cancel(self) -> None:
        """End the request, because nobody wants further answers."""
        stop = None if self.is_over else self._stop
        self._end(Cancelled())
        if stop is not None:
            stop()

    def _end(self, why: Exception) -> None:
        if not self.is_over:
            self.is_over = True
            self._inbox.put(why)
