"""The panel: the open image on one page, a whole folder on the other.

Apart from both pages, so that each page knows nothing of the other.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from app.session import Session
from app.views.why.folder_page import FolderPage
from app.views.why.word_page import WordPage
from app.widgets.contrast import underline_active


class WhyPanel(QTabWidget):
    """Explains the reading of a word, and of a whole folder."""

    asked = Signal(str)
    """An action, by its id."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        underline_active(self)
        self.word = WordPage(session)
        self.folder = FolderPage(session)
        self.addTab(self.word, self.tr("This word"))
        self.addTab(self.folder, self.tr("Over the folder"))
        self.folder.costs.begun.connect(lambda: self.setCurrentWidget(self.folder))
        self.folder.review_asked.connect(lambda: self.asked.emit("view.layout.review"))
