"""What was chosen for a project, from one session to the next: the model, the pinned images, the plan of a training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.desktop.window_state import WindowState
from app.workers.background import Job

if TYPE_CHECKING:
    from app.session import Session

_MODEL, _PINNED = "model", "pinned"


class ProjectMemory(QObject):
    """Keeps it for the open project, and brings it back once that project's images are listed.

    A project that was never open begins with what is chosen at that moment. A model that is gone by then is chosen no
    more; `Predictions.missed` names it.

    Attributes
    ----------
    is_restoring : bool
        Whether something is being chosen again at this moment, and not by the person.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.is_restoring = False
        self._session = session
        self._state = WindowState(parent=self)
        self._root: Path | None = None
        self._is_restored = False
        self._model_before: Path | None = None
        session.project_changed.connect(self._project_changed)
        session.catalog.images_changed.connect(self._listed)
        session.predictions.model_changed.connect(self._keep_model)
        session.predictions.pinned_changed.connect(self._keep_pinned)

    def recall(self, name: str) -> Any:
        """What was kept for the open project under a name; None if nothing was."""
        project = self._session.project
        return None if project is None else self._state.memory_of(project.root).get(name)

    def keep(self, name: str, value: object) -> None:
        """Keep something for the open project, as JSON can hold it."""
        project = self._session.project
        if project is None:
            return
        memory = self._state.memory_of(project.root)
        if name not in memory or memory[name] != value:
            self._state.remember(project.root, {**memory, name: value})

    def _project_changed(self) -> None:
        project = self._session.project
        root = None if project is None else project.root
        if root != self._root:
            self._root, self._is_restored = root, False
            self._model_before = self._session.predictions.model

    def _listed(self) -> None:
        """Only now: the first image is on screen, and it is known which pinned ones are still there."""
        session = self._session
        if session.project is None or self._root is None or self._is_restored or session.catalog.is_listing:
            return
        self._is_restored = True
        memory = self._state.memory_of(self._root)
        pinned = memory.get(_PINNED)
        for image in pinned if isinstance(pinned, list) else ():
            if isinstance(image, str) and session.catalog.table.place_of(image) is not None:
                session.predictions.pin(image)
        if _MODEL in memory and self._may_choose():
            self._find(memory[_MODEL])
        else:
            self._keep_model()
        self._keep_pinned()

    def _may_choose(self) -> bool:
        """Whether neither the person nor a training that goes on has chosen a model since the project was opened."""
        predictions = self._session.predictions
        return predictions.model == self._model_before and not self._session.training.is_busy

    def _find(self, kept: object) -> None:
        model = Path(kept) if isinstance(kept, str) else None
        root = self._root

        def then(is_there: bool) -> None:
            if root != self._root or not self._may_choose():
                return
            self.is_restoring = True
            try:
                self._session.predictions.choose(model if is_there else None)
                if model is not None and not is_there:
                    self._session.predictions.miss(model)
            finally:
                self.is_restoring = False

        self._session.background.start("", lambda job: _is_there(model, job), lane="runs", finished=then)

    @property
    def _is_kept(self) -> bool:
        """Whether what is chosen now is chosen for the open project, and not still for the one before."""
        project = self._session.project
        return self._is_restored and project is not None and project.root == self._root

    def _keep_model(self) -> None:
        if self._is_kept:
            model = self._session.predictions.model
            self.keep(_MODEL, None if model is None else str(model))

    def _keep_pinned(self) -> None:
        if self._is_kept:
            self.keep(_PINNED, [*self._session.predictions.pinned])


def _is_there(model: Path | None, job: Job) -> bool:
    """Whether a model file, the best model of a run, or a checkpoint can still be read."""
    if model is None:
        return False
    return any(file.is_file() for file in (model, model / "model.keras", model / "state.npz"))


def memory_of(session: Session) -> ProjectMemory | None:
    """The one of a session; None where no window has made it."""
    return session.findChild(ProjectMemory)
