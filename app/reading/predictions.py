"""The predictions on screen, made by the model on view for the open image and those watched beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.editing.editor import Editor
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.another_model import AnotherModel
from app.reading.client import PredictionClient
from app.reading.history import WatchedHistory
from app.reading.live import LivePredictions
from app.reading.model_in_use import ModelInUse, ModelState
from app.reading.predicted import Predicted
from app.reading.repaired import RepairedPrediction
from app.training.runs import Runs
from app.training.training import Training
from app.workers.background import Job
from core.labels.maps.render import TargetMaps
from core.runs.events import Prediction
from core.runs.model_ref import model_ref, path_after_renaming
from core.runs.spec import NetworkSpec
from core.runs.watched import run_spec

if TYPE_CHECKING:  # SciPy, which the start of the program must not wait for
    from core.analysis.predicted_maps import PredictedMaps


class Predictions(QObject):
    """The predictions of the model on view, which is the model in use or else the inspected run.

    A run is looked at while this window trains it, after that, and if it is chosen among the runs, until another model
    is chosen. Nothing that it reads reaches the list, the queue or the index: these are of the model in use.
    """

    changed = Signal()  # the prediction of the open image has changed, is being computed, or is gone
    model_changed = Signal()  # the model that is looked at, or its state, has changed
    watched_changed = Signal()
    watched_predicted = Signal(str)  # the prediction of a watched image has changed

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        editor: Editor,
        runs: Runs,
        training: Training,
        in_use: ModelInUse,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.run: Path | None = None  # the run, or the checkpoint of one, that is looked at; None: the model in use
        self.watched: tuple[str, ...] = ()  # images that are predicted beside the open one, by relative path
        self.shows_other = False  # True if the maps of `other` are wanted beside
        self._workspace = workspace
        self._catalog = catalog
        self._editor = editor
        self._training = training
        self._in_use, self._client = in_use, client
        self._live, self._another = LivePredictions(workspace, training, self), AnotherModel(workspace, client, self)
        self._run_spec: NetworkSpec | None = None  # of `run`, as its folder says
        self._last_run: Path | None = None  # that was looked at before the model in use
        self._followed: Path | None = None  # the training that was shown by itself
        self._repaired = RepairedPrediction()
        self._target: tuple[tuple[Any, ...], TargetMaps | str] | None = None
        self._listed: frozenset[Path] = frozenset()  # the runs of the folder `_listed_of`
        self._listed_of: Path | None = None
        self.history = WatchedHistory(workspace, self)  # of the open image in the run, if the model is one
        self._listen(runs)

    def _listen(self, runs: Runs) -> None:
        workspace, in_use = self._workspace, self._in_use
        self.history.changed.connect(self.changed)
        self.history.trouble.connect(partial(workspace.notify, severity="warning"))
        workspace.image_changed.connect(self._image_changed)
        workspace.folder_changed.connect(partial(self.look_at, None))
        workspace.project_changed.connect(self.changed)
        self._catalog.pictures_changed.connect(self._forget)
        in_use.model_changed.connect(self._model_changed)
        in_use.chosen.connect(partial(self.look_at, None))
        in_use.cleared.connect(self._notify_of_all)
        in_use.changed.connect(partial(self._answered, in_use))
        self._another.changed.connect(partial(self._answered, self._another))
        self._another.state_changed.connect(self._model_changed)
        self._live.changed.connect(partial(self._answered, self._live))
        self._live.begun.connect(self._model_changed)
        self._live.kept.connect(self._add_step)
        self._training.state_changed.connect(self._training_changed)
        runs.renamed.connect(self._run_renamed)
        runs.changed.connect(lambda: self._runs_changed(frozenset(info.path for info in runs.entries)))

    # Which model

    @property
    def model(self) -> Path | None:
        """The model on view, or None if nothing is predicted."""
        return self.run or self._in_use.model

    @property
    def is_on(self) -> bool:
        """True if a model is on view."""
        return self.model is not None

    @property
    def is_in_use(self) -> bool:
        """True if the model on view also drafts and judges."""
        return self._source is self._in_use

    @property
    def is_live(self) -> bool:
        """True if a running training predicts with its current weights."""
        return self.run is not None and self._training.state.run == self.run and self._training.is_busy

    @property
    def other(self) -> Path | None:
        """The model that can be shown beside: the one in use or, while it is on view, the last run on view, or None."""
        if not self.is_in_use:
            return self._in_use.model
        return None if self._last_run == self.model else self._last_run  # a run that is in use now is no other model

    @property
    def state(self) -> ModelState:
        """The state of the model on view, or of its training until the finished model can be asked."""
        return "ready" if self.is_live or self._is_bridged else self._source.state

    @property
    def error(self) -> str:
        """The reason why the model cannot be used, or "" if it can."""
        return self._source.error

    @property
    def spec(self) -> NetworkSpec | None:
        """The task that the model was built for, or None while that is unknown."""
        live = self._live.spec if self.run is not None and self.run == self._live.run else None
        if self.is_live:
            return live or self._run_spec
        return self._source.spec or live or self._run_spec

    @property
    def model_hash(self) -> str:
        """The hash of the model's weights, or "" before it is loaded and for a training."""
        return "" if self.is_live else self._source.model_hash

    @property
    def _source(self) -> ModelInUse | AnotherModel:
        """The part that predicts once no training does."""
        run = self.run
        return self._in_use if run is None or (run == self._in_use.model and not self.is_live) else self._another

    @property
    def _is_bridged(self) -> bool:
        """True between the last step of a training and the first answer of its finished model."""
        return self.run is not None and self._training.state.run == self.run and self._training.is_answering

    # What it predicts

    @property
    def current(self) -> Predicted | None:
        """The prediction of the open image as it is shown, with its repairs, or None if there is none."""
        return self._repaired.shown_for(self.own)

    @property
    def own(self) -> Predicted | None:
        """The model's own prediction of the open image, or None if there is none."""
        image = self._workspace.image
        if image is None or not self.is_on:
            return None
        if self.history.step is not None and self.history.shown is not None:
            return self.history.shown
        return self.prediction_of(image)

    @property
    def beside(self) -> Predicted | None:
        """The other model's prediction of the open image, or None if there is none, or none is wanted."""
        image, model = self._workspace.image, self.other
        if image is None or model is None or not self.shows_other:
            return None
        return self._another.prediction_of(image) if self.is_in_use else self._in_use.prediction_of(image)

    def shown(self, source: str) -> Predicted | None:
        """Return the prediction by the model on view (or, for the source "other", by the other model), or None."""
        return self.beside if source == "other" else self.current

    @property
    def is_repaired(self) -> bool:
        """True if the prediction that is shown was repaired and is not the model's own."""
        own, shown = self.own, self.current
        return own is not None and shown is not None and shown.maps is not own.maps

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the newest prediction of an image by the model on view, or None if there is none."""
        finished = None if self.is_live else self._source.prediction_of(image)
        is_of_training = self.run is not None and self.run == self._live.run
        return self._live.prediction_of(image) if finished is None and is_of_training else finished

    def refusal(self, image: str) -> str:
        """Return the reason why an image cannot be predicted, or "" if it can."""
        return "" if self.is_live else self._source.refusal(image)

    @property
    def sentence(self) -> str:
        """The reason why no prediction of the open image is shown, or "" if one is, or if no model is on view."""
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
        """The target for the prediction that is shown: the label's target maps under the model's spec and charset.

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

    def look_at(self, run: Path | None) -> None:
        """Inspect a run or one of its checkpoints until another model is chosen, or the model in use again if None."""
        if run == self.run:
            return
        if self.run is not None:
            self._last_run = self.run
            self._training.let_go()
        self.run, self._run_spec = run, None
        if run is not None:
            self._read_run(run)
            self._live.take(run if run == self._training.state.run else None)
        self._take_another()
        self._look_anew()

    def look_at_both(self, run: Path, old: Path) -> None:
        """Inspect a run with the maps of the model beside that it was compared with, although it is in use itself."""
        self.look_at(run)
        if self.is_in_use and old != self.model:
            self._last_run = old
        self.shows_other = True
        self._take_another()
        self._look_anew()

    def show_other(self, is_wanted: bool) -> None:
        """Show the maps of the other model beside these, or hide them."""
        if is_wanted != self.shows_other:
            self.shows_other = is_wanted
            self._take_another()
            self._want()

    def again(self) -> None:
        """Predict the open image again, because the image or the model may have changed on the disk."""
        if self._source is self._in_use:
            self._in_use.again()
        elif not self.is_live:
            self._another.again()
        self._want()

    def show_repaired(self, maps: PredictedMaps | None) -> None:
        """Show repaired maps instead of the model's own for the open image, or the model's own if None.

        They stay until another prediction is shown.
        """
        if self._repaired.set(self.own, maps):
            self.changed.emit()

    def watch_also(self, images: Sequence[str]) -> None:
        """Predict these images beside the open one from now on, also while a training predicts."""
        self.watched = tuple(images)
        self.watched_changed.emit()
        self._want()

    def shutdown(self) -> None:
        """Stop all predicting without waiting, because the window closes."""
        self.history.pause()
        self._in_use.folder.cancel()
        self._another.take(None)
        self._client.leave()

    # How it comes about

    @property
    def _wanted(self) -> list[str]:
        image = self._workspace.image
        return [*dict.fromkeys((*(() if image is None else (image,)), *self.watched))]

    def _want(self) -> None:
        """Request the predictions that are shown and not known yet."""
        project, image = self._workspace.project, self._workspace.image
        if project is not None:
            if self.is_live or self._is_bridged:
                self._live.watch(self._wanted)
            is_other = self._source is not self._another
            self._another.want([image] if is_other and image is not None else self._wanted)
            self._in_use.want_beside(self.watched if self._source is self._in_use else ())
        if project is not None and image is not None:
            self.history.follow(self._past, self.spec, (image, project.path_of(image)))
        self.changed.emit()

    @property
    def _past(self) -> Path | None:
        """The run or checkpoint that predicts, or None for a model file and a cross-check, which have no past."""
        model = self.model
        return None if model_ref(model).run is None else model

    def _take_another(self) -> None:
        """Ask the model that is not in use, if one is looked at or shown beside."""
        if self.is_live:
            self._another.take(None)
        elif self._source is self._another:
            self._another.take(self.run)
        else:
            self._another.take(self._last_run if self.shows_other else None)

    def _look_anew(self) -> None:
        """Another model is looked at."""
        self._target = None
        self.history.follow(None, None, None)
        self._notify_of_all()
        self.model_changed.emit()
        self._want()

    def _notify_of_all(self) -> None:
        for image in self.watched:
            self.watched_predicted.emit(image)

    def _image_changed(self) -> None:
        self.history.pause()
        if self.is_on:  # else nothing is shown of any image, and whoever listens has nothing to draw again
            self._want()

    def _model_changed(self) -> None:
        """Follow a change of the model in use, or of the known facts about the one that is looked at."""
        run = self.model
        if self.run is None and run is not None and self._run_spec is None and (folder := model_ref(run).run):
            self._read_spec(run, folder)
        self._take_another()
        self.model_changed.emit()
        self._want()

    def _answered(self, source: QObject, image: str) -> None:
        is_shown = source is self._source or source is self._live
        if source is self._source and image == self._workspace.image:
            self._training.let_go()  # the finished model answers now
        if is_shown and image in self.watched:
            self.watched_predicted.emit(image)
        if image == self._workspace.image and (is_shown or self.shows_other):
            self.changed.emit()

    def _forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images, which have changed on the disk."""
        self._live.forget(images)
        self._another.forget(images)
        if {*images} & {*self._wanted}:
            self._want()

    def _read_run(self, run: Path) -> None:
        folder = model_ref(run).run
        if folder is not None:
            self._read_spec(run, folder)

    def _read_spec(self, model: Path, run: Path) -> None:
        """Read what the network of a run is for: its past can be shown before its model is loaded."""

        def then(spec: NetworkSpec) -> None:
            if self.model == model:
                self._run_spec = spec
                self.model_changed.emit()
                self._want()

        has_begun = self._training.state.started is not None  # before that, a run says nothing: its `Started` does

        def failed(error: Exception) -> None:
            if self.model == model and self.is_live and has_begun:
                self._live.notify_trouble(error)

        def work(job: Job) -> NetworkSpec:
            return run_spec(run)

        self._workspace.background.start("", work, lane="pictures", finished=then, failed=failed)

    # While a training goes on, and after it

    def _training_changed(self) -> None:
        state, training = self._training.state, self._training
        if not training.is_busy:
            self._followed = None  # a run that is resumed is looked at again
        if training.is_busy and training.is_watched and state.run is not None and state.run != self._followed:
            self._followed = state.run
            self.look_at(state.run)
        elif self.run is not None and self.run == state.run:
            if self.is_live:
                self._live.take(self.run)
            elif self._source is self._in_use and self._in_use.state != "loading":
                self._in_use.again()  # it has gone on: its best model may be another one
            self._take_another()
            self.model_changed.emit()
            self._want()

    def _add_step(self, prediction: Prediction, loss: float | None) -> None:
        if self.is_live and prediction.path is not None:
            self.history.add(prediction.step, prediction.path, loss)

    def _run_renamed(self, old: Path, new: Path) -> None:
        """Go on with the models of a run whose folder has another name now."""
        used, last = self._in_use.model, path_after_renaming(self._last_run, old, new)
        if (now := path_after_renaming(used, old, new)) != used:
            self._in_use.choose(now, is_looked_at=False)
        self.look_at(path_after_renaming(self.run, old, new))
        if last != self._last_run:
            self._last_run = last
            self._take_another()
            self.changed.emit()

    def _runs_changed(self, present: frozenset[Path]) -> None:
        """See whether a run that matters was deleted, since a folder of runs may also be listed no longer."""
        root = self._workspace.root
        before = self._listed if root == self._listed_of else frozenset()
        self._listed, self._listed_of = present, root
        matter = (model_ref(model).run for model in (self.run, self._last_run, self._in_use.model))
        gone = [run for run in matter if run in before - present]
        if gone:

            def work(job: Job) -> frozenset[Path]:
                return frozenset(run for run in gone if not run.exists())

            self._workspace.background.start("", work, lane="runs", finished=self._lost)

    def _lost(self, gone: frozenset[Path]) -> None:
        """Show the model in use again in place of a run that was deleted, and use no model that is gone."""
        run, used = model_ref(self.run).run, self._in_use.model
        if run in gone and not self.is_live:
            sentence = self.tr("{run} was deleted. The maps shown are again those of the model in use.")
            self.look_at(None)
            self._workspace.notify(sentence.format(run=run.name), "warning")
        if model_ref(self._last_run).run in gone:
            self._last_run = None
            self._take_another()
            self.changed.emit()
        if used is not None and model_ref(used).run in gone:
            sentence = self.tr(
                "{model}, the model in use, was deleted. Choose another model; until then, nothing is drafted."
            )
            self._in_use.miss(used)
            self._workspace.notify(sentence.format(model=model_ref(used).name), "warning")
