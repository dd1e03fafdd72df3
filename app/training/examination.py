"""Diagnoses in a process of its own why a training does not learn."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.project.workspace import Workspace
from app.training.plan import TrainingPlan
from app.training.runs import Runs
from app.training.training import Training
from app.workers.task import ChildTask
from core.model.diagnosing.findings import DiagnoseJob, Examined, Finding

ENTRY = "app.workers.children.job"  # the module by its name: what it imports is never loaded in this process


class Examination(ChildTask):
    """Makes one diagnosis at a time, of a run or of the next training, with the last result in `found`."""

    def __init__(
        self,
        workspace: Workspace,
        runs: Runs,
        training: Training,
        plan: TrainingPlan,
        parent: QObject | None = None,
        *,
        entry: str = ENTRY,
    ) -> None:
        super().__init__(entry, parent)
        self._runs = runs
        self._training = training
        self._plan = plan
        self.run: Path | None = None  # what is chosen to be diagnosed: a run, or None for the training as it is planned
        self._forget()
        workspace.ending.connect(self.cancel)
        workspace.folder_changed.connect(self._folder_changed)

    def choose(self, run: Path | None) -> None:
        """Choose a run, or None for the next training, and forget the diagnosis of another one."""
        if run != self.run:
            self.cancel()
            self.run = run
            self._forget()
            self.changed.emit()

    def start(self) -> None:
        """Start the diagnosis of the chosen run or training."""
        if self.is_busy:
            return
        self._forget()
        if self.run is None:
            config = self._training.configured(self._plan.choices())
        else:
            info = self._runs.entry(self.run)
            config = None if info is None else info.config
        if config is None:
            self.refusal = self.tr("The choices of this training cannot be read.")
        else:
            silence = self.tr("The process that diagnoses has ended without a result.")
            self.ask(self.tr("The process that diagnoses"), DiagnoseJob(config, self.run), silence)
        self.changed.emit()

    def cure(self, finding: Finding) -> None:
        """Set the choices that cure a finding for the next training.

        They come after those of the run, if one is diagnosed.
        """
        info = None if self.run is None else self._runs.entry(self.run)
        if info is not None and info.config is not None:
            self._plan.take(info.config)
        for name, value in finding.choices.items():
            self._plan.reset(name) if value is None else self._plan.set(name, value)

    def _forget(self) -> None:
        self.found: Examined | None = None
        self.progress = (0, 0)
        self.refusal = ""

    def _folder_changed(self) -> None:
        self.cancel()
        self.run = None
        self._forget()
        self.changed.emit()

    def _take_message(self, message: object) -> None:
        if isinstance(message, Examined):
            self.found = message
