"""The question about a running training when the window closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from app.widgets.boxes import MessageBox

Answer = Literal["stop", "keep", "cancel", "stay"]


class TrainingQuestion(MessageBox):
    """Asks without blocking the program. Closing the question keeps the window open."""

    def __init__(self, answered: Callable[[Answer], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._answered = answered
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(self.tr("Close the window?"))
        self.setText(self.tr("A training is running."))
        self.setInformativeText(
            self.tr(
                "Stop it and keep what it has learnt, or keep it training without the window: the next window that "
                "opens this project shows it again. Cancelling loses what it learnt since the last checkpoint."
            )
        )
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        role = QMessageBox.ButtonRole
        self.choices: dict[Answer, QPushButton] = {
            "stop": self.addButton(self.tr("Stop and keep"), role.AcceptRole),
            "keep": self.addButton(self.tr("Keep training"), role.ActionRole),
            "cancel": self.addButton(self.tr("Cancel training"), role.DestructiveRole),
            "stay": self.addButton(self.tr("Do not close"), role.RejectRole),
        }
        self.setDefaultButton(self.choices["stop"])
        self.setEscapeButton(self.choices["stay"])
        self.finished.connect(self._answer)

    def _answer(self, _: int) -> None:
        clicked = self.clickedButton()
        self._answered(next((answer for answer, button in self.choices.items() if button is clicked), "stay"))
