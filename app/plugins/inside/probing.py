"""The output of the chosen layer for the open image, kept up to date while a view needs it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.instruments.chosen_layer import ChosenLayer
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predictions import Predictions
from app.session import Session
from app.training.training import Training
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.inside.questions import MapsQuestion
from core.runs.events import LayerSeen

if TYPE_CHECKING:
    from core.plugins.inside.maps import FeatureMaps

_SETTLE = 60  # ms without another layer or image


class Probing(QObject):
    """Asks the prediction process or, during a training that predicts, the training with its current weights."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        chosen: ChosenLayer,
        predictions: Predictions,
        training: Training,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.maps: FeatureMaps | None = None  # what the layer gives
        self._workspace = workspace
        self._chosen = chosen
        self._predictions = predictions
        self._training, self._client = training, client
        self._trouble = ""
        self._is_wanted = False
        self._shown: tuple[object, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        for changed in (chosen.changed, predictions.model_changed, workspace.image_changed):
            changed.connect(self._later)
        client.dropped.connect(self._dropped)
        training.news.connect(self._hear)

    @property
    def sentence(self) -> str:
        """The reason why no maps are shown, or "" if there are some."""
        if self.maps is not None:
            return ""
        if not self._chosen.name:
            return self.tr("Choose a layer in the table or in the graph to see its maps of the open image.")
        if self._workspace.image is None:
            return self.tr("Open an image to see the layer's output here.")
        if self._trouble:
            return self._trouble
        if self._predictions.is_live:
            return self.tr("The training sends the maps of this layer with its next prediction.")
        return self.tr("The layer's maps are being computed…")

    def want(self, is_wanted: bool) -> None:
        """Start or stop keeping the maps up to date."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._later()
        else:
            self._soon.stop()
            self._training.watch_layer("")

    def _key(self) -> tuple[object, ...]:
        predictions = self._predictions
        return (
            predictions.model,
            predictions.model_hash,
            predictions.is_live,
            self._workspace.image,
            self._chosen.name,
        )

    def _later(self) -> None:
        if self._is_wanted:
            self._soon.start()

    def _ask(self) -> None:
        key, project = self._key(), self._workspace.project
        model = self._predictions.model
        image = self._workspace.image
        layer = self._chosen.name
        if key in (self._shown, self._asked):
            return
        is_live = self._predictions.is_live
        self._training.watch_layer(layer if is_live else "")
        if model is None or project is None or image is None or not layer or is_live:
            self._set(key, None)
            return
        if self._predictions.state == "loading":
            return  # its hash is reported as soon as it is loaded
        path = project.path_of(image)
        self._trouble = ""
        question = MapsQuestion(path, layer)
        self._client.inquire(lambda number: AskPlugin(number, model, question, image), partial(self._take_maps, key))
        self._asked = key
        if self._shown[3:] != key[3:]:  # the same layer of another model stays until there is a new one
            self._set((), None)

    def _take_maps(self, key: tuple[object, ...], answer: Answered) -> None:
        if key == self._key():
            self._asked = ()
            result = answer.result
            if isinstance(result, str):
                self._set(() if answer.is_lost else key, None, result)
            else:
                self._set(key, result)

    def _hear(self, event: object) -> None:
        project, image = self._workspace.project, self._workspace.image
        if not isinstance(event, LayerSeen) or not self._predictions.is_live or project is None or image is None:
            return
        if event.image == str(project.path_of(image)) and event.layer == self._chosen.name:
            from core.plugins.inside.maps import FeatureMaps  # Pillow, which the start need not wait for

            self._set(self._key(), FeatureMaps(event.layer, event.values, event.step))

    def _set(self, key: tuple[object, ...], maps: FeatureMaps | None, trouble: str = "") -> None:
        self._shown = key
        self.maps = maps
        self._trouble = trouble
        self.changed.emit()

    def _dropped(self) -> None:
        self._asked = ()
        self._later()


def probing_of(session: Session) -> Probing:
    """Return the part that asks for the maps of the chosen layer."""

    def make(client: PredictionClient, parent: QObject) -> Probing:
        chosen = session.instruments.chosen_layer
        return Probing(session.workspace, chosen, session.predictions, session.training, client, parent)

    return session.instruments.brought(Probing, make)
