"""Hides the panel of problems while a folder has none."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.session import Session
from app.views.main_window.layouts import Layouts
from app.views.main_window.panels import Panels

_NAME = "problems"
_SETTLE = 300  # ms: rows arrive in many parts


class EmptyProblems(QObject):
    """Leaves the panel out of a layout while the folder has no problem, and brings it back at the first problem.

    The panel goes when a layout or a folder comes in sight, never from under a person who mends the last problem.
    """

    def __init__(self, session: Session, panels: Panels, layouts: Layouts, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._panels = session, panels
        self._is_new = True  # a layout or a folder has come in sight since it was known how many problems there are
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._show_or_hide)
        session.workspace.folder_changed.connect(self._begin_anew)
        for come in (layouts.changed, layouts.arranged):
            come.connect(self._begin_anew)
        for changed in (session.catalog.images_changed, session.catalog.rows_changed):
            changed.connect(self._look_soon)

    def _begin_anew(self) -> None:
        self._is_new = True
        self._look_soon()

    def _look_soon(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _show_or_hide(self) -> None:
        catalog = self._session.catalog
        if self._session.project is None:
            return
        if catalog.table.counts().with_problems:
            self._panels.bring_in(_NAME)
            self._is_new = False
        elif self._is_new and not (catalog.is_listing or catalog.is_reading):
            self._panels.leave_out(_NAME)
            self._is_new = False
