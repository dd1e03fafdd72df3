"""Finds words of the project that look similar to the chosen model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.language.figures import agreeing
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.folder_request import FolderRequest
from app.reading.model_in_use import ModelInUse
from app.workers.background import Job
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 24  # words beside one


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Feature vectors of the words, (n, d), and their places."""

    places: dict[str, int]
    images: tuple[str, ...]
    vectors: NDArray[np.float16]


class SimilarWords(QObject):
    """Processes all words once on request, and can then tell which words are similar."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        in_use: ModelInUse,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._in_use = in_use
        self._client = client
        self.job: Job | None = None  # while the words are looked at
        self._seen: _Seen | None = None
        self._of = self._now()
        in_use.model_changed.connect(self._forget)
        workspace.project_changed.connect(self._forget)

    @property
    def is_known(self) -> bool:
        """True if all words have been processed."""
        return self._seen is not None

    def start(self) -> None:
        """Process all words of the project in the background."""
        project, images = self._workspace.project, tuple(self._catalog.table.images)
        if project is None or not images or self.job is not None:
            return
        if not self._client.can_read:
            self._workspace.notify(
                self.tr("Choose a model first: the model decides which words look similar."), "warning"
            )
            return
        job = self.job = self._workspace.background.start(
            agreeing(self.tr("Looking at {count} {count:|word|words}"), count=f"{len(images):,}"),
            partial(_collect_features, project, images),
            lane="predictions",
            finished=lambda seen: self._take_vectors(job, seen),
            failed=partial(self._workspace.notify, severity="warning"),
            reported=partial(self._client.ask, drops=self._client.drops),
        )
        job.ended.connect(lambda: self._ended(job))
        self.changed.emit()

    def beside(self, image: str) -> list[tuple[str, float]]:
        """Return the words most similar to one, in falling order, with the cosine, or none if it was not processed."""
        seen = self._seen
        if seen is None or image not in seen.places:
            return []
        from core.analysis.label_errors.similar_words import nearest  # seldom needed: not at the start

        neighbours = nearest(seen.vectors, seen.places[image], MOST)
        return [(seen.images[place], cosine) for place, cosine in neighbours]

    def _take_vectors(self, job: Job, seen: _Seen | None) -> None:
        if job is self.job:
            self._seen = seen

    def _ended(self, job: Job) -> None:
        if job is self.job:
            self.job = None
            self.changed.emit()

    def _now(self) -> tuple[object, ...]:
        project = self._workspace.project
        return self._in_use.model, self._in_use.model_hash, None if project is None else project.root

    def _forget(self) -> None:
        """Another model, or another project: nothing is known any more."""
        now = self._now()
        if now == self._of:
            return
        self._of = now
        if self.job is not None:
            self.job.cancel()
        self.job = self._seen = None
        self.changed.emit()


def _collect_features(project: Project, images: tuple[str, ...], job: Job) -> _Seen | None:
    """Collect the features that the process that predicts finds, without images that cannot be read.

    The result is None for fewer than two images.
    """
    import numpy as np

    vectors: dict[str, NDArray[np.float16]] = {}
    job.progress(0, len(images))
    for news in FolderRequest(job, project.root, images, "features"):
        vectors |= news.features
        job.progress(news.done, len(images))
    if len(vectors) < 2:
        return None
    return _Seen({image: place for place, image in enumerate(vectors)}, tuple(vectors), np.stack([*vectors.values()]))
