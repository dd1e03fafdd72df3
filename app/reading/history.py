"""Plays the predictions of the open image that a run has stored at its steps."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.workspace import Workspace
from app.reading.predicted import Predicted, from_outputs
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.images import image_size
from core.runs.info import watched_predictions
from core.runs.spec import NetworkSpec
from core.runs.watched import losses_by_step, read_watched

PLAYING = 150  # milliseconds from one step to the next while it plays


class KeptSteps(QObject):
    """The steps of a training with stored predictions, which are shown one by one and can be played."""

    changed = Signal()  # the steps, the shown step, or what is shown has changed
    trouble = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.steps: tuple[int, ...] = ()  # the steps with a kept prediction, ascending
        self.step: int | None = None  # the shown step; None: the current prediction
        self._listing = LatestJob(workspace.background, "pictures", self)
        self._reading = LatestJob(workspace.background, "pictures", self)
        self._timer = QTimer(self, interval=PLAYING)
        self._timer.timeout.connect(self._play_on)

    @property
    def is_playing(self) -> bool:
        """True if the steps are being played one after the other."""
        return self._timer.isActive()

    def _read_step(self, step: int) -> None:
        raise NotImplementedError

    def _forget(self) -> None:
        """Let go of earlier predictions: the current one is shown."""
        raise NotImplementedError

    def _failed(self, error: Exception) -> None:
        self.pause()
        self.show(None)
        self.trouble.emit(str(error))

    def show(self, step: int | None) -> None:
        """Show the prediction stored at a step or the last one before it, or the current one if None."""
        if step is not None:
            place = bisect_right(self.steps, step) - 1
            step = self.steps[max(place, 0)] if self.steps else None
        if step == self.step:
            return
        self.step = step
        if step is None:
            self.pause()
            self._reading.drop()
            self._forget()
            self.changed.emit()
            return
        self.changed.emit()
        self._read_step(step)

    def go(self, by: int) -> None:
        """Go some stored steps forward or back, and to the current prediction behind the last one."""
        if not self.steps:
            return
        place = len(self.steps) if self.step is None else self.steps.index(self.step)
        place = max(place + by, 0)
        self.show(self.steps[place] if place < len(self.steps) else None)

    def play(self) -> None:
        """Play all steps from the one shown on, or from the first if the current prediction is shown."""
        if not self.steps:
            return
        if self.step is None or self.step == self.steps[-1]:
            self.show(self.steps[0])
        self._timer.start()
        self.changed.emit()

    def pause(self) -> None:
        """Stop playing, and stay at the step that is shown."""
        if self._timer.isActive():
            self._timer.stop()
            self.changed.emit()

    def _play_on(self) -> None:
        if self._reading.job is not None:
            return  # never faster than it can be read
        if self.step is None or self.step == self.steps[-1]:
            self.pause()
        else:
            self.go(1)


class WatchedHistory(KeptSteps):
    """The stored predictions of one image in one run."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(workspace, parent)
        self.shown: Predicted | None = None  # the prediction at `step`, once it is read
        self._run: Path | None = None
        self._image: tuple[str, Path] | None = None
        self._spec: NetworkSpec | None = None
        self._paths: dict[int, Path] = {}
        self._losses: dict[int, float] = {}

    def follow(self, run: Path | None, spec: NetworkSpec | None, image: tuple[str, Path] | None) -> None:
        """Show the history of an image, (relative path, file), in a run, or none if one of them is None."""
        if (run, image) != (self._run, self._image):
            self.pause()
            self.steps = ()
            self.step = None
            self.shown = None
            self._paths = {}
            if run != self._run:
                self._losses = {}
            self._reading.drop()
            self._run, self._image = run, image
            self.changed.emit()
        self._spec = spec
        self.list_steps()

    def list_steps(self) -> None:
        """List again the steps that the run has stored."""
        run = self._run
        image = self._image
        spec = self._spec
        if run is None or image is None or spec is None:
            self._listing.drop()
            self._listed(({}, self._losses))
            return

        known = dict(self._losses)

        def work(job: Job) -> tuple[dict[int, Path], dict[int, float]]:
            steps = dict(watched_predictions(run, image[1]))
            if not steps or known.keys() >= steps.keys():
                return steps, known
            return steps, losses_by_step(run)

        self._listing.ask(work, self._listed)

    def add(self, step: int, path: Path, loss: float | None) -> None:
        """Add a step that the training has just stored."""
        self._paths[step] = path
        if loss is not None:
            self._losses[step] = loss
        self._listed((self._paths, self._losses))

    def _listed(self, listing: tuple[dict[int, Path], dict[int, float]]) -> None:
        self._paths, self._losses = listing
        steps = tuple(sorted(self._paths))
        if steps == self.steps:
            return
        self.steps = steps
        if self.step is not None and self.step not in self._paths:
            self.show(None)
        self.changed.emit()

    def _read_step(self, step: int) -> None:
        path = self._paths[step]
        image = self._image
        spec = self._spec
        loss = self._losses.get(step)
        if image is None or spec is None:
            return

        def work(job: Job) -> Predicted:
            return from_outputs(image[0], read_watched(path), spec, image_size(image[1]), step, loss)

        self._reading.ask(work, self._arrived, self._failed)

    def _arrived(self, prediction: Predicted) -> None:
        self.shown = prediction
        self.changed.emit()

    def _forget(self) -> None:
        self.shown = None
