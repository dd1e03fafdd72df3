"""The predictions of a model that is not in use, such as an inspected run, made by the same process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.kept import KeptPredictions
from app.reading.model_in_use import ModelState
from app.reading.predicted import Predicted, seen_in
from app.workers.prediction_messages import Answered, Look, Looked
from core.runs.spec import NetworkSpec

_SETTLE = 30  # ms without another image


class AnotherModel(QObject):
    """Predicts some images with one model, one after the other, and writes nothing to the index."""

    changed = Signal(str)  # the prediction of an image, by relative path, is known
    state_changed = Signal()

    def __init__(self, workspace: Workspace, client: PredictionClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model: Path | None = None
        self.state: ModelState = "none"
        self.error = ""  # why the model cannot be used, if it cannot
        self.spec: NetworkSpec | None = None
        self.model_hash = ""
        self._workspace, self._client = workspace, client
        self._kept = KeptPredictions()
        self._wanted: tuple[str, ...] = ()
        self._asked: int | None = None  # number of the question that waits for its answer
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        client.dropped.connect(self._ask_again)

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the newest prediction of an image, or None if there is none."""
        return self._kept.prediction_of(image)

    def refusal(self, image: str) -> str:
        """Return the reason why an image cannot be predicted, or "" if it can."""
        return self._kept.refusal(image)

    def take(self, model: Path | None) -> None:
        """Use a model for predictions from now on, or none if it is None."""
        if model != self.model:
            self.model = model
            self.spec = None
            self.model_hash = ""
            self.again()

    def again(self) -> None:
        """Predict the images again, because the model or their files may have changed on the disk."""
        self._kept.clear()
        self._asked, self.error = None, ""
        self._enter("none" if self.model is None else "loading")
        self._later()

    def want(self, images: Sequence[str]) -> None:
        """Predict these images in this order, except those already known."""
        self._wanted = tuple(images)
        self._later()

    def forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images."""
        self._kept.forget(images)
        self._later()

    def _later(self) -> None:
        if self.model is not None and self._asked is None and self._kept.missing(self._wanted):
            self._soon.start()

    def _ask_again(self) -> None:
        self._asked = None
        self._later()

    def _ask(self) -> None:
        project, model = self._workspace.project, self.model
        missing = self._kept.missing(self._wanted)
        if project is None or model is None or self._asked is not None or not missing:
            return
        image = missing[0]
        question = partial(Look, model=model, image=image, path=project.path_of(image), options=self._client.options)
        self._asked = self._client.inquire(question, partial(self._receive, model, project.root, image))

    def _receive(self, model: Path, root: Path, image: str, answer: Answered) -> None:
        if answer.number != self._asked or model != self.model or root != self._workspace.root:
            return
        self._asked = None
        result = answer.result
        if isinstance(result, Looked):
            self.spec = NetworkSpec.from_dict(result.seen.spec)
            self.model_hash = result.hash
            self.error = ""
            self._enter("ready")
            reading: Predicted | str = seen_in(image, result.seen)
        else:
            reading = str(result)
            if self.spec is None or answer.is_lost:
                self.error = reading
                self._enter("failed")
        self._kept.keep(image, reading, self._wanted)
        self.changed.emit(image)
        self._later()

    def _enter(self, state: ModelState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit()
