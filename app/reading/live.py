"""The predictions of a running training with its current weights, until its finished model can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.language.sentences import translated
from app.project.workspace import Workspace
from app.reading.kept import KeptPredictions
from app.reading.predicted import Predicted
from app.training.training import Training
from core.base.errors import StudioError
from core.charset import Charset
from core.runs.events import Prediction
from core.runs.spec import NetworkSpec


class LivePredictions(QObject):
    """The predictions of the images that this window's training watches."""

    changed = Signal(str)  # the prediction of an image, by relative path, is another one
    begun = Signal()  # what the network is for is known now: `spec`
    kept = Signal(object, object)  # a prediction of the training, and its loss: the run's folder has it, too

    def __init__(self, workspace: Workspace, training: Training, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: Path | None = None  # whose predictions they are, also after its end
        self.spec: NetworkSpec | None = None
        self._workspace, self._training = workspace, training
        self._images: tuple[str, ...] = ()
        self._kept = KeptPredictions()
        self._is_trouble_reported = False
        training.predicted.connect(self._receive)

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the newest prediction of an image, or None if there is none."""
        return self._kept.prediction_of(image)

    def take(self, run: Path | None) -> None:
        """Show the predictions of a run's training from now on."""
        if run != self.run:
            self.run = run
            self.spec = None
            self._images = ()
            self._is_trouble_reported = False
            self._kept.clear()

    def watch(self, images: Sequence[str]) -> None:
        """Let the training predict these images at once, and then regularly.

        What it has seen of any other image is forgotten: it would be taken for what the network sees by now.
        """
        project = self._workspace.project
        if project is not None:
            self._kept.forget([image for image in self._images if image not in images])
            self._images = tuple(images)
            self._training.watch([project.path_of(image) for image in images])

    def forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images."""
        self._kept.forget(images)

    def notify_trouble(self, error: Exception) -> None:
        """Report why the predictions of a training cannot be shown, only once although each of them fails."""
        if not self._is_trouble_reported:
            self._is_trouble_reported = True
            reason = translated(error) if isinstance(error, StudioError) else f"{type(error).__name__}: {error}"
            sentence = self.tr("The predictions of the training cannot be shown: {reason}")
            self._workspace.notify(sentence.format(reason=reason), "warning")

    def _receive(self, prediction: Prediction) -> None:
        project, state = self._workspace.project, self._training.state
        if project is None or state.started is None or state.run != self.run:
            return
        paths = {str(project.path_of(image)): image for image in self._images}
        image = paths.get(prediction.image)
        if image is None:
            return
        is_new = self.spec is None
        try:
            spec = self.spec = NetworkSpec.from_dict(state.started.spec)
        except StudioError as error:
            self.notify_trouble(error)
            return
        if is_new:
            self.begun.emit()
        loss = None if state.last_step is None else state.last_step.losses.get("loss")
        charset = Charset(spec.charset)
        predicted = Predicted(image, prediction.maps, spec.maps, charset, prediction.step, loss)
        self._kept.keep(image, predicted, self._images)
        self.changed.emit(image)
        if image == self._workspace.image and prediction.path is not None:
            self.kept.emit(prediction, loss)
