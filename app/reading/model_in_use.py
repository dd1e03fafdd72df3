"""The model in use, which drafts and judges, and whose readings are shown in list, queue, filters and index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.folder import FolderPrediction
from app.reading.kept import KeptPredictions
from app.reading.predicted import Predicted
from app.workers.death import Death
from app.workers.prediction_messages import Answer, Indexed, NotLoaded, Ready
from core.analysis.reading_rule import LOOKS_AT_CODES
from core.charset import Charset
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec

_PROCESS = "the process that predicts"

ModelState = Literal["none", "loading", "ready", "failed"]


class ModelInUse(QObject):
    """The model in use, with its predictions of the open image.

    A person chooses it, or a comparison does that has found a better one. The model that is *looked at* may be another:
    see `app.reading.predictions`.
    """

    changed = Signal(str)  # the prediction of an image, by relative path, is another one
    cleared = Signal()  # no prediction is known any more
    model_changed = Signal()  # the model or its state has changed
    chosen = Signal()  # a person has chosen: the model in use is to be looked at, too

    def __init__(
        self, workspace: Workspace, catalog: Catalog, client: PredictionClient, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        # a model file, a run (its best model), a checkpoint of one, or the project's cross-check; None: nothing drafts
        self.model: Path | None = None
        self.state: ModelState = "none"
        self.error = ""  # why no model is loaded, if loading failed
        self.spec: NetworkSpec | None = None  # what the model was built for, once that is known
        self.model_hash = ""  # "" before the model is loaded
        self.missed = ""  # name of the model that was chosen for this project and is gone; "" otherwise
        self.beside: tuple[str, ...] = ()  # images that are predicted besides the open one
        self._workspace = workspace
        self._catalog = catalog
        self._client = client
        self._kept = KeptPredictions()
        self.folder = FolderPrediction(workspace, catalog, client, self._failure, lambda: self.model_hash, self)
        self._set_reading_options()
        workspace.settings.changed.connect(self._set_reading_options)
        workspace.image_changed.connect(self.want)
        workspace.folder_changed.connect(self._clear)  # images of another project may have the same names
        workspace.project_changed.connect(self._set_reading_options)
        catalog.pictures_changed.connect(self._forget)
        client.answered.connect(self._receive)
        client.died.connect(self._died)

    # What is known

    @property
    def is_on(self) -> bool:
        """True if a model is chosen."""
        return self.model is not None

    @property
    def reads_with_language(self) -> bool:
        """True if the model's language helps to read, as both the person and the open project have it."""
        return bool(self._client.options.get("language_model"))

    @property
    def current(self) -> Predicted | None:
        """The prediction of the open image, or None if there is none."""
        image = self._workspace.image
        return None if image is None else self.prediction_of(image)

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the newest prediction of an image, or None if there is none."""
        return self._kept.prediction_of(image)

    def refusal(self, image: str) -> str:
        """Return the reason why an image cannot be predicted, or "" if it can."""
        return self._kept.refusal(image)

    @property
    def sentence(self) -> str:
        """The reason why there is no prediction of the open image, or "" if there is one or no model is chosen."""
        image = self._workspace.image
        if self.model is None or image is None or self.current is not None:
            return ""
        if self.state == "failed":
            return self.error
        waiting = self.tr("The image is being predicted…")
        return self.refusal(image) or (self.tr("The model is being loaded…") if self.state == "loading" else waiting)

    # What is asked for

    def choose(self, model: Path | None, *, is_looked_at: bool = True) -> None:
        """Use a model file, a run or a checkpoint for drafts and judgements from now on, or nothing if it is None.

        `is_looked_at`: a person has chosen and wants to see what this model sees. If it is False, the model that is
        looked at stays the same.
        """
        if model != self.model or self.state == "failed":
            if self.error:
                self._workspace.solve(self.error)
            self.model = model
            self.error = ""
            self.spec = None
            self.model_hash = ""
            self.missed = ""
            self.state = "none" if model is None else "loading"
            self._clear()
            if model is None:
                self._client.stop()
            else:
                self._client.load(model)
            self._catalog.use_model("")
            self.model_changed.emit()
            self.want()
        if is_looked_at:
            self.chosen.emit()

    def miss(self, model: Path) -> None:
        """Note the name of a model that no longer exists.

        Nothing drafts until another model is chosen.
        """
        self.choose(None, is_looked_at=False)
        ref = model_ref(model)
        self.missed = ref.name if ref.run is None else ref.run.name
        self.model_changed.emit()

    def again(self) -> None:
        """Load the model and predict the open image again, because either may have changed on the disk."""
        self._clear()
        if self.model is not None:
            self.state = "loading"
            self._client.load(self.model)
            self.model_changed.emit()
        self.want()

    def want_beside(self, images: tuple[str, ...]) -> None:
        """Predict these images in addition to the open one."""
        if images != self.beside:
            self.beside = images
            self.want()

    def want(self) -> None:
        """Request the wanted predictions that are not known yet."""
        project = self._workspace.project
        if project is not None and self.state in ("loading", "ready"):
            missing = [(image, project.path_of(image)) for image in self._missing()]
            self._client.want(missing, project.settings)

    # How it comes about

    def _set_reading_options(self) -> None:
        value, project = self._workspace.settings.value, self._workspace.project
        crops = value("predicting.crops")
        is_alone = project is not None and project.settings.reading == "network"
        options = {
            "ignore_case": value("predicting.ignore_case"),
            "crops": int(crops) if crops != "auto" else LOOKS_AT_CODES if is_alone else 0,
            "language_model": value("predicting.language_model") and not is_alone,
            "expected": "" if project is None else project.expected,
        }
        if options != self._client.options:
            self._client.options = options
            if self.is_on:
                self.again()

    def _failure(self) -> str:
        return self.error if self.state == "failed" else ""

    @property
    def _wanted(self) -> list[str]:
        image = self._workspace.image
        return [*dict.fromkeys((*(() if image is None else (image,)), *self.beside))]

    def _missing(self) -> list[str]:
        return self._kept.missing(self._wanted)

    def _receive(self, message: object) -> None:
        match message:
            case Ready():
                self._loaded(message)
            case NotLoaded(message=sentence):
                self._fail(sentence)
            case Answer():
                self._answered(message)
            case Indexed():
                self.folder.keep(message)

    def _loaded(self, ready: Ready) -> None:
        if ready.model != self.model:
            return
        self.spec, self.model_hash = NetworkSpec.from_dict(ready.spec), ready.hash
        self.state, self.error = "ready", ""
        self._catalog.use_model(self.model_hash)
        self.model_changed.emit()
        self.want()

    def _fail(self, sentence: str) -> None:
        if self.model is None:
            return
        self.state, self.error = "failed", sentence
        self._workspace.notify(sentence, "error")
        self.model_changed.emit()

    def _answered(self, answer: Answer) -> None:
        if answer.model != self.model or self.spec is None:
            return
        self._workspace.end_trouble(_PROCESS)
        maps, spec = answer.result, self.spec
        reading = maps if isinstance(maps, str) else Predicted(answer.image, maps, spec.maps, Charset(spec.charset))
        self._kept.keep(answer.image, reading, self._wanted)
        self.changed.emit(answer.image)

    def _died(self, death: Death) -> None:
        if self.model is None:
            return
        if self._client.is_given_up:
            self._fail(death.cause)
            return
        is_asked = bool(self._missing())  # what the process was asked for has gone with it
        if death.cause:
            later = self.tr("{cause} The process starts again with the next image.").format(cause=death.cause)
            self._workspace.notify_trouble(_PROCESS, death.cause if is_asked else later)
        if self.state == "ready":
            self.state = "loading"  # the client loads the model as soon as something is asked for
            self.model_changed.emit()
        if is_asked:
            self.want()

    def _clear(self) -> None:
        self._kept.clear()
        self.cleared.emit()

    def _forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images, which have changed on the disk."""
        self._kept.forget(images)
        if {*images} & {*self._wanted}:
            self.want()
