"""Makes a new model from the chosen one in a process of its own, predicts with it, and can undo that."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reading.predictions import Predictions
from app.workers.task import ChildTask
from core.base.errors import StudioError
from core.base.files import remove_file
from core.runs.bundled import BundledModel
from core.runs.model_ref import model_ref


class Making(ChildTask):
    """Makes one new model at a time, and leaves no file if it is cancelled."""

    def __init__(
        self,
        workspace: Workspace,
        in_use: ModelInUse,
        predictions: Predictions,
        entry: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(entry, parent)
        self.out: Path | None = None  # the new model, once it is there; None again once it is undone
        self.before: Path | None = None  # the model that it was made of
        self._workspace = workspace
        self._in_use = in_use
        self._predictions = predictions
        workspace.ending.connect(self.cancel)

    def proposed(self, ending: str) -> Path | None:
        """Return a file for a model made from the chosen one, beside that or, for the bundled model, in the project.

        The result is None if no model is chosen.
        """
        model, project = self._predictions.model, self._workspace.project
        if model is None:
            return None
        is_bundled = isinstance(model_ref(model), BundledModel)
        folder = project.root if project is not None and is_bundled else model.parent
        return folder / f"{model.stem}-{ending}"

    def choose(self) -> None:
        """Choose the new model for predictions."""
        if self.out is not None:
            self._in_use.choose(self.out)

    def undo(self) -> None:
        """Delete the new model.

        If it predicted, the model before it predicts again.
        """
        if self.out is None:
            return
        if self._in_use.model == self.out:
            self._in_use.choose(self.before)
        try:
            for file in self._files(self.out):
                remove_file(file)
        except StudioError as error:
            self._workspace.notify(error, "error")
            return
        self._forget()
        self.changed.emit()

    def _begin(self, process: str, model: Path, wanted: object) -> None:
        """Start the process, which a person knows by the name `process`."""
        self._forget()
        self.before = model
        self.ask(
            process,
            wanted,
            self.tr("The process that makes the new model ended without a result. Try again; see the log for details."),
        )
        self.changed.emit()

    def _files(self, out: Path) -> tuple[Path, ...]:
        """The files that undoing deletes."""
        return (out,)

    def _forget(self) -> None:
        """Nothing is made any more."""
        self.out = None
