"""Draws messages on the canvas: why there is no picture, or why it cannot be edited, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.widgets.boxes import Label, set_tip

_WIDEST = 460  # device-independent pixels: longer lines are hard to read


@dataclass(frozen=True, slots=True)
class Message:
    """The texts that a notice shows."""

    title: str
    """The state in a few words, shown in bold."""
    sentence: str = ""
    """The reason and what to do."""
    button: str = ""
    """Text of the button. "" for no button."""
    press: Callable[[], object] | None = field(default=None, compare=False)
    """The function that the button calls."""
    is_brief: bool = False
    """True for a notice that holds for every image: it is in a corner, not in the middle, instead of the picture. Only
    the title is shown, and the sentence while the mouse is over it."""


class Notice(QFrame):
    """Shows a `Message` on the canvas, or nothing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.message: Message | None = None
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._title, self._sentence, self._button = Label(self), Label(self), QPushButton(self)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        for text in (self._title, self._sentence):
            text.setWordWrap(True)
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout = layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._sentence)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._button.clicked.connect(self._pressed)
        self.hide()

    def say(self, message: Message | None) -> None:
        """Show a message, or hide the notice if it is None."""
        self.message = message
        self.setVisible(message is not None)
        if message is None:
            return
        self._title.setText(message.title)
        self._sentence.setText(message.sentence)
        self._sentence.setVisible(bool(message.sentence) and not message.is_brief)
        set_tip(self, message.sentence if message.is_brief else "")
        self._button.setText(message.button)
        self._button.setVisible(bool(message.button))
        self.setAccessibleName(message.title)
        self.setAccessibleDescription(message.sentence)
        self.place()

    def place(self) -> None:
        """Fit the size of the notice to the canvas."""
        canvas = self.parentWidget()
        if self.message is None or canvas is None:
            return
        room = max(canvas.width() - 24, 80)
        is_brief = self.message.is_brief
        margin = 4 if is_brief else 12
        self._layout.setContentsMargins(2 * margin, margin, 2 * margin, margin)
        title = self._title.fontMetrics().horizontalAdvance(self.message.title)
        width = min(title + 4 * margin + 4 if is_brief else _WIDEST, room)
        height = self._layout.totalHeightForWidth(width)
        left = 6 if is_brief else (canvas.width() - width) // 2
        below = canvas.height() - height - (6 if is_brief else 12)
        self.setGeometry(left, max(below if is_brief else below // 2, 0), width, height)
        self.raise_()

    def _pressed(self) -> None:
        if self.message is not None and self.message.press is not None:
            self.message.press()
