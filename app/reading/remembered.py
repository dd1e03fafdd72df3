"""Stores the chosen model of a project for the next session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.editor import Editor
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from core.runs.bundled import BundledModel, model_path, model_text, named
from core.runs.fine_tuning import best_known
from core.runs.model_ref import model_ref

_MODEL = "model"
_NONE = ""  # kept if a person chose no model
_PAINTED = 100  # ms to paint an image that has been read


class RememberedModel(QObject):
    """Stores the model for the open project, and restores it once the project's images are listed.

    A project for which no model was ever chosen begins with the bundled model that knows most of its symbols. A model
    that is gone by then is chosen no more; `ModelInUse.missed` names it. A process that predicts is started only once
    the first image is painted. `bundled`: empty: a project begins with no model. `is_settled`: True if it is decided
    which model the open project begins with.
    """

    settled = Signal()  # it is decided which model the open project begins with

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        editor: Editor,
        in_use: ModelInUse,
        memory: ProjectMemory,
        bundled: Sequence[BundledModel] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        # True if this part, and not the person, is choosing a model at this moment
        self.is_restoring = self.is_settled = False
        self._workspace = workspace
        self._catalog = catalog
        self._editor = editor
        self._memory = memory
        self._bundled = bundled
        self._in_use = in_use
        self._root: Path | None = None
        self._is_restored = self._has_begun = False
        self._model_before: Path | None = None
        self._soon = QTimer(self, singleShot=True, interval=_PAINTED)
        self._soon.timeout.connect(self._begin)
        workspace.folder_changed.connect(self._folder_changed)
        catalog.images_changed.connect(self._listed)
        editor.loaded_changed.connect(self._begin_soon)
        in_use.model_changed.connect(self._keep_model)

    def _folder_changed(self) -> None:
        self._root = self._workspace.root
        self._is_restored = False
        self._has_begun = False
        self.is_settled = False
        self._soon.stop()
        if self._in_use.model != self._own:
            self._choose(None)  # the model of another folder knows other symbols
        self._model_before = self._in_use.model

    def _listed(self) -> None:
        if self._workspace.project is None or self._root is None or self._is_restored or self._catalog.is_listing:
            return
        self._is_restored = True
        self._begin_soon()

    def _begin_soon(self) -> None:
        """Choose once the image on screen is painted: the process that predicts would compete with the window."""
        if self._is_restored and not self._has_begun and self._editor.loaded is not None and not self._soon.isActive():
            self._soon.start()

    @property
    def _own(self) -> Path | None:
        """The model of the open project: chosen for it last time, or else the bundled one that fits it."""
        kept = self._memory.recall().get(_MODEL)
        if isinstance(kept, str):
            return None if kept == _NONE else model_path(kept)
        symbols = dict.fromkeys(self._catalog.project_charset.symbols, 1)
        promised = [model for model in self._bundled if model.is_promised]
        fits = best_known(symbols, promised) or next(iter(promised), None)  # a missing file is reported
        return None if fits is None else fits.path

    def _begin(self) -> None:
        self._has_begun = True
        own = self._own
        if not self._may_choose():
            self._settle()
        elif own is None or named(own, self._bundled) is not None:
            self._restore(own)
        else:
            self._find(own)

    def _settle(self) -> None:
        self.is_settled = True
        if self._in_use.model is not None:
            self._keep_model()
        self.settled.emit()

    def _may_choose(self) -> bool:
        """Return True if no person has chosen a model since the project was opened."""
        return self._in_use.model == self._model_before

    def _find(self, model: Path | None) -> None:
        root = self._root

        def then(is_there: bool) -> None:
            if root != self._root:
                return
            if self._may_choose():
                self._restore(model if is_there else None, missed=None if is_there else model)
            else:
                self._settle()

        self._workspace.background.start("", lambda job: model_ref(model).exists, lane="runs", finished=then)

    def _restore(self, model: Path | None, missed: Path | None = None) -> None:
        self._choose(model, missed)
        self.is_settled = True
        self.settled.emit()

    def _choose(self, model: Path | None, missed: Path | None = None) -> None:
        self.is_restoring = True
        try:
            self._in_use.choose(model, is_looked_at=False)
            if missed is not None:
                self._in_use.miss(missed)
        finally:
            self.is_restoring = False

    @property
    def _is_kept(self) -> bool:
        """True if the choices are those for the open project, and not still those for the one before."""
        project = self._workspace.project
        return self._is_restored and project is not None and project.root == self._root

    def _keep_model(self) -> None:
        if self._is_kept and not self.is_restoring:
            model = self._in_use.model
            self._memory.keep(_MODEL, _NONE if model is None else model_text(model))
