"""Keeps the chosen model and the pinned images of a project for the next session."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.predicting.predictions import Predictions
from app.project.catalog import Catalog
from app.project.desk import Desk
from app.project.memory import ProjectMemory
from app.training.training import Training
from app.workers.background import Job
from core.runs.model_ref import model_ref

_MODEL, _PINNED = "model", "pinned"


class RememberedModel(QObject):
    """Keeps model and pinned images for the open project, and chooses them again once its images are listed.

    A project that was never open begins with what is chosen at that moment. A model that is gone by then is chosen no
    more; `Predictions.missed` names it.

    Attributes
    ----------
    is_restoring : bool
        Whether this part, and not the person, is choosing a model at this moment.
    """

    def __init__(
        self,
        desk: Desk,
        catalog: Catalog,
        predictions: Predictions,
        training: Training,
        memory: ProjectMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.is_restoring = False
        self._desk, self._catalog, self._memory = desk, catalog, memory
        self._predictions, self._training = predictions, training
        self._root: Path | None = None
        self._is_restored = False
        self._model_before: Path | None = None
        desk.project_changed.connect(self._project_changed)
        catalog.images_changed.connect(self._listed)
        predictions.model_changed.connect(self._keep_model)
        predictions.pinned_changed.connect(self._keep_pinned)

    def _project_changed(self) -> None:
        project = self._desk.project
        root = None if project is None else project.root
        if root != self._root:
            self._root, self._is_restored = root, False
            self._model_before = self._predictions.model

    def _listed(self) -> None:
        """Choose again only now: the first image is on screen, and it is known which pinned ones are still there."""
        if self._desk.project is None or self._root is None or self._is_restored or self._catalog.is_listing:
            return
        self._is_restored = True
        memory = self._memory.recall()
        pinned = memory.get(_PINNED)
        for image in pinned if isinstance(pinned, list) else ():
            if isinstance(image, str) and self._catalog.table.index_of(image) is not None:
                self._predictions.pin(image)
        if _MODEL in memory and self._may_choose():
            self._find(memory[_MODEL])
        else:
            self._keep_model()
        self._keep_pinned()

    def _may_choose(self) -> bool:
        """Whether neither the person nor a training that goes on has chosen a model since the project was opened."""
        return self._predictions.model == self._model_before and not self._training.is_busy

    def _find(self, kept: object) -> None:
        model = Path(kept) if isinstance(kept, str) else None
        root = self._root

        def then(is_there: bool) -> None:
            if root != self._root or not self._may_choose():
                return
            self.is_restoring = True
            try:
                self._predictions.choose(model if is_there else None)
                if model is not None and not is_there:
                    self._predictions.miss(model)
            finally:
                self.is_restoring = False

        self._desk.background.start("", lambda job: _is_there(model, job), lane="runs", finished=then)

    @property
    def _is_kept(self) -> bool:
        """Whether what is chosen now is chosen for the open project, and not still for the one before."""
        project = self._desk.project
        return self._is_restored and project is not None and project.root == self._root

    def _keep_model(self) -> None:
        if self._is_kept:
            model = self._predictions.model
            self._memory.keep(_MODEL, None if model is None else str(model))

    def _keep_pinned(self) -> None:
        if self._is_kept:
            self._memory.keep(_PINNED, [*self._predictions.pinned])


def _is_there(model: Path | None, job: Job) -> bool:
    """Whether what is remembered as the model can still be read."""
    return model_ref(model).exists
