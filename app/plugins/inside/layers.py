"""The layers of the chosen model and their graph, kept up to date while a view needs them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.instruments.chosen_layer import ChosenLayer
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predictions import Predictions
from app.session import Session
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.inside.questions import LayersQuestion

if TYPE_CHECKING:
    from core.plugins.inside.facts import LayerFacts
    from core.plugins.inside.graph import LayerGraph

_SETTLE = 60  # ms without another model or image


class Inside(QObject):
    """The facts about the chosen model from the prediction process."""

    changed = Signal()  # other layers, or the sentence in their place

    def __init__(
        self,
        workspace: Workspace,
        predictions: Predictions,
        chosen: ChosenLayer,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.chosen = chosen
        self.layers: tuple[LayerFacts, ...] = ()  # from the input on; none before they are known
        self.graph: LayerGraph | None = None  # how the layers are connected
        self.with_values = False  # True if the layers' values for the open image are wanted, too
        self.trouble = ""  # why the layers cannot be told; "" if they can
        self._workspace = workspace
        self._predictions = predictions
        self._client = client
        self._is_wanted = False
        self._shown: tuple[object, ...] = ()  # what the current layers are of
        self._asked: tuple[object, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        predictions.model_changed.connect(self._later)
        workspace.image_changed.connect(self._later)
        client.dropped.connect(self._dropped)

    @property
    def sentence(self) -> str:
        """The reason why no layers are shown, or "" if there are some."""
        if self.layers:
            return ""
        if self._predictions.model is None:
            return self.tr("Choose a model, or start a training, to see here what is inside.")
        return self.trouble or self.tr("The model is being described…")

    @property
    def layer(self) -> LayerFacts | None:
        """The layer that the person inspects, or None if there is none."""
        return next((layer for layer in self.layers if layer.name == self.chosen.name), None)

    def want(self, is_wanted: bool) -> None:
        """Start or stop keeping the layers up to date."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._later()
        else:
            self._soon.stop()

    def set_with_values(self, with_values: bool) -> None:
        """Show also each layer's values for the open image, which takes some ten times as long as a prediction."""
        self.with_values = with_values
        self._later()

    def _key(self) -> tuple[object, ...]:
        """Return the key of the layers, without the weights of a running training.

        They change only the values, which are kept meanwhile.
        """
        predictions = self._predictions
        image = self._workspace.image if self.with_values and not predictions.is_live else None
        return predictions.model, predictions.model_hash, image

    def _later(self) -> None:
        if self._shown[:1] != (self._predictions.model,) and self.layers:
            self.layers = ()
            self.graph = None
            self._shown = ()
            self.trouble = ""
            self.changed.emit()
        if self._is_wanted:
            self._soon.start()

    def _ask(self) -> None:
        model, key = self._predictions.model, self._key()
        if self._predictions.state == "loading" and not self._predictions.is_live:
            self.changed.emit()  # its hash is reported as soon as it is loaded
            return
        if model is None or key in (self._shown, self._asked):
            self.changed.emit()
            return
        image, project = self._workspace.image if key[2] else None, self._workspace.project
        path = None if image is None or project is None else project.path_of(image)

        self._asked = key
        question = LayersQuestion(path)
        self._client.inquire(
            lambda number: AskPlugin(number, Path(model), question, image or ""), partial(self._receive, key)
        )
        self.changed.emit()

    def _receive(self, key: tuple[object, ...], answer: Answered) -> None:
        if key != self._key():
            return
        self._asked = ()
        self._shown = () if answer.is_lost else key
        network = answer.result
        if isinstance(network, str):
            self.layers = ()
            self.graph = None
            self.trouble = network
        else:
            self.layers = network.layers
            self.graph = network.graph
            self.trouble = ""
        if self.layer is None:
            self.chosen.choose("")
        self.changed.emit()

    def _dropped(self) -> None:
        self._asked = ()
        self._later()


def inside_of(session: Session) -> Inside:
    """Return the part that asks for the layers of the chosen model."""

    def make(client: PredictionClient, parent: QObject) -> Inside:
        return Inside(session.workspace, session.predictions, session.instruments.chosen_layer, client, parent)

    return session.instruments.brought(Inside, make)
