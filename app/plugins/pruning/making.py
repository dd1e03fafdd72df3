"""Makes a new model from the chosen one with weak channels set to 0, in a process of its own, and can undo that."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.models.making import Making
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reading.predictions import Predictions
from core.plugins.pruning.strengths import Pruned, PruneJob


class Pruning(Making):
    """Runs one pruning at a time."""

    def __init__(
        self,
        workspace: Workspace,
        in_use: ModelInUse,
        predictions: Predictions,
        parent: QObject | None = None,
        *,
        entry: str = "app.workers.children.job",
    ) -> None:
        super().__init__(workspace, in_use, predictions, entry, parent)
        self.pruned: Pruned | None = None  # what the last one gave; None again once it is undone

    def start(self, out: Path, share: float) -> None:
        """Write the chosen model with weak channels set to 0, and read the project's validation words with both."""
        model, project = self._predictions.model, self._workspace.project
        if model is not None and project is not None and not self.is_busy:
            self._begin(self.tr("The pruning process"), model, PruneJob(model, out, project.root, share))

    def _take_message(self, message: object) -> None:
        if isinstance(message, Pruned):
            self.pruned, self.out = message, message.out

    def _forget(self) -> None:
        super()._forget()
        self.pruned = None
