"""The glossary: what the words of this program mean, in the window's language."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QTextBrowser, QWidget

from app.language.words import WORDS, meaning, word
from app.session import Session
from app.widgets.boxes import column
from app.widgets.icons import icon
from app.widgets.language import Translated


class WordsDialog(Translated, QDialog):
    """Lists words with their meanings, those that are searched for.

    Attributes
    ----------
    field : QLineEdit
    page : QTextBrowser
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(clearButtonEnabled=True)
        self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.textChanged.connect(self._lay_out)
        self.page = QTextBrowser(openLinks=False)
        column(self.field, self.page, parent=self, margins=(12, 12, 12, 12))
        self.resize(680, 600)
        self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        self.field.setFocus()
        super().showEvent(event)

    def recolour(self) -> None:
        self._lay_out()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Words"))
        self.field.setPlaceholderText(self.tr("Search a word"))
        self.field.setAccessibleName(self.tr("Search words"))
        self.page.setAccessibleName(self.tr("Words and their meanings"))
        self._lay_out()

    def _lay_out(self) -> None:
        wanted = self.field.text().casefold().split()
        rows = [(word(name), meaning(name)) for name in WORDS]
        found = [row for row in rows if all(part in " ".join(row).casefold() for part in wanted)]
        if not found:
            nothing = self.tr("No word or meaning has this in it.")
            self.page.setHtml(f"<p>{escape(nothing)}</p>")
            return
        line = self.palette().color(QPalette.ColorRole.Mid).name()
        style = f"border-bottom:1px solid {line}"
        cells = "".join(
            f'<tr><td width="30%" style="{style}"><b>{escape(term)}</b></td>'
            f'<td style="{style}">{escape(said)}</td></tr>'
            for term, said in found
        )
        self.page.setHtml(f'<table width="100%" cellpadding="5" cellspacing="0">{cells}</table>')
