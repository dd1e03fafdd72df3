"""Notices labels of other programs in the open project's folder, so that a person learns that they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.errors import ImageError
from core.base.images import image_size

if TYPE_CHECKING:
    from core.labels.formats.finding import ForeignLabels

Stamps = frozenset[tuple[str, int, int]]

_DISMISSED = "dismissed_labels"
_PHOTOGRAPHS = "photographs"  # among what a person has dismissed
_LARGE, _HIGH = 600, 300  # px of the longer and the shorter side above which a picture holds more than a word
_LOOKED_AT = 20  # pictures
_SOON = 1000  # ms after the folder was listed: what is on screen comes first


class Noticing(QObject):
    """The labels of other programs that belong to images of the open project.

    `soon`: milliseconds from the end of listing the folder to the look for labels.
    """

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        memory: ProjectMemory,
        parent: QObject | None = None,
        *,
        soon: int = _SOON,
    ) -> None:
        super().__init__(parent)
        self.found: tuple[ForeignLabels, ...] = ()  # those that a person has not dismissed
        # True if most pictures are too large for one word, and no person has said that they are not
        self.has_photographs = False
        self._workspace = workspace
        self._catalog = catalog
        self._memory = memory
        self._root: Path | None = None
        self._is_due = False
        self._stamps: Stamps | None = None  # of the lists that were looked into; None: look in any case
        self._looking = LatestJob(workspace.background, "notices", self)
        self._timer = QTimer(self, singleShot=True, interval=soon)
        self._timer.timeout.connect(self._find_foreign_labels)
        workspace.folder_changed.connect(self._folder_changed)
        catalog.images_changed.connect(self._listed)
        catalog.looked.connect(self._folder_looked_at)
        workspace.labels_written.connect(self._labels_written)
        workspace.ending.connect(self._looking.drop)

    @property
    def usable(self) -> tuple[ForeignLabels, ...]:
        """The labels in `found` that can be imported or cropped."""
        return tuple(find for find in self.found if not find.trouble)

    def dismiss(self, *finds: ForeignLabels, photographs: bool = False) -> None:
        """Stop offering these labels, or with `photographs` the cropping of photographs, in this project.

        Labels are shown again if their files have changed.
        """
        dismissed = {*self._dismissed(), *(find.key for find in finds)} | ({_PHOTOGRAPHS} if photographs else set())
        self._memory.keep(_DISMISSED, sorted(dismissed))
        self._set(self.found, self.has_photographs)

    def _dismissed(self) -> set[str]:
        kept = self._memory.recall().get(_DISMISSED)
        return {key for key in kept if isinstance(key, str)} if isinstance(kept, list) else set()

    def _folder_changed(self) -> None:
        self._root = self._workspace.root
        self._timer.stop()
        self._looking.drop()
        self._is_due, self._stamps = True, None
        self._set((), False)

    def _listed(self) -> None:
        if self._is_due and self._root is not None and not self._catalog.is_listing:
            self._is_due = False
            self._timer.start()

    def _labels_written(self) -> None:
        """Look again: the labels that were found may have been imported."""
        if self.found:
            self._stamps = None
            self._timer.start()

    def _folder_looked_at(self) -> None:
        """Look again if a list came, went or was changed meanwhile: the first look is due once all is listed."""
        if not self._is_due:
            self._timer.start()

    def _find_foreign_labels(self) -> None:
        if self._workspace.switching.is_going_on:  # a quarter of a second of work would be seen as a jerk
            self._timer.start()
            return
        root, before = self._root, self._stamps
        images = self._catalog.table.images
        looked_at = images[:: max(len(images) // _LOOKED_AT, 1)]
        if root is not None:
            self._looking.ask(lambda job: _find(root, looked_at, before, job), self._take_foreign_labels)

    def _take_foreign_labels(self, news: tuple[Stamps | None, tuple[ForeignLabels, ...], bool] | None) -> None:
        if news is not None:
            self._stamps = news[0]
            self._set(*news[1:])

    def _set(self, labels: tuple[ForeignLabels, ...], has_photographs: bool) -> None:
        dismissed = self._dismissed()
        labels = tuple(find for find in labels if find.key not in dismissed)
        has_photographs = has_photographs and _PHOTOGRAPHS not in dismissed
        if (labels, has_photographs) != (self.found, self.has_photographs):
            self.found, self.has_photographs = labels, has_photographs
            self.changed.emit()


def _find(
    root: Path, images: Sequence[str], before: Stamps | None, job: Job
) -> tuple[Stamps | None, tuple[ForeignLabels, ...], bool] | None:
    """Return the current lists, without stamps if some came or went meanwhile, or None if none has changed."""
    from core.labels.formats.finding import foreign_labels, stamps_of_lists  # not needed at the start

    stamps = stamps_of_lists(root)
    if stamps == before:
        return None
    large = sum(map(_is_large, (root / image for image in images)))
    labels = foreign_labels(root, job.progress)
    return stamps if stamps_of_lists(root) == stamps else None, labels, 2 * large > len(images)


def _is_large(path: Path) -> bool:
    try:
        shorter, longer = sorted(image_size(path))
    except ImageError:
        return False
    return longer > _LARGE and shorter > _HIGH
