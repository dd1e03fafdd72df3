"""Makes a new model from the chosen one, with other symbols or weights from a file, in a process of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.models.making import Making
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reading.predictions import Predictions
from core.base.errors import StudioError
from core.charset import Charset
from core.model.network.transferred import Layers, SymbolChange
from core.plugins.adapting.job import Adapted, AdaptJob, SavedWeights, SaveJob, card_of

PROJECT = "project"  # the charset of the project, beside the names that `core.charset.Charset.named` knows


class Adapting(Making):
    """Makes one adaptation at a time: first its choices and a preview, then the new model."""

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        in_use: ModelInUse,
        predictions: Predictions,
        parent: QObject | None = None,
        *,
        entry: str = "app.workers.children.job",
    ) -> None:
        super().__init__(workspace, in_use, predictions, entry, parent)
        self._catalog = catalog
        self.charset = ""  # "" for the model's own, `PROJECT`, a name of `core.charset.PRESETS`, or a file
        # weights, names: as those of `core.plugins.adapting.job.AdaptJob`
        self.weights: Path | None = None
        self.names: Path | None = None
        self.layers: Layers = "all"  # likewise
        self.trouble = ""  # why the charset cannot be read; "" if it can
        # what the last one gave, or would give: a preview has no `out`. None after another choice
        self.adapted: Adapted | None = None
        self.saved: SavedWeights | None = None  # the file of weights that was written last
        self._symbols: tuple[str, ...] | None = None
        predictions.model_changed.connect(self._model_changed)

    @property
    def change(self) -> SymbolChange | None:
        """The consequence of the charset for the chosen model, or None if the charset is the same or unknown."""
        spec = self._predictions.spec
        if spec is None or self._symbols is None:
            return None
        return SymbolChange.of(spec.charset, self._symbols)

    @property
    def can_adapt(self) -> bool:
        """True if there is a model and something to change in it."""
        has_choice = self._symbols is not None or self.weights is not None
        return has_choice and not self.trouble and self.can_save

    @property
    def can_save(self) -> bool:
        """True if there is a model whose weights can be written, and no work is running."""
        predictions = self._predictions
        return predictions.model is not None and not predictions.is_live and not self.is_busy

    def choose_charset(self, name: str) -> None:
        """Choose other symbols, given the name of a charset as in `charset`."""
        self.charset = name
        self._symbols = None
        self.trouble = ""
        try:
            if name:
                self._symbols = self._symbols_of(name)
        except StudioError as error:
            self.trouble = str(error)
        self._chosen()

    def choose_weights(self, file: Path | None, names: Path | None = None) -> None:
        """Choose a file with weights, or no file if it is None."""
        self.weights, self.names = file, names
        self._chosen()

    def choose_layers(self, layers: Layers) -> None:
        """Transfer weights only to these layers."""
        self.layers = layers
        self._chosen()

    def preview(self) -> None:
        """Compute the facts about the new model without writing it."""
        self._start(None)

    def start(self, out: Path) -> None:
        """Write the new model and its card in the background."""
        self._start(out)

    def save(self, out: Path) -> None:
        """Write weights of the chosen model to a file, those of `layers`."""
        model = self._predictions.model
        if model is not None and self.can_save:
            self._begin(self.tr("The process that writes weights"), model, SaveJob(model, out, self.layers))

    def _start(self, out: Path | None) -> None:
        model = self._predictions.model
        if model is not None and self.can_adapt:
            job = AdaptJob(model, out, self._symbols, self.weights, self.layers, self.names)
            self._begin(self.tr("The process that adapts a model"), model, job)

    def _symbols_of(self, name: str) -> tuple[str, ...]:
        return tuple(self._catalog.project_charset) if name == PROJECT else Charset.named(name).symbols

    def _chosen(self) -> None:
        """Forget the answer to other choices."""
        if self.adapted is not None and self.adapted.out is None:
            self.adapted = None
        self.refusal = ""
        self.changed.emit()

    def _model_changed(self) -> None:
        if self.adapted is not None and self.adapted.out is None and self._predictions.model != self.before:
            self.adapted = None
        self.changed.emit()

    def _files(self, out: Path) -> tuple[Path, ...]:
        return out, card_of(out)

    def _take_message(self, message: object) -> None:
        if isinstance(message, Adapted):
            self.adapted, self.out = message, message.out
        elif isinstance(message, SavedWeights):
            self.saved = message

    def _forget(self) -> None:
        super()._forget()
        self.adapted, self.saved = None, None
