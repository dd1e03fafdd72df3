"""Searches for a word that the chosen model misreads, known already or discovered by reading batch after batch."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.checklist.checklist import Checklist
from app.checklist.steps import StepName
from app.display import Display
from app.drafting.drafting import Drafting
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reading.predictions import Predictions
from app.workers.background import Job


class Seeking(QObject):
    """Runs one search at a time for a step, waits for a model that can read, and stops if the person does other things.

    For "why", another word is sought if another model is in use later.
    """

    def __init__(
        self,
        *,
        workspace: Workspace,
        display: Display,
        checklist: Checklist,
        drafting: Drafting,
        in_use: ModelInUse,
        predictions: Predictions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._display = display
        self._checklist = checklist
        self._drafting = drafting
        self._in_use = in_use
        self._predictions = predictions
        self._step: StepName | None = None  # that the word is sought for; None while none is
        self._place: tuple[str | None, str] | None = None  # image and layout on screen meanwhile
        self._job: Job | None = None  # the reading that is waited for
        self._batch = 0
        for changed in (in_use.model_changed, predictions.model_changed):
            changed.connect(self._anew)

    def seek(self, step: StepName) -> None:
        """Show a word with a right label that the model misreads, at once or as soon as one is known."""
        self._step, self._place = step, self._present
        self._anew()

    @property
    def _present(self) -> tuple[str | None, str]:
        return self._workspace.image, self._display.layout

    def _anew(self) -> None:
        self._batch = 0
        self._go_on()

    def _go_on(self) -> None:
        is_watched = self._step == "train" and self._predictions.is_live
        if is_watched or self._place != self._present or self._step in self._checklist.facts.done:
            self._step = None
        if self._step is None or self._job is not None or not self._drafting.can_read_many:
            return
        image = self._checklist.misread_image()
        if image is not None:
            self._workspace.show(image)
            self._place = self._present
            self._step = self._step if self._step == "why" else None
            return
        images = self._checklist.unread_images(self._batch)
        self._batch += 1
        job = self._job = self._in_use.folder.job or self._in_use.folder.start(images)
        if job is None:
            self._step = None
            self._workspace.notify(self.tr("The model reads all words whose labels are right."))
        else:
            job.ended.connect(self._reading_ended)

    def _reading_ended(self) -> None:
        job, self._job = self._job, None
        if job is not None and job.is_cancelled and self._drafting.can_read_many:  # else for the sake of another model
            self._step = None
        self._go_on()
