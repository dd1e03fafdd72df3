"""The dialog that makes a new model of the chosen one: without its weak channels, or with other symbols or weights."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from app.session import Session
from app.views.inside.adapting_page import AdaptingPage
from app.plugins.pruning.page import PruningPage
from app.widgets.boxes import column
from app.widgets.contrast import tabs_of


class ChangeModelDialog(QDialog):
    """Has a page for each way to change a model. The model itself is left as it is."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = session.instruments.inside
        self.setWindowTitle(self.tr("Change a model"))
        self.strengths, self.adapting = PruningPage(session), AdaptingPage(session)
        self.pages = tabs_of((self.strengths, self.tr("Weak channels")), (self.adapting, self.tr("Adapt")))
        column(self.pages, parent=self)
        self.resize(900, 600)

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is asked for while nobody sees it."""
        super().showEvent(event)
        self._inside.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is asked for while nobody sees it."""
        self._inside.want(False)
        super().hideEvent(event)
