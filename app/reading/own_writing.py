"""The offer to read only texts like those of a folder: of their pattern, or from the few words that occur."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import FollowUp, Workspace
from app.reading.aids import ReadingAids
from core.analysis.text_patterns import TextList, TextPattern, writing_of

_QUIET = 2000  # milliseconds without a change of a label
_OFFERED = "offered_texts"  # what was offered for a project: nothing is offered twice


class OwnWriting(QObject):
    """Determines what all known texts have in common, and offers once to read only texts of this form.

    Nothing is chosen before a person has said so.
    """

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        aids: ReadingAids,
        memory: ProjectMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.common: TextPattern | TextList | None = None
        """The pattern or the words of all known texts, as of the last look. None for nothing, or before a look."""
        self._root: Path | None = None  # the folder that `common` is about
        self._workspace = workspace
        self._catalog = catalog
        self._aids = aids
        self._memory = memory
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self._find_writing)
        catalog.rows_changed.connect(self._soon.start)
        workspace.project_changed.connect(self._forget_another)

    def writing(self) -> TextPattern | TextList | None:
        """Return the common form of all known texts, or None if there is none, or if words are expected already."""
        project = self._workspace.project
        return None if project is None or project.settings.expected else writing_of(self._known())

    def _known(self) -> list[str]:
        table = self._catalog.table
        return [table.text[place] for place in np.flatnonzero(table.known).tolist()]

    def _find_writing(self) -> None:
        """Look in the background: a hundred thousand texts take a while."""
        project = self._workspace.project
        if project is None:
            return
        texts = self._known()
        self._workspace.background.start(
            "", lambda job: writing_of(texts), lane="notices", finished=partial(self._take_writing, project.root)
        )

    def _take_writing(self, root: Path, writing: TextPattern | TextList | None) -> None:
        """Take the traits of a project's texts, and offer them unless they were offered before."""
        project = self._workspace.project
        if project is None or project.root != root:
            return
        self._root = root
        self._set_common(writing)
        if writing is None or project.settings.expected or self._workspace.is_read_only:
            return
        if self._memory.recall().get(_OFFERED) == writing.sentence:
            return
        self._memory.keep(_OFFERED, str(writing.sentence))
        self._workspace.notify(
            self.tr("All known texts are {texts}. Read only such texts?").format(texts=translated(writing.sentence)),
            offers=(FollowUp(self.tr("Read only such texts"), self.read_only_such, stays=True),),
        )

    def read_only_such(self) -> None:
        """Read every image of the folder as a text in the form common to all known texts."""
        if self.common is not None:
            self._aids.expect_only(self.common)

    def _forget_another(self) -> None:
        """Forget the texts of the folder that was open before, unless only settings of the same one have changed."""
        if self._workspace.root != self._root:
            self._set_common(None)

    def _set_common(self, writing: TextPattern | TextList | None) -> None:
        if writing != self.common:
            self.common = writing
            self.changed.emit()
