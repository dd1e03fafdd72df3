"""Follows a newcomer's first steps in a project, notices those that are done, and stores them for the next session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.checklist.steps import NAMES, Facts, FirstStep, StepName, steps_of
from app.display import Display
from app.editing.editor import Editor
from app.problems.findings import Findings
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.reviewing.queue import Reviewing
from app.training.training import Training
from core.base.errors import ImageError
from core.base.images import image_size
from core.data.drawing.planted_errors import Planted, read_planted
from core.index.filters import READINGS, STATUSES

if TYPE_CHECKING:
    from app.instruments.why import Diagnosing

_KEPT = "checklist"  # name under which its state is kept for a project
_UNLABELLED = STATUSES.index("none")
_WRONG = READINGS.index("wrong")
_READ = 100  # words that are read to find one that is misread


class Checklist(QObject):
    """Keeps track of the first steps in the open project.

    A demo project shows them from the start, every other project once the person asks for them. Sent away, they stay
    away in that project until the person asks for them again.
    """

    changed = Signal()

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        editor: Editor,
        display: Display,
        findings: Findings,
        training: Training,
        reviewing: Reviewing,
        memory: ProjectMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.facts = Facts()  # what is known of the person's way
        # the errors of a demo project; empty for another project, and until they are read
        self.planted: tuple[Planted, ...] = ()
        self.is_shown = False  # True if the checklist is to be seen
        self._workspace = workspace
        self._catalog = catalog
        self._editor = editor
        self._memory = memory
        self._display = display
        self._findings = findings
        self._training = training
        self._reviewing = reviewing
        self._faulty: dict[str, int] = {}  # by image that was edited: problems of its label before
        self._unlabelled: set[str] = set()  # images that had no label when they were opened
        workspace.folder_changed.connect(self._folder_changed)
        workspace.labels_written.connect(self._expect_mended)
        editor.loaded_changed.connect(self._image_loaded)
        editor.committed.connect(self._edited)
        findings.changed.connect(self._look_for_mended)
        training.state_changed.connect(self._training_changed)
        reviewing.changed.connect(self._note_queue)

    @property
    def steps(self) -> tuple[FirstStep, ...]:
        """All steps of the checklist in order."""
        return steps_of(self.facts)

    # What a person does

    def show(self) -> None:
        """Show the checklist even if it was closed, from the beginning if all its steps are finished."""
        if not any(step.state == "now" for step in self.steps):
            self._set(done=frozenset(), skipped=frozenset())
        self._set_shown(is_shown=True)

    def dismiss(self) -> None:
        """Close the checklist, which stays closed in this project."""
        self._set_shown(is_shown=False)

    def skip(self, name: StepName) -> None:
        """Skip a step of the checklist."""
        self._set(skipped=self.facts.skipped | {name})

    # Places of the steps

    def unlabelled_image(self) -> str | None:
        """Return the open image if it has no label, or else the first listed one without a label, or None."""
        table = self._catalog.table
        if self._editor.document is not None and not self._editor.has_label:
            return self._editor.image
        places = (place for place in self._catalog.visible if table.status[place] == _UNLABELLED)
        place = next(places, None)
        return None if place is None else table.images[place]

    def misread_image(self) -> str | None:
        """Return a horizontal word that the model misreads, and into which no error was planted, or None.

        The one on screen comes first, then the one that is read most nearly right: few maps are at fault there.
        """
        table, shown = self._catalog.table, self._editor.image
        wrong = [place for place in self._rightly_labelled if table.reading[place] == _WRONG]
        for place in sorted(wrong, key=lambda place: (table.images[place] != shown, -table.score[place])):
            if self._is_horizontal(table.images[place]):
                return table.images[place]
        return None

    def unread_images(self, batch: int = 0) -> list[str]:
        """Return a batch of images with right labels, in the hope that the model misreads at least one of them."""
        places = self._rightly_labelled[batch * _READ : (batch + 1) * _READ]
        return [self._catalog.table.images[place] for place in places]

    @property
    def _rightly_labelled(self) -> list[int]:
        table, planted = self._catalog.table, {error.image for error in self.planted}
        known = np.flatnonzero(table.known & (table.length > 0) & (table.problem_count == 0))
        return [int(place) for place in known if table.images[place] not in planted]

    def _is_horizontal(self, image: str) -> bool:
        try:
            height, width = image_size(self._workspace.project.path_of(image)) if self._workspace.project else (1, 0)
        except ImageError:
            return False
        return width > height

    # What is noticed

    def watch(self, diagnosing: Diagnosing) -> None:
        """Notice that a person asks why a word is misread.

        The session makes the part `diagnosing` when a view first wants it.
        """

        def look() -> None:
            choices, diagnosis = self._display.choices, diagnosing.diagnosis
            has_asked = choices.overlay_source == "difference" or choices.position is not None or choices.trial
            if has_asked and diagnosis is not None and diagnosis.verdict != "right":
                self._note("why")

        diagnosing.changed.connect(look)
        self._display.changed.connect(look)

    def _image_loaded(self) -> None:
        editor = self._editor
        if editor.document is not None and editor.image is not None and not editor.has_label:
            self._unlabelled.add(editor.image)

    def _expect_mended(self, images: Iterable[str]) -> None:
        """Keep how many problems rewritten labels had, until the checks of them follow."""
        if "mend" not in self.facts.done:
            for image in images:
                count = len(self._findings.problems_of(image))
                if count and image not in self._unlabelled:
                    self._faulty.setdefault(image, count)

    def _look_for_mended(self) -> None:
        if any(len(self._findings.problems_of(image)) < count for image, count in self._faulty.items()):
            self._faulty = {}
            self._note("mend")

    def _edited(self, image: str) -> None:
        """Notice a word that was labelled to its end, and a word of the review queue that was reviewed."""
        editor = self._editor
        self._expect_mended((image,))
        if image != editor.image or not editor.committed_label.is_reviewed:
            return
        label = editor.committed_label
        if image in self._unlabelled and label.characters and not label.disagrees:
            self._note("label")
        if self._reviewing.place_of(image) is not None:
            self._note("review")

    def _training_changed(self) -> None:
        if self._training.state.phase == "finished":
            self._note("train")
        self._note_queue()

    def _note_queue(self) -> None:
        is_read = len(self._reviewing.queue) > np.count_nonzero(self._catalog.table.known) // 2  # not for "why" alone
        self._set(is_training=self._training.is_busy, has_queue=is_read)

    def _note(self, name: StepName) -> None:
        if self.is_shown:
            self._set(done=self.facts.done | {name})

    def _set(self, **changes: Any) -> None:
        facts = Facts(**{name: changes.get(name, getattr(self.facts, name)) for name in Facts.__dataclass_fields__})
        if facts != self.facts:
            is_kept = (facts.done, facts.skipped) != (self.facts.done, self.facts.skipped)
            self.facts = facts
            if is_kept:
                self._keep()
            self.changed.emit()

    # From project to project

    def _folder_changed(self) -> None:
        root, self.planted = self._workspace.root, ()
        self._faulty, self._unlabelled = {}, set()
        kept = self._memory.recall().get(_KEPT)
        kept = kept if isinstance(kept, dict) else {}
        self.facts = Facts(_names(kept, "done"), _names(kept, "skipped"), self._training.is_busy)
        self.is_shown = root is not None and kept.get("shown") is True
        self.changed.emit()
        if root is not None:
            is_new = "shown" not in kept
            self._workspace.background.start(
                "", lambda job: read_planted(root), finished=lambda e: self._take_planted(root, e, is_new)
            )

    def _take_planted(self, root: Path, planted: tuple[Planted, ...], is_new: bool) -> None:
        if root != self._workspace.root:
            return
        self.planted = planted
        if planted and is_new and not self.is_shown:
            self._set_shown(is_shown=True)

    def _set_shown(self, *, is_shown: bool) -> None:
        if self._workspace.root is not None and is_shown != self.is_shown:
            self.is_shown = is_shown
            self._keep()
            self.changed.emit()

    def _keep(self) -> None:
        facts = self.facts
        self._memory.keep(_KEPT, {"shown": self.is_shown, "done": sorted(facts.done), "skipped": sorted(facts.skipped)})


def _names(kept: Mapping[str, object], key: str) -> frozenset[StepName]:
    names = kept.get(key)
    return frozenset(name for name in NAMES if name in names) if isinstance(names, list) else frozenset()
