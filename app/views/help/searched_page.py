"""A page of help with a field that searches it."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from app.session import Session
from app.widgets.boxes import column, named, search_field
from app.widgets.contrast import Recoloured


class SearchedPage(Recoloured, QDialog):
    """Shows what is searched for; what that is, each page says by `texts` and `found`."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, asks, _ = self.texts()
        self.field = search_field(asks, self._lay_out)
        self.page = named(QTextBrowser(openLinks=False), title)
        column(self.field, self.page, parent=self, margins=(12, 12, 12, 12))
        self.resize(760, 600)
        self.setWindowTitle(title)
        self._lay_out()

    def texts(self) -> tuple[str, str, str]:
        """Title, what the field asks for, and what is said where nothing is found, in the present language."""
        raise NotImplementedError

    def found(self, text: str) -> str:
        """The page in HTML for what was typed; "" for nothing."""
        raise NotImplementedError

    def search(self, text: str) -> None:
        """Search for a text."""
        self.field.setText(text)

    @property
    def line(self) -> str:
        """The colour of lines between rows."""
        return self.palette().color(QPalette.ColorRole.Mid).name()

    def showEvent(self, event: QShowEvent) -> None:
        self.field.setFocus()
        super().showEvent(event)

    def recolour(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        self.page.setHtml(self.found(self.field.text()) or f"<p>{escape(self.texts()[2])}</p>")
