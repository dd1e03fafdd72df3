"""The offer to read only such texts as a folder has: of their pattern, or of the few words that they come from."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import FollowUp, Workspace
from app.reading.aids import ReadingAids
from core.analysis.text_patterns import TextList, TextPattern, writing_of

_QUIET = 2000  # milliseconds without a change of a label
_OFFERED = "offered_texts"  # what was offered for a project: nothing is offered twice


class OwnWriting(QObject):
    """Looks for what all known texts have in common, and offers once to read only such texts.

    Nothing is chosen before a person has said so.
    """

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        aids: ReadingAids,
        memory: ProjectMemory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._aids = aids
        self._memory = memory
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self._look)
        catalog.rows_changed.connect(self._soon.start)

    def writing(self) -> TextPattern | TextList | None:
        """Return what all known texts have in common, or None for nothing, or if words are expected already."""
        project = self._workspace.project
        return None if project is None or project.settings.expected else writing_of(self._known())

    def _known(self) -> list[str]:
        table = self._catalog.table
        return [table.text[place] for place in np.flatnonzero(table.known).tolist()]

    def _look(self) -> None:
        """Look in the background: a hundred thousand texts take a while."""
        project = self._workspace.project
        if project is None or project.settings.expected or self._workspace.is_read_only:
            return
        texts = self._known()
        self._workspace.background.start(
            "", lambda job: writing_of(texts), lane="notices", finished=partial(self._offer, project.root)
        )

    def _offer(self, root: Path, writing: TextPattern | TextList | None) -> None:
        """Offer what was found in a project, unless it was offered before."""
        project = self._workspace.project
        if writing is None or project is None or project.root != root or project.settings.expected:
            return
        if self._memory.recall().get(_OFFERED) == writing.sentence:
            return
        self._memory.keep(_OFFERED, str(writing.sentence))
        self._workspace.tell(
            self.tr("All known texts are {texts}. Read only such texts?").format(texts=translated(writing.sentence)),
            offers=(FollowUp(self.tr("Read only such texts"), lambda: self._aids.expect_only(writing), stays=True),),
        )
