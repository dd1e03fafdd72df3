"""Closes the window once all labels are saved, with questions about unsavable labels and about a running training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from app.actions.action import Asker
from app.language.figures import counted
from app.session import Session
from app.views.main_window.decisions import Decisions
from app.widgets.boxes import MessageBox

Answer = Literal["stop", "keep", "cancel", "stay"]


class TrainingQuestion(MessageBox):
    """Asks about a running training without blocking the program, and keeps the window open if it is dismissed."""

    def __init__(self, answered: Callable[[Answer], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._answered = answered
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(self.tr("Close the window?"))
        self.setText(self.tr("A training is running."))
        self.setInformativeText(
            self.tr(
                "Stop the training and keep what it has learned, or let it go on without the window: the next window "
                "that opens this project shows it again. Cancelling loses what it has learned since the last "
                "checkpoint."
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


class Closing(QObject):
    """Asks one question after the other until everything is saved or the person chooses to stay."""

    def __init__(
        self, session: Session, decisions: Decisions, asker: Asker, done: Callable[[], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._decisions = decisions
        self._asker = asker
        self._done = done
        self._window = parent
        self._question: TrainingQuestion | None = None
        self._waits_for_training = False
        self._is_closing = False
        self._put_off: set[str] = set()
        decisions.conflict_settled.connect(self._settled)

    def begin(self) -> None:
        """Save everything, ask if necessary, and close, only once however often this is called meanwhile.

        While a training has not ended yet, another call asks about that again: the person may not want to wait.
        """
        if self._is_closing and self._waits_for_training:
            self._ask_about_training()
        elif not self._is_closing:
            self._is_closing = True
            self._waits_for_training = False
            self._put_off.clear()
            self._session.saver.when_saved(self._saved)

    def _saved(self) -> None:
        open_questions = [image for image in self._decisions.conflicts() if image not in self._put_off]
        if open_questions:
            self._decisions.ask(open_questions[0])
        elif self._session.saver.unsaved and not self._leaves_unsaved():
            self._is_closing = False
        elif self._session.training.is_busy:
            self._ask_about_training()
        else:
            self._close()

    def _close(self) -> None:
        if self._is_closing:  # the person may have said meanwhile that they would rather stay
            self._session.close(self._done)

    def _ask_about_training(self) -> None:
        if self._question is None:
            self._question = TrainingQuestion(self._answered, self._window)
            self._question.open()

    def _answered(self, answer: Answer) -> None:
        self._question = None
        self._waits_for_training = answer != "stay"
        training = self._session.training
        match answer:
            case "stop":
                self._session.notify(self.tr("The window closes as soon as the training has saved its last step."))
                training.stop(then=self._close)
            case "keep":
                training.keep_on(then=self._close)
            case "cancel":
                training.cancel(then=self._close)
            case "stay":
                self._is_closing = False

    def _settled(self, image: str) -> None:
        if self._is_closing:
            if image in self._decisions.conflicts():
                self._put_off.add(image)
            self._session.saver.when_saved(self._saved)

    def _leaves_unsaved(self) -> bool:
        one = self.tr(
            "One label could not be saved. The program keeps the label and offers it when the project is opened again."
        )
        several = self.tr(
            "{count} labels could not be saved. The program keeps these labels and offers "
            "them when the project is opened again."
        )
        question = counted(one, several, self._session.saver.unsaved)
        return self._asker.confirm(self.tr("Close the window?"), question, self.tr("Close"))
