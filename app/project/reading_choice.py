"""The choice to read with or without a language, made for a project from its known texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.project.catalog import Catalog
from app.project.workspace import FollowUp, Workspace
from core.analysis.reading_rule import are_codes
from core.project.project import Reading

_QUIET = 1000  # milliseconds without a change of a label
_SAMPLE = 1000  # known texts that decide


class ReadingChoice(QObject):
    """Switches the language off for codes once enough texts are known, and says so once.

    The choice is kept in the project, beside its other choices, and is the person's from then on.
    """

    def __init__(self, workspace: Workspace, catalog: Catalog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._catalog = workspace, catalog
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self.decide)
        catalog.rows_changed.connect(self._soon.start)

    def decide(self) -> None:
        """Make the choice, unless a person has made it."""
        project, table = self._workspace.project, self._catalog.table
        if project is None or project.settings.reading != "auto" or self._workspace.is_read_only:
            return
        known = np.flatnonzero(table.known)
        sample = known[:: len(known) // _SAMPLE + 1]  # the window waits for it
        if are_codes(table.text[place] for place in sample.tolist()):
            self._choose("network", self._say)

    def _say(self) -> None:
        self._workspace.notify(
            self.tr("Most texts of this folder are codes, not words: they are read by the network alone."),
            offers=(FollowUp(self.tr("Read with the language"), lambda: self._choose("language")),),
        )

    def _choose(self, reading: Reading, then: Callable[[], None] | None = None) -> None:
        project = self._workspace.project
        if project is not None:
            self._catalog.save_settings(replace(project.settings, reading=reading), then)
