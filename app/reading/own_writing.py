"""The offer to read only such texts as a folder has: of their pattern, or of the few words that they come from."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import FollowUp, Workspace
from app.reading.aids import ReadingAids
from core.analysis.text_patterns import TextList, TextPattern, writing_of

_QUIET = 2000  # milliseconds without a change of a label
_SAMPLE = 1000  # known texts that a pattern is learned from; all of them have to follow it
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
        """Return what all known texts have in common. None for nothing, or if it is expected already."""
        project, table = self._workspace.project, self._catalog.table
        if project is None or project.settings.expected:
            return None
        known = np.flatnonzero(table.known)
        sample = known[:: len(known) // _SAMPLE + 1]  # the window waits for it
        writing = writing_of([table.text[place] for place in sample.tolist()])
        if writing is None or not writing.has(table.text[place] for place in known.tolist() if table.text[place]):
            return None
        return writing

    def _look(self) -> None:
        """Offer what was found, unless it was offered before."""
        writing = None if self._workspace.is_read_only else self.writing()
        if writing is None or self._memory.recall().get(_OFFERED) == writing.sentence:
            return
        self._memory.keep(_OFFERED, str(writing.sentence))
        self._workspace.tell(
            self.tr("All known texts are {texts}. Read only such texts?").format(texts=translated(writing.sentence)),
            offers=(FollowUp(self.tr("Read only such texts"), lambda: self._aids.expect_only(writing), stays=True),),
        )
