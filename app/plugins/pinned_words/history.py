"""The stored predictions of all pinned images, shown for the same step of a run's training."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.project.workspace import Workspace
from app.reading.history import KeptSteps
from app.reading.predicted import Predicted, from_outputs
from app.reading.predictions import Predictions
from app.workers.background import Job
from core.base.images import image_size
from core.runs.info import watched_predictions
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec
from core.runs.watched import read_watched

Kept = Mapping[str, Mapping[int, Path]]  # of each pinned image: the file of each step


class WallHistory(KeptSteps):
    """Plays the training of the chosen run for all pinned images and the open one at once."""

    def __init__(self, workspace: Workspace, predictions: Predictions, parent: QObject | None = None) -> None:
        super().__init__(workspace, parent)
        # what was predicted of each pinned image at `step`, or at the last step before it at which something was kept
        self.shown: Mapping[str, Predicted] = {}
        self._workspace, self._predictions = workspace, predictions
        self._kept: Kept = {}
        self._asked: tuple[Path | None, tuple[str, ...]] = (None, ())
        predictions.model_changed.connect(self.list_steps)
        predictions.watched_changed.connect(self.list_steps)
        predictions.history.changed.connect(self._follow_news)
        self.list_steps()

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the maps that are shown of an image, or None if there are none."""
        return self._predictions.prediction_of(image) if self.step is None else self.shown.get(image)

    @property
    def frames(self) -> tuple[tuple[int, Mapping[str, Path]], ...]:
        """The file of each image for each step, stored at this step or, if there is none, at the last one before it."""
        return tuple((step, _files_at(self._kept, step)) for step in self.steps)

    def list_steps(self) -> None:
        """List again the predictions that the run has stored for the pinned images."""
        project, predictions = self._workspace.project, self._predictions
        ref = model_ref(predictions.model)
        run = None if ref.run is None else predictions.model
        asked = (run, predictions.watched)
        if asked != self._asked:
            self.pause()
            self._reading.drop()
            self._asked = asked
        if run is None or project is None or not predictions.watched:
            self._listing.drop()
            self._listed({})
            return
        paths = {image: project.path_of(image) for image in predictions.watched}
        self._listing.ask(partial(_list, run, paths), self._listed)

    def _follow_news(self) -> None:
        """The training has kept something of the open image, hence of the pinned ones, too."""
        if self._predictions.is_live and self._predictions.history.steps[-1:] != self.steps[-1:]:
            self.list_steps()

    def _listed(self, kept: Kept) -> None:
        steps = tuple(sorted({step for files in kept.values() for step in files}))
        if kept == self._kept and steps == self.steps:
            return
        self._kept, self.steps = kept, steps
        if self.step is not None and self.step not in steps:
            self.show(None)
        elif self.step is not None:
            self._read_step(self.step)
        self.changed.emit()

    def _read_step(self, step: int) -> None:
        project, spec = self._workspace.project, self._predictions.spec
        if project is None or spec is None:
            return
        files = {image: (project.path_of(image), file) for image, file in _files_at(self._kept, step).items()}
        self._reading.ask(partial(_predictions_in, files, spec, step), self._arrived, self._failed)
        history = self._predictions.history
        if history.steps:
            history.show(step)

    def _forget(self) -> None:
        self.shown = {}
        self._predictions.history.show(None)

    def _arrived(self, predictions: Mapping[str, Predicted]) -> None:
        self.shown = predictions
        self.changed.emit()


def _list(run: Path, paths: Mapping[str, Path], job: Job) -> Kept:
    return {image: dict(watched_predictions(run, path)) for image, path in paths.items()}


def _files_at(kept: Kept, step: int) -> dict[str, Path]:
    files_at = {}
    for image, files in kept.items():
        before = [file for file in files if file <= step]
        if before:
            files_at[image] = files[max(before)]
    return files_at


def _predictions_in(
    files: Mapping[str, tuple[Path, Path]], spec: NetworkSpec, step: int, job: Job
) -> Mapping[str, Predicted]:
    return {
        image: from_outputs(image, read_watched(file), spec, image_size(path), step)
        for image, (path, file) in files.items()
    }
