"""The page in place of an empty list: it says why the list is empty and how to fill it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.widgets.boxes import Label, column
from app.widgets.icons import icon

_ICON = 48


class EmptyPage(QWidget):
    """An icon, a sentence, and perhaps a button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = Label(alignment=Qt.AlignmentFlag.AlignCenter)
        self._sentence = Label(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.button = QPushButton()  # hidden while it has no text
        self.button.hide()
        lines = column(self._picture, self._sentence, self.button, parent=self, spacing=12, margins=(12, 12, 12, 12))
        lines.setAlignment(self.button, Qt.AlignmentFlag.AlignCenter)
        lines.insertStretch(0, 1)
        lines.addStretch(2)

    def say(self, picture: str, sentence: str, button: str = "") -> None:
        """Show a sentence."""
        self._picture.setPixmap(icon(picture).pixmap(_ICON, _ICON))
        self._sentence.setText(sentence)
        self.button.setText(button)
        self.button.setVisible(bool(button))

    @property
    def sentence(self) -> str:
        """The sentence on the page."""
        return self._sentence.text()
