"""Determines the next step in the open folder, and takes it if it needs no dialog."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.bulk.noticing import Noticing
from app.checklist.checklist import Checklist
from app.checklist.next_step import FolderFacts, NextStep, next_step
from app.drafting.drafting import LEAST_SURE, Drafting
from app.drafting.learning import Learning
from app.drafting.surest import SurestModel
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.training.training import Training
from core.index.filters import STATUSES
from core.labels.maps.certainty import NO_TEXT

_DISMISSED, _TRAINED = "dismissed_steps", "reviewed_at_training"
_NONE, _DRAFT, _PRELABELLED, _REVIEWED, _PENDING, _AGREED = map(
    STATUSES.index, ("none", "draft", "prelabelled", "reviewed", "pending", "agreed")
)


class Guiding(QObject):
    """Keeps track of the next step in the open folder."""

    changed = Signal()

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        noticing: Noticing,
        drafting: Drafting,
        surest: SurestModel,
        learning: Learning,
        in_use: ModelInUse,
        training: Training,
        checklist: Checklist,
        memory: ProjectMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.step: NextStep | None = None  # None while there is none, and while the first steps of the demo are shown
        self._workspace = workspace
        self._catalog = catalog
        self._noticing = noticing
        self._memory = memory
        self._drafting = drafting
        self._learning = learning
        self._in_use = in_use
        self._surest = surest
        self._training, self._checklist = training, checklist
        self._was_training = False
        # images to draft once the surest model is known, () for all that the list shows then; None: nothing waits
        self._waiting: tuple[str, ...] | None = None
        workspace.folder_changed.connect(self._drop_waiting)
        for changed in (
            catalog.images_changed,
            catalog.rows_changed,
            noticing.changed,
            drafting.job_changed,
            surest.changed,
            learning.changed,
            in_use.model_changed,
            training.state_changed,
            checklist.changed,
        ):
            changed.connect(self._choose_step)
        for decided in (catalog.images_changed, catalog.rows_changed, surest.changed, in_use.model_changed):
            decided.connect(self._draft_waiting)

    def take(self) -> None:
        """Take the next step if it needs no dialog."""
        if self.step is None:
            return
        match self.step.kind:
            case "draft" if self.step.surer is not None:
                self._drafting.draft_with(self.step.surer.model, self._images("draft"))
            case "draft" | "boxes" as kind:
                self._drafting.draft_many(self._images(kind))
            case "least_sure":
                self._drafting.show_least_sure()

    def draft(self, chosen: Sequence[str] = ()) -> None:
        """Draft the chosen images, or else all listed ones, with the model that the strip offers.

        While it is being found out which model reads the folder most surely, that is waited for.
        """
        self._waiting = None
        surer = self._surest.found
        if self._surest.is_undecided:
            self._waiting = tuple(chosen)
            self._drafting.show_waiting(self._drop_waiting)
            self._workspace.notify(self._reading_ten())
            return
        catalog = self._catalog
        images = chosen or [catalog.table.images[place] for place in catalog.visible]
        if surer is not None and "draft" not in self._dismissed:
            self._drafting.draft_with(surer.model, images)
        else:
            self._drafting.draft_many(images)

    def _reading_ten(self) -> str:
        return self.tr("First each model reads ten images, to find the surest. Then the labels are drafted.")

    def _draft_waiting(self) -> None:
        if self._waiting is not None and not self._surest.is_undecided:
            self._workspace.solve(self._reading_ten())
            self._drafting.end_waiting()
            self.draft(self._waiting)

    def _drop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting = None
            self._workspace.solve(self._reading_ten())
            self._drafting.end_waiting()

    def dismiss(self) -> None:
        """Stop offering the step in this folder.

        A training is offered again after as many more words.
        """
        if self.step is None:
            return
        match self.step.kind:
            case "import":
                self._noticing.dismiss(*(find for find in self._noticing.usable if not find.cuts))
            case "crop":
                self._noticing.dismiss(*(find for find in self._noticing.usable if find.cuts), photographs=True)
            case "train":
                self._note_training()
            case kind:
                self._memory.keep(_DISMISSED, sorted({*self._dismissed, kind}))
        self._choose_step()

    def _images(self, kind: str) -> list[str]:
        table = self._catalog.table
        places = np.flatnonzero(self._is_text_alone if kind == "boxes" else self._awaits_draft)
        return [table.images[place] for place in places]

    @property
    def _awaits_draft(self) -> NDArray[np.bool_]:
        """Images without a label, less those that the model reads with too small a probability for a draft."""
        table = self._catalog.table
        awaits: NDArray[np.bool_] = (table.status == _NONE) & ~(table.probability < NO_TEXT)
        return awaits

    @property
    def _is_text_alone(self) -> NDArray[np.bool_]:
        table = self._catalog.table
        has_text = (table.known & (table.status == _DRAFT)) | (table.status == _AGREED)
        is_alone: NDArray[np.bool_] = table.is_word_level & has_text
        return is_alone

    @property
    def _dismissed(self) -> frozenset[str]:
        kept = self._memory.recall().get(_DISMISSED)
        return frozenset(map(str, kept)) if isinstance(kept, list) else frozenset()

    def _note_training(self) -> None:
        self._memory.keep(_TRAINED, int(np.count_nonzero(self._catalog.table.status == _REVIEWED)))

    @property
    def _facts(self) -> FolderFacts:
        catalog = self._catalog
        noticing = self._noticing
        in_use = self._in_use
        table, count = catalog.table, np.count_nonzero
        is_labelled = ~np.isin(table.status, (_NONE, _PENDING, STATUSES.index("unreadable")))
        trained = self._memory.recall().get(_TRAINED)
        is_read_only = self._workspace.is_read_only
        return FolderFacts(
            unlabelled=int(count(self._awaits_draft)),
            texts_alone=int(count(self._is_text_alone)),
            drafts=int(count(table.status == _PRELABELLED)),
            known=int(count(is_labelled & (table.known | (table.status == _AGREED)))),
            reviewed=int(count(table.status == _REVIEWED)) - (trained if isinstance(trained, int) else 0),
            has_foreign=any(not find.cuts for find in noticing.usable),
            has_scenes=any(find.cuts for find in noticing.usable),
            has_photographs=noticing.has_photographs,
            learns=self._learning.can_learn,
            has_model=in_use.state in {"loading", "ready"} and not is_read_only,
            surer=self._surest.found,
            is_busy=catalog.is_reading
            or self._drafting.job is not None
            or self._surest.is_open
            or self._training.is_busy
            or self._learning.is_learning,
            is_walking=(catalog.filter_text, catalog.sort) == LEAST_SURE,
        )

    def _choose_step(self) -> None:
        if self._training.is_busy and not self._was_training:
            self._note_training()
        self._was_training = self._training.is_busy
        is_shown = self._workspace.project is not None and not self._checklist.is_shown
        step = next_step(self._facts, self._dismissed) if is_shown else None
        if step != self.step or (step is not None and step.kind in {"import", "crop"}):
            self.step = step
            self.changed.emit()
