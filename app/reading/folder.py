"""Predicts a whole folder with the chosen model, as a job that writes its results to the index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.language.figures import agreeing, counted
from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.folder_request import FolderRequest, ModelLetGoError, keep_readings
from app.workers.background import Job
from app.workers.prediction_messages import Indexed
from core.index.index import Index
from core.index.rows import ImageRow
from core.project.project import Project

if TYPE_CHECKING:
    from core.labels.maps.decoding import ReadWord

_FOLDER = "reading the folder"


class FolderPrediction(QObject):
    """Reads the images of one folder at a time.

    `refusal`: gives the sentence that says why the model cannot be used; "" if it can, or is still being loaded.
    `model_hash`: gives the hash of the model; "" before it is loaded.
    """

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        client: PredictionClient,
        refusal: Callable[[], str],
        model_hash: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._refusal = refusal
        self._client, self._model_hash = client, model_hash
        self.job: Job | None = None

    def start(self, images: Sequence[str]) -> Job | None:
        """Read these images, given by relative path, and return the job, or None if no model can.

        The readings go into the index batch by batch, by the model's and the label's hash, and into the list. What the
        same model has read of the same label is not read again.
        """
        return self._begin(images, partial(_keep, self._model_hash()), self._notify_left_out)

    def write(self, images: Sequence[str], path: Path) -> Job | None:
        """Read these images, by relative path, into a CSV or text file, and return the job, or None if no model can.

        The file is written at the end, whole; `core.analysis.reading_table` describes its content.
        """

        def written(left_out: Sequence[str]) -> None:
            count = len(images) - len(left_out)
            one, several = self.tr("{file}: one word written."), self.tr("{file}: {count} words written.")
            self._workspace.notify(counted(one, several, count, file=path.name))
            self._notify_left_out(left_out)

        return self._begin(images, partial(_write, path), written)

    def _begin(
        self,
        images: Sequence[str],
        work: Callable[[Project, Sequence[str], Job], list[str]],
        finished: Callable[[Sequence[str]], None],
    ) -> Job | None:
        project = self._workspace.project
        self.cancel()
        if project is None or not images:
            return None
        refusal = self._refusal()
        if refusal:  # the process would wait for a model that can be used
            self._workspace.notify_trouble(_FOLDER, refusal)
            return None
        if not self._client.can_read:
            self._workspace.notify(self.tr("Choose a model first: there is none to read the folder with."), "warning")
            return None
        self._workspace.end_trouble(_FOLDER)
        job = self.job = self._workspace.background.start(
            agreeing(self.tr("Predicting {count} {count:|image|images}"), count=len(images)),
            partial(work, project, tuple(images)),
            lane="predictions",
            finished=finished,
            failed=self._failed,
            reported=self.taking(project),
        )
        job.ended.connect(partial(self._ended, job))
        return job

    def keep(self, reading: Indexed) -> None:
        """Store a reading of the image on screen in the index and in the list, whose order stays the same."""
        project = self._workspace.project
        if project is None or project.path_of(reading.image) != reading.path:
            return

        def work(job: Job) -> list[ImageRow]:
            with Index.open(project) as index:
                return keep_readings(index, {reading.image: reading.found})

        self._workspace.background.start("", work, lane="checks", finished=self._catalog.update_rows)

    def cancel(self) -> None:
        """Stop predicting, and keep the results so far."""
        if self.job is not None:
            self.job.cancel()

    def taking(self, project: Project) -> Callable[[Any], None]:
        """Return a function that stores the reports of a job which reads a project with the current model."""
        return partial(self._take_report, project, self._client.drops)

    def _take_report(self, project: Project, drops: int, news: FolderRequest | Sequence[ImageRow]) -> None:
        if isinstance(news, FolderRequest):
            self._client.ask(news, drops)
            return
        present = self._workspace.project
        if present is not None and present.root == project.root:
            self._catalog.take_rows(news)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, ModelLetGoError):
            sentence = self.tr(
                "Reading the folder was stopped, because another model was chosen or the model was loaded again. The "
                "readings so far are kept; start again to read the rest."
            )
            self._workspace.notify(sentence, "warning")
        else:
            self._workspace.notify_trouble(_FOLDER, error)

    def _notify_left_out(self, left_out: Sequence[str]) -> None:
        if left_out:
            one = self.tr("One image could not be predicted. {reason}")
            several = self.tr("{count} images could not be predicted. The first: {reason}")
            sentence = counted(one, several, len(left_out), reason=translated(left_out[0]))
            self._workspace.notify(sentence, "warning")

    def _ended(self, job: Job) -> None:
        if job is self.job:
            self.job = None


def _keep(model: str, project: Project, images: Sequence[str], job: Job) -> list[str]:
    """Write the results into the index, and return a sentence for each image that could not be predicted."""
    left_out: list[str] = []
    job.progress(0, len(images))
    with Index.open(project) as index:
        wanted = [image for image in images if not (model and _has_read(model, index.row(image)))]
        known = len(images) - len(wanted)
        job.progress(known, len(images))
        if not wanted:
            return left_out
        for news in FolderRequest(job, project.root, wanted):
            job.report(keep_readings(index, news.found))
            job.progress(known + news.done, len(images))
            left_out += news.left_out
    return left_out


def _has_read(model: str, row: ImageRow | None) -> bool:
    """Return True if the index holds what a model reads in the image, and has compared it with the label as it is."""
    return row is not None and any(
        read.model == model and read.label_hash == row.label_hash for read in row.predictions
    )


def _write(path: Path, project: Project, images: Sequence[str], job: Job) -> list[str]:
    """Write the words into a file, and return a sentence for each image that could not be predicted."""
    from core.analysis.reading_table import write_table  # it would load NumPy and more with the window

    left_out: list[str] = []
    words: dict[str, ReadWord] = {}
    job.progress(0, len(images))
    for news in FolderRequest(job, project.root, images, "words"):
        words |= news.words
        left_out += news.left_out
        job.progress(news.done, len(images))
    write_table(path, [(image, words[image]) for image in images if image in words])
    return left_out
