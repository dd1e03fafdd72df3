"""The chosen model, and its predictions for the open image and the pinned images."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, Signal

from app.editing.editor import Editor
from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.folder import FolderPrediction
from app.reading.history import WatchedHistory
from app.reading.predicted import Predicted
from app.training.training import Training
from app.workers.background import Job
from app.workers.death import Death
from app.workers.prediction_messages import Answer, Indexed, NotLoaded, Ready
from core.base.errors import StudioError
from core.charset import Charset
from core.labels.maps.render import TargetMaps
from core.runs.events import Prediction
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec
from core.runs.watched import run_spec

if TYPE_CHECKING:  # SciPy, which the start of the program must not wait for
    from core.analysis.predicted_maps import PredictedMaps

ModelState = Literal["none", "loading", "ready", "failed"]

MOST_PINNED = 9

_KEPT = 48  # predictions: going back to an image shows it at once


class Predictions(QObject):
    """The predictions of one window."""

    changed = Signal()  # the prediction of the open image has changed, is being computed, or is gone
    model_changed = Signal()  # the model or its state has changed
    pinned_changed = Signal()
    wall_changed = Signal(str)  # the prediction of a pinned image has changed

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        editor: Editor,
        training: Training,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        # a model file, a run (its best model; while it trains, the weights of the moment), a checkpoint of a run, or
        # the project's cross-check; None: nothing is predicted
        self.model: Path | None = None
        self.is_guest = False  # True if a training that nobody has chosen is shown in the place of a model
        self.state: ModelState = "none"  # of the model; "ready" also while the training predicts
        self.error = ""  # why no model is loaded, if loading failed
        self.spec: NetworkSpec | None = None  # what the model was built for, once that is known
        self.model_hash = ""  # of a finished model; "" before it is loaded
        self.missed = ""  # name of the model that was chosen for this project last time and is gone; "" otherwise
        self.pinned: tuple[str, ...] = ()  # the images on the wall, by relative path
        self._workspace, self._catalog, self._editor, self._training = workspace, catalog, editor, training
        self._found: OrderedDict[str, Predicted | str] = OrderedDict()  # a `str`: why there is none
        self._repaired: tuple[Predicted, Predicted] | None = None  # the model's own, and what is shown in its place
        self._target: tuple[tuple[Any, ...], TargetMaps | str] | None = None
        self._was_live = self._is_live_told = False
        self._followed: Path | None = None  # the training whose predictions were shown in place of another model's
        self._in_use: Path | None = None  # the other model: it is in use again once the training has ended
        self._client = client
        self.history = WatchedHistory(workspace, self)  # of the open image in the run, if the model is one
        self.folder = FolderPrediction(workspace, catalog, client, self._failure, lambda: self.model_hash, self)
        self._listen()

    def _listen(self) -> None:
        self._set_reading_options()
        self._workspace.settings.changed.connect(self._set_reading_options)
        self._client.answered.connect(self._receive)
        self._client.died.connect(self._died)
        self.history.changed.connect(self.changed)
        self.history.trouble.connect(partial(self._workspace.tell, severity="warning"))
        self._workspace.image_changed.connect(self._image_changed)
        self._workspace.folder_changed.connect(self._clear)  # images of another project may have the same names
        self._workspace.project_changed.connect(self._project_changed)
        self._catalog.pictures_changed.connect(self._forget)
        self._training.state_changed.connect(self._training_changed)
        self._training.predicted.connect(self._live_predicted)

    # What there is

    @property
    def is_on(self) -> bool:
        """True if a model is chosen."""
        return self.model is not None

    @property
    def in_use(self) -> Path | None:
        """The chosen model, also while a training that nobody has chosen is shown in its place."""
        return self._in_use if self.is_guest else self.model

    @property
    def is_live(self) -> bool:
        """True if a running training predicts, with its present weights."""
        return self.model is not None and self._training.state.run == self.model and self._training.is_busy

    @property
    def current(self) -> Predicted | None:
        """The prediction of the open image that is shown, with what was repaired of it. None while there is none."""
        own = self.own
        if self._repaired is not None and self._repaired[0] is own:
            return self._repaired[1]
        return own

    @property
    def own(self) -> Predicted | None:
        """The prediction of the open image as the model gave it. None while there is none."""
        image = self._workspace.image
        if image is None or not self.is_on:
            return None
        if self.history.step is not None and self.history.shown is not None:
            return self.history.shown
        return self.of(image)

    @property
    def is_repaired(self) -> bool:
        """True if the prediction that is shown was repaired, and is not the model's own."""
        own, shown = self.own, self.current
        return own is not None and shown is not None and shown.maps is not own.maps

    def of(self, image: str) -> Predicted | None:
        """The newest prediction of an image."""
        reading = self._found.get(image)
        return None if isinstance(reading, str) else reading

    def refusal(self, image: str) -> str:
        """The reason why an image cannot be predicted. "" if it can."""
        reading = self._found.get(image)
        return reading if isinstance(reading, str) else ""

    @property
    def sentence(self) -> str:
        """The reason why no prediction of the open image is shown. "" if one is, or if no model is chosen."""
        image = self._workspace.image
        if not self.is_on or image is None or self.current is not None:
            return ""
        if self.state == "failed":
            return self.error
        if reason := self.refusal(image):
            return reason
        if self.is_live:
            return self.tr("The training has not predicted this image yet.")
        if self.state == "loading":
            return self.tr("The model is being loaded…")
        return self.tr("The image is being predicted…")

    @property
    def target(self) -> TargetMaps | str | None:
        """The target of the shown prediction: the label's target maps under the model's spec and charset.

        None if nothing is predicted; a sentence if the label has no target maps.
        """
        predicted, editor = self.current, self._editor
        if predicted is None or predicted.image != editor.image:
            return None
        key = (editor.label, editor.image_size, predicted.spec, predicted.charset)
        if self._target is None or any(a is not b and a != b for a, b in zip(self._target[0], key, strict=True)):
            self._target = (key, editor.rendered(predicted.spec, predicted.charset))
        return self._target[1]

    # What is asked for

    def choose(self, model: Path | None, *, is_behind: bool = False) -> None:
        """Predict with a model file, a run or a checkpoint from now on. None: with nothing.

        `is_behind`: a training that is shown and that nobody has chosen stays in its place until it ends.
        """
        if is_behind and self.is_guest:
            self._in_use = model
            return
        self.is_guest = False
        if model != self.model or self.state == "failed":
            self._show(model)

    def _show(self, model: Path | None) -> None:
        if self.error:
            self._workspace.solve(self.error)
        self.model, self.error, self.spec, self.model_hash, self.missed = model, "", None, "", ""
        self.state = "none" if model is None else "loading"
        self._is_live_told = False
        self._clear()
        self.history.follow(None, None, None)
        self._was_live = self.is_live
        if model is None or self.is_live:
            self._client.stop()
        else:
            self._client.load(model)
        if model is not None and (run := model_ref(model).run) is not None:
            self._read_run(model, run)
        self._catalog.use_model("")
        self.model_changed.emit()
        self._want()

    def miss(self, model: Path) -> None:
        """Choose no model, and note the name of the model that is gone."""
        ref = model_ref(model)
        self.missed = ref.name if ref.run is None else ref.run.name
        self.model_changed.emit()

    def again(self) -> None:
        """Predict the open image again: the image or the model may have changed on the disk."""
        self._clear()
        if self.model is not None and not self.is_live:
            self.state = "loading"
            self._client.load(self.model)
            self.model_changed.emit()
        self._want()

    def show_repaired(self, maps: PredictedMaps | None) -> None:
        """Show repaired maps in place of the open image's own, until another prediction is shown. None: no longer."""
        own = self.own
        before = self._repaired
        self._repaired = None if own is None or maps is None else (own, replace(own, maps=maps))
        if before is not None or self._repaired is not None:
            self.changed.emit()

    def pin(self, image: str) -> bool:
        """Put an image on the wall. Whether there was room."""
        if image in self.pinned:
            return True
        if len(self.pinned) >= MOST_PINNED:
            sentence = self.tr("{count} words are pinned, which is all there is room for. Unpin one first.")
            self._workspace.tell(sentence.format(count=MOST_PINNED), "warning")
            return False
        self._set_pinned((*self.pinned, image))
        return True

    def unpin(self, image: str) -> None:
        """Take an image off the wall."""
        if image in self.pinned:
            self._set_pinned(tuple(pinned for pinned in self.pinned if pinned != image))

    def shutdown(self) -> None:
        """The window closes. Nothing is waited for."""
        self.history.pause()
        self.folder.cancel()
        self._client.leave()

    # How it comes about

    def _set_reading_options(self) -> None:
        value, project = self._workspace.settings.value, self._workspace.project
        crops = value("predicting.crops")
        options = {
            "ignore_case": value("predicting.ignore_case"),
            "crops": 0 if crops == "auto" else int(crops),
            "language_model": value("predicting.language_model"),
            "expected": "" if project is None else project.expected,
        }
        if options != self._client.options:
            self._client.options = options
            if self.is_on:
                self.again()

    def _failure(self) -> str:
        return self.error if self.state == "failed" else ""

    def _set_pinned(self, pinned: tuple[str, ...]) -> None:
        self.pinned = pinned
        self.pinned_changed.emit()
        self._want()

    def _image_changed(self) -> None:
        self.history.pause()
        if self.is_on:  # else nothing is shown of any image, and whoever listens has nothing to draw again
            self._want()

    def _project_changed(self) -> None:
        project = self._workspace.project
        self._set_reading_options()
        known = {*self._catalog.table.images}
        if project is None or not known.issuperset(self.pinned):
            self._set_pinned(tuple(image for image in self.pinned if project is not None and image in known))
        self.changed.emit()

    def _wanted(self) -> list[str]:
        image = self._workspace.image
        return [*dict.fromkeys(([] if image is None else [image]) + [*self.pinned])]

    def _missing(self) -> list[str]:
        return [wanted for wanted in self._wanted() if wanted not in self._found]

    def _want(self) -> None:
        """Request the predictions that are shown and not known yet."""
        project, image = self._workspace.project, self._workspace.image
        if project is not None and self.is_on:
            if self.is_live:
                self._training.watch([project.path_of(wanted) for wanted in self._wanted()])
            elif self.state in ("loading", "ready"):
                missing = [(image, project.path_of(image)) for image in self._missing()]
                self._client.want(missing, project.settings)
        if project is not None and image is not None:
            self.history.follow(self._run, self.spec, (image, project.path_of(image)))
        self.changed.emit()

    @property
    def _run(self) -> Path | None:
        """The run or checkpoint that predicts. None for a model file and a cross-check, which have no past to show."""
        model = self.model
        return None if model_ref(model).run is None else model

    def _read_run(self, model: Path, run: Path) -> None:
        def work(job: Job) -> NetworkSpec:
            return run_spec(run)

        def then(spec: NetworkSpec) -> None:
            if self.model == model:
                self.spec = spec
                self.model_changed.emit()
                self._want()

        has_begun = self._training.state.started is not None  # before that, a run says nothing: its `Started` does

        def failed(error: Exception) -> None:
            if self.model == model and self.is_live and has_begun:
                self._tell_of_live(error)

        self._workspace.background.start("", work, lane="pictures", finished=then, failed=failed)

    def _tell_of_live(self, error: Exception) -> None:
        """Say why the predictions of a training cannot be shown: once, although each of them fails."""
        if not self._is_live_told:
            self._is_live_told = True
            reason = translated(error) if isinstance(error, StudioError) else f"{type(error).__name__}: {error}"
            sentence = self.tr("What the training predicts cannot be shown: {reason}")
            self._workspace.tell(sentence.format(reason=reason), "warning")

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
        if ready.model != self.model or self.is_live:
            return
        self.spec, self.model_hash = NetworkSpec.from_dict(ready.spec), ready.hash
        self.state, self.error = "ready", ""
        self._catalog.use_model(self.model_hash)
        self.model_changed.emit()
        self._want()

    def _fail(self, sentence: str) -> None:
        if self.model is None or self.is_live:
            return
        self.state, self.error = "failed", sentence
        self._workspace.tell(sentence, "error")
        self.model_changed.emit()
        self.changed.emit()

    def _answered(self, answer: Answer) -> None:
        if answer.model != self.model or self.spec is None or self.is_live:
            return
        maps, spec = answer.result, self.spec
        reading = maps if isinstance(maps, str) else Predicted(answer.image, maps, spec.maps, Charset(spec.charset))
        self._keep(answer.image, reading)

    def _died(self, death: Death) -> None:
        if self._client.is_given_up:
            self._fail(death.cause)
            return
        is_asked = bool(self._missing())  # what the process was asked for has gone with it
        if death.cause:
            later = self.tr("{cause} It is started again with the next image.").format(cause=death.cause)
            self._workspace.tell(death.cause if is_asked else later, "error")
        if self.state == "ready":
            self.state = "loading"  # the client loads the model as soon as something is asked for
            self.model_changed.emit()
        if is_asked:
            self._want()
        else:
            self.changed.emit()

    def _keep(self, predicted: str, reading: Predicted | str) -> None:
        self._found[predicted] = reading
        self._found.move_to_end(predicted)
        shown = {*self._wanted()}
        for image in [image for image in self._found if image not in shown][: max(len(self._found) - _KEPT, 0)]:
            del self._found[image]
        if predicted in self.pinned:
            self.wall_changed.emit(predicted)
        if predicted == self._workspace.image:
            self.changed.emit()

    def _clear(self) -> None:
        self._found.clear()
        self._target = None
        for image in self.pinned:
            self.wall_changed.emit(image)

    def _forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images, which have changed on the disk."""
        for image in images:
            self._found.pop(image, None)
        if {*images} & {*self._wanted()}:
            self._want()

    # While a training predicts

    def _training_changed(self) -> None:
        run = self._training.state.run
        if self._training.is_busy and self._training.is_watched and run is not None and run != self._followed:
            before, self._followed = self.model, run
            if run != before:
                self._follow(run, before)
                return
        if self.is_live == self._was_live:
            return
        self._was_live = self.is_live
        if self.is_live:
            self._client.stop()
            self.state = "ready"
            self._clear()
        elif self.is_guest and self._in_use is not None:  # `app.drafting.learning` decides if the new model is used
            self.choose(self._in_use)
        elif self.model is not None:  # it is over: what is left is its best model
            self.is_guest, self.state = False, "loading"
            self._clear()
            self._client.load(self.model)
        self.model_changed.emit()
        self._want()

    def _follow(self, run: Path, before: Path | None) -> None:
        """Show what a training sees while it goes on, unless the person chooses another model."""
        config = self._training.config
        self.is_guest, self._in_use = True, before or (None if config is None else config.start)
        self._show(run)

    def _live_predicted(self, prediction: Prediction) -> None:
        project, started = self._workspace.project, self._training.state.started
        if project is None or started is None or not self.is_live:
            return
        paths = {str(project.path_of(image)): image for image in self._wanted()}
        image = paths.get(prediction.image)
        if image is None:
            return
        last = self._training.state.last_step
        loss = None if last is None else last.losses.get("loss")
        is_new = self.spec is None
        try:
            self.spec, self.state = NetworkSpec.from_dict(started.spec), "ready"
        except StudioError as error:
            self._tell_of_live(error)
            return
        if is_new:
            self.model_changed.emit()
            self._want()
        charset = Charset(self.spec.charset)
        self._keep(image, Predicted(image, prediction.maps, self.spec.maps, charset, prediction.step, loss))
        if image == self._workspace.image and prediction.path is not None:
            self.history.add(prediction.step, prediction.path, loss)
