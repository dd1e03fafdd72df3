"""The pinned words of the open project: they are predicted beside the open image, watched by a training, and kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.language.figures import agreeing
from app.project.memory import ProjectMemory
from app.reading.client import PredictionClient
from app.session import Session

MOST_PINNED = 9

_PINNED = "pinned"  # their key in the memory of a project


def pinned_words(session: Session) -> PinnedWords:
    """Return the part with the pinned words of a window."""
    return session.instruments.brought(PinnedWords, partial(_made_of, session))


def _made_of(session: Session, client: PredictionClient, parent: QObject) -> PinnedWords:
    return PinnedWords(session, parent)


class PinnedWords(QObject):
    """Pins and unpins images, and pins those of a project again once its images are listed."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = session.workspace
        self._catalog = session.catalog
        self._predictions = session.predictions
        self._training = session.training
        self._memory = ProjectMemory(session.workspace, self)
        self._restored: Path | None = None  # the folder whose pinned images are pinned again
        self._watched_beside: tuple[Path | None, tuple[str, ...]] | None = None
        session.workspace.folder_changed.connect(self._folder_changed)
        session.workspace.project_changed.connect(self._leave_out_missing)
        session.catalog.images_changed.connect(self._restore)
        self._predictions.watched_changed.connect(self._keep)
        for changed in (
            self._predictions.watched_changed,
            self._predictions.model_changed,
            self._training.state_changed,
        ):
            changed.connect(self._watch_in_training)
        self._restore()

    @property
    def images(self) -> tuple[str, ...]:
        """The pinned images, by relative path."""
        return self._predictions.watched

    def pin(self, image: str) -> bool:
        """Pin an image to the wall, and return True if there was room."""
        if image in self.images:
            return True
        if len(self.images) >= MOST_PINNED:
            sentence = self.tr(
                "{count} {count:|word is|words are} pinned, and there is no room for more. Unpin a word first."
            )
            self._workspace.notify(agreeing(sentence, count=MOST_PINNED), "warning")
            return False
        self._predictions.watch_also((*self.images, image))
        return True

    def unpin(self, image: str) -> None:
        """Remove an image from the wall."""
        if image in self.images:
            self._predictions.watch_also([pinned for pinned in self.images if pinned != image])

    def _folder_changed(self) -> None:
        self._restored = None

    def _leave_out_missing(self) -> None:
        """Unpin the images that the open project does not have."""
        project, catalog = self._workspace.project, self._catalog
        is_same = project is not None and project.root == self._restored
        if is_same and catalog.is_listing:  # it is read again
            return
        known = catalog.table.images if is_same else ()
        kept = [image for image in self.images if image in known]
        if len(kept) < len(self.images):
            self._predictions.watch_also(kept)

    def _restore(self) -> None:
        """Pin again only now: it is known which pinned images are still there."""
        project, catalog = self._workspace.project, self._catalog
        if project is None or project.root == self._restored or catalog.is_listing:
            return
        self._restored = project.root
        kept = self._memory.recall().get(_PINNED)
        for image in kept if isinstance(kept, list) else ():
            if isinstance(image, str) and catalog.table.index_of(image) is not None:
                self.pin(image)
        self._keep()

    def _keep(self) -> None:
        project = self._workspace.project
        if project is not None and project.root == self._restored:
            self._memory.keep(_PINNED, [*self.images])

    def _watch_in_training(self) -> None:
        """Let a training that another model is shown beside keep what it sees in the pinned words, too."""
        project, training = self._workspace.project, self._training
        if project is None or not self.images or self._predictions.is_live or not training.is_busy:
            self._watched_beside = None
        elif self._watched_beside != (training.state.run, self.images):
            self._watched_beside = (training.state.run, self.images)
            training.watch([project.path_of(image) for image in self.images])
