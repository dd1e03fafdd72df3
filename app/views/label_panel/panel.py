"""The label panel as a whole."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.views.label_panel.character_table import CharacterTable
from app.views.label_panel.status_row import StatusRow
from app.views.label_panel.text_line import TextLine
from app.widgets.boxes import column


class LabelPanel(QWidget):
    """Text, status and characters of the open image's label. Edits here and on the canvas are the same."""

    text_done = Signal()  # the text was finished with Enter: the keyboard may go back to the canvas

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = TextLine(session)
        self.status = StatusRow(session)
        self.table = CharacterTable(session)
        whole = column(self.text, self.status, self.table, parent=self, spacing=6, margins=(6, 6, 6, 6))
        whole.setStretchFactor(self.table, 1)
        self.text.done.connect(self.text_done)
        session.text_wanted.connect(self.edit_text)

    def edit_text(self, typed: str = "") -> None:
        """Let the keyboard act on the text. `typed` was typed already."""
        self.text.begin(typed)
