"""Reading the whole folder with the chosen model, as a job whose results go into the index."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.predicting.client import PredictionWorker
from app.workers.background import Job
from app.workers.prediction_messages import FolderRead
from core.base.errors import ModelError
from core.index.index import Index
from core.index.rows import ImageRow
from core.project.project import Project

if TYPE_CHECKING:
    from app.session import Session

_PATIENCE = 0.1  # seconds between two looks whether the job is to stop

News = FolderRead | str
"""Some images were read; or a sentence: there will be no more."""


class FolderPrediction(QObject):
    """Reads one folder at a time."""

    def __init__(self, session: Session, worker: PredictionWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._worker = worker
        self._number = 0
        self._inbox: queue.SimpleQueue[News] = queue.SimpleQueue()
        self.job: Job | None = None
        worker.folder_read.connect(self._read)
        worker.dropped.connect(self._dropped)

    def start(self, images: Sequence[str]) -> Job | None:
        """Read these images, by relative path; None where no model can.

        What is read goes into the index batch by batch, by the model's and the label's hash, and into the list.
        """
        project = self._session.project
        self.cancel()
        if project is None or not images:
            return None
        if self._session.predictions.state == "failed":  # the process would wait for a model that can be used
            self._session.tell(self._session.predictions.error, "error")
            return None
        self._number = self._worker.new_number()
        self._inbox = queue.SimpleQueue()
        if not self._worker.want_folder(self._number, project.root, images):
            self._session.tell(self.tr("Choose a model first: there is none to read the folder with."), "warning")
            return None
        job = self.job = self._session.background.start(
            self.tr("Predicting {count} images").format(count=len(images)),
            partial(_keep, project, self._inbox, len(images)),
            lane="predictions",
            finished=self._finished,
            failed=lambda error: self._session.tell(str(error), "error"),
            reported=partial(self._reported, project),
        )
        job.ended.connect(partial(self._ended, job, self._number))
        return job

    def cancel(self) -> None:
        """Read no further; what was read stays."""
        if self.job is not None:
            self.job.cancel()

    def give_up(self, sentence: str) -> None:
        """There will be no further answer."""
        if self.job is not None:
            self._inbox.put(sentence or self.tr("The process that predicts has ended."))

    def _dropped(self) -> None:
        if self.job is None or self.job.is_cancelled:
            return
        self.cancel()
        self._session.tell(
            self.tr(
                "The folder is read no further, because another model was chosen or the model is loaded anew. "
                "What was read is kept; predict the rest again."
            ),
            "warning",
        )

    def _read(self, news: FolderRead) -> None:
        if news.number == self._number:
            self._inbox.put(news)

    def _reported(self, project: Project, rows: Sequence[ImageRow]) -> None:
        present = self._session.project
        if present is not None and present.root == project.root:
            self._session.catalog.take_rows(rows)

    def _finished(self, left_out: Sequence[str]) -> None:
        if left_out:
            said = self.tr("{count} images could not be predicted. The first: {reason}")
            self._session.tell(said.format(count=len(left_out), reason=left_out[0]), "warning")

    def _ended(self, job: Job, number: int) -> None:
        self._worker.stop_folder(number)
        if job is self.job:
            self.job = None


def _keep(project: Project, inbox: queue.SimpleQueue[News], total: int, job: Job) -> list[str]:
    """Put what was read into the index; gives back a sentence for each image that could not be."""
    left_out: list[str] = []
    job.progress(0, total)
    with Index.open(project) as index:
        done = 0
        while True:
            try:
                news = inbox.get(timeout=_PATIENCE)
            except queue.Empty:
                job.progress(done, total)
                continue
            if isinstance(news, str):
                raise ModelError(news)
            index.set_predictions(news.found)
            rows = [row for image in news.found if (row := index.row(image)) is not None]
            job.report(rows)
            left_out += news.left_out
            done = news.done
            job.progress(done, total)
            if news.is_over:
                return left_out
