"""Diagnoses the reading of the open image in the background, after each change of its label or prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.editor import Editor
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predicted import why_unjudged
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.latest import LatestJob
from app.workers.prediction_messages import Answered, AskLoss
from core.base.errors import LabelError
from core.labels.maps.decoding import L_SCORE

if TYPE_CHECKING:
    from core.analysis.attribution.corrections import Correction
    from core.analysis.attribution.error_attribution import Diagnosis
    from core.labels.label import WordLabel

_SETTLE = 60  # ms without another change


class Diagnosing(QObject):
    """The diagnosis of the open image, kept up to date while a view needs it."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        editor: Editor,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.loss: tuple[str, ...] = ()  # of the image, term by term; empty if it is not known
        self.diagnosis: Diagnosis | None = None
        self.sentence = ""  # why there is no diagnosis; "" while it is computed, and if there is one
        self._workspace = workspace
        self._editor = editor
        self._predictions = predictions
        self._client = client
        self._asked = 0  # number of the last question for the loss
        self._label: WordLabel | None = None
        self._is_wanted = False
        self._latest = LatestJob(workspace.background, "checks", self)
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        editor.label_changed.connect(self._outdated)
        predictions.changed.connect(self._outdated)
        predictions.model_changed.connect(self._outdated)
        workspace.image_changed.connect(self._outdated)
        workspace.project_changed.connect(self._outdated)

    def want(self, is_wanted: bool) -> None:
        """Start or stop keeping the diagnosis up to date."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._ask()
        else:
            self._soon.stop()
            self._latest.drop()

    @property
    def is_current(self) -> bool:
        """True if the diagnosis is about the current label, so that its places can be used for corrections."""
        return self.diagnosis is not None and self._label is self._editor.committed_label

    def correct(self, title: str, correction: Correction) -> bool:
        """Make a correction as one undoable edit, and return True if that was possible."""
        return self.is_current and self._editor.apply(title, correction.apply)

    def _outdated(self) -> None:
        if self._is_wanted:
            self._soon.start()

    def _ask(self) -> None:
        background = self._workspace.background
        editor = self._editor
        predictions = self._predictions
        self._asked, self.loss = 0, ()
        predicted = predictions.current
        project = self._workspace.project
        size = editor.image_size
        if predicted is None or project is None or size is None or predicted.image != editor.image:
            self._latest.drop()
            self._set(None, None, self._why_none())
            return
        label = editor.committed_label
        if sentence := why_unjudged(label):
            self._latest.drop()
            self._set(None, None, sentence)
            return
        spec = predictions.spec
        threshold = L_SCORE if spec is None else spec.score_threshold
        normalised = label.normalised(project.settings.normalise)
        name = predicted.image

        def work(job: Job) -> Diagnosis:
            from core.analysis.attribution.error_attribution import attribute_error  # SciPy, late

            return attribute_error(
                normalised,
                predicted.maps,
                size,
                charset=predicted.charset,
                spec=predicted.spec,
                score_threshold=threshold,
                name=name,
            )

        def failed(error: Exception) -> None:
            if not isinstance(error, LabelError):
                background.failed.emit(error)
            self._set(None, None, str(error))

        self._latest.ask(work, lambda diagnosis: self._set(diagnosis, label, ""), failed)
        model = predictions.model
        if model is not None and not predictions.is_live:
            path = project.path_of(name)
            self._asked = self._client.inquire(
                lambda number: AskLoss(number, model, name, path, normalised), self._take_loss
            )

    def _take_loss(self, answer: Answered) -> None:
        if answer.number == self._asked:
            self.loss = () if isinstance(answer.result, str) else answer.result
            self.changed.emit()

    def _why_none(self) -> str:
        if self._workspace.image is None:
            return self.tr("Open an image to see here why it is read as it is.")
        if not self._predictions.is_on:
            return self.tr("Choose a model, or start a training, to see here why it reads this image as it does.")
        return self._predictions.sentence

    def _set(self, diagnosis: Diagnosis | None, label: WordLabel | None, sentence: str) -> None:
        self.diagnosis = diagnosis
        self._label = label
        self.sentence = sentence
        self.changed.emit()
