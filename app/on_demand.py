"""The parts of a session that few windows need, each loaded and made when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject

from app.bulk.bulk import Bulk
from app.checklist.checklist import Checklist
from app.editing.editor import Editor
from app.editing.saver import Saver
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.model_in_use import ModelInUse
from app.reading.predictions import Predictions
from app.training.runs import Runs
from app.training.training import Training
from core.runs.bundled import BundledModel

if TYPE_CHECKING:
    from app.bulk.dividing import Dividing
    from app.bulk.moving import Moving
    from app.bulk.noting import ImageNotes
    from app.evaluation.evaluating import Evaluating
    from app.evaluation.potential_gains import FolderGains
    from app.instruments.chosen_layer import ChosenLayer
    from app.instruments.compare import ComparedMaps
    from app.instruments.repair import PredictionRepair
    from app.instruments.what_if import WhatIf
    from app.instruments.why import Diagnosing
    from app.training.examination import Examination
    from app.training.learning_histories import LearningHistories
    from app.training.plan import TrainingPlan
    from app.training.samples import TrainingSamples
    from app.training.tensorboard import TensorBoard

T = TypeVar("T")


class Instruments(QObject):
    """The parts that examine the chosen model, trainings and many images, and that change them."""

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        saver: Saver,
        editor: Editor,
        runs: Runs,
        training: Training,
        in_use: ModelInUse,
        predictions: Predictions,
        client: PredictionClient,
        bulk: Bulk,
        memory: ProjectMemory,
        checklist: Checklist,
        bundled: Sequence[BundledModel],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._brought: dict[type, object] = {}
        self._workspace = workspace
        self._catalog = catalog
        self._saver = saver
        self._editor = editor
        self._bulk = bulk
        self._runs = runs
        self._training = training
        self._client = client
        self._in_use, self._predictions = in_use, predictions
        self._memory = memory
        self._checklist = checklist
        self._bundled = bundled

    @cached_property
    def diagnosing(self) -> Diagnosing:
        """The part that explains the reading of the open image."""
        from app.instruments.why import Diagnosing

        diagnosing = Diagnosing(self._workspace, self._editor, self._predictions, self._client, self)
        self._checklist.watch(diagnosing)
        return diagnosing

    @cached_property
    def prediction_repair(self) -> PredictionRepair:
        """The part that repairs the prediction of the open image."""
        from app.instruments.repair import PredictionRepair

        return PredictionRepair(self._workspace, self._editor, self._predictions, self._client, self)

    @cached_property
    def compared(self) -> ComparedMaps:
        """The part that compares the maps of two runs for the open image."""
        from app.instruments.compare import ComparedMaps

        return ComparedMaps(self._workspace, self._catalog, self._client, self)

    @cached_property
    def gains(self) -> FolderGains:
        """The part with the potential gain of each branch of the network over a folder."""
        from app.evaluation.potential_gains import FolderGains

        return FolderGains(self._workspace, self._catalog, self._saver, self._predictions, self._client, self)

    @cached_property
    def evaluating(self) -> Evaluating:
        """The part that evaluates the chosen model on a folder."""
        from app.evaluation.evaluating import Evaluating

        return Evaluating(self._workspace, self._catalog, self._saver, self._predictions, self._client, self)

    @cached_property
    def what_if(self) -> WhatIf:
        """The part that reads a changed copy of the open image."""
        from app.instruments.what_if import WhatIf

        return WhatIf(self._workspace, self._editor, self._predictions, self._client, self)

    @cached_property
    def chosen_layer(self) -> ChosenLayer:
        """The part that stores the inspected layer of the chosen model."""
        from app.instruments.chosen_layer import ChosenLayer

        return ChosenLayer(self)

    def brought(self, kind: type[T], make: Callable[[PredictionClient, QObject], T]) -> T:
        """Return a plug-in's part, given its class, made by `make` at the first call.

        `make`: called with the client of the process that predicts, and the part's parent.
        """
        if kind not in self._brought:
            self._brought[kind] = make(self._client, self)
        part = self._brought[kind]
        assert isinstance(part, kind)
        return part

    @cached_property
    def image_notes(self) -> ImageNotes:
        """The part that sets tags and splits of many images."""
        from app.bulk.noting import ImageNotes

        return ImageNotes(self._workspace, self._catalog, self._bulk, self)

    @cached_property
    def dividing(self) -> Dividing:
        """The part that divides whole pictures into the characters of their texts."""
        from app.bulk.dividing import Dividing

        return Dividing(self._workspace, self._catalog, self._bulk, self)

    @cached_property
    def moving(self) -> Moving:
        """The part that moves images to the trash or into another folder, and back."""
        from app.bulk.moving import Moving

        return Moving(self._workspace, self._catalog, self._bulk, self.image_notes, self)

    @cached_property
    def plan(self) -> TrainingPlan:
        """The part with the choices for the next training."""
        from app.training.plan import TrainingPlan

        return TrainingPlan(self._workspace, self._catalog, self._memory, self._bundled, self)

    @cached_property
    def samples(self) -> TrainingSamples:
        """The part with the samples of the next training."""
        from app.training.samples import TrainingSamples

        samples = TrainingSamples(self._training, self)
        self._workspace.ending.connect(samples.drop)
        return samples

    @cached_property
    def learning_histories(self) -> LearningHistories:
        """The part with the learning histories of the chosen runs."""
        from app.training.learning_histories import LearningHistories

        return LearningHistories(self._workspace, self._catalog, self._training, self)

    @cached_property
    def examination(self) -> Examination:
        """The part that diagnoses why a training does not learn."""
        from app.training.examination import Examination

        return Examination(self._workspace, self._runs, self._training, self.plan, self)

    @cached_property
    def tensorboard(self) -> TensorBoard:
        """The part that runs TensorBoard once a run is shown in it."""
        from app.training.tensorboard import TensorBoard

        return TensorBoard(self._workspace, self)
