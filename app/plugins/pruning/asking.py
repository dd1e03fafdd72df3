"""The strengths of the chosen model's channels, kept up to date while the page is visible."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predictions import Predictions
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.pruning.strengths import LayerSaliency, StrengthsQuestion


class Strengths(QObject):
    """Requests the strengths from the prediction process, once for each model."""

    changed = Signal()

    def __init__(
        self, workspace: Workspace, predictions: Predictions, client: PredictionClient, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.channels: tuple[LayerSaliency, ...] = ()
        """Those of the layers with a kernel, or none before they are known, or for a run that has no model yet."""
        self._workspace = workspace
        self._predictions = predictions
        self._client = client
        self._is_wanted = False
        self._key: tuple[object, ...] = ()  # the model that was asked about last
        predictions.model_changed.connect(self._follow_model)
        client.dropped.connect(self._ask_again)

    def want(self, is_wanted: bool) -> None:
        """Start or stop keeping the strengths up to date."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._follow_model()

    def _follow_model(self) -> None:
        predictions = self._predictions
        key = (predictions.model, predictions.model_hash)
        if self._key[:1] != key[:1] and self.channels:
            self.channels = ()
            self.changed.emit()
        is_loading = predictions.state == "loading" and not predictions.is_live
        if not self._is_wanted or predictions.model is None or is_loading or key == self._key:
            return  # its hash is reported as soon as it is loaded
        self._key = key
        model, image = Path(predictions.model), self._workspace.image or ""
        self._client.inquire(
            lambda number: AskPlugin(number, model, StrengthsQuestion(), image), partial(self._take_strengths, key)
        )

    def _take_strengths(self, key: tuple[object, ...], answer: Answered) -> None:
        if key != self._key:
            return
        if answer.is_lost:
            self._key = ()
        self.channels = () if isinstance(answer.result, str) else answer.result or ()
        self.changed.emit()

    def _ask_again(self) -> None:
        self._key = ()
        self._follow_model()
