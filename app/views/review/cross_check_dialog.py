"""The dialog that starts a cross-check, with the number of folds, the length of each training, and the time."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QSpinBox, QWidget

from app.language.figures import agreeing, clock
from app.session import Session
from app.widgets.boxes import colour_text, column, form_of, plain_label, push_button, set_tip, without_icons
from app.workers.messages import Checked, Refused, Timed
from core.runs.cross_check import FOLDS, MOST_FOLDS, choices_of_folds, default_steps

_WIDTH = 480  # px
_MOST_STEPS = 10_000_000
_MOST_MINUTES = 10_000
_LOADING = 10.0  # seconds for the process of a training to load TensorFlow


class CrossCheckDialog(QDialog):
    """Asks for the choices, estimates the time, and starts the cross-check."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._plan = session.instruments.plan
        self._checked: Checked | None = None
        self._timed: Timed | None = None
        self._refused = ""
        self.setMinimumWidth(_WIDTH)
        self._explanation = plain_label(
            self.tr(
                "A model that has learned a wrong label no longer contradicts it. So several are trained, each without "
                "one part of the images, and each label is judged by the one that did not learn it. What they "
                "contradict most is then at the front of the review queue. Other settings come from the Train dialog."
            )
        )
        # folds, steps, minutes: minutes 0: no limit
        self.folds, self.steps, self.minutes = (_spin(most) for most in (MOST_FOLDS, _MOST_STEPS, _MOST_MINUTES))
        set_tip(
            self.folds,
            self.tr(
                "One training is run for each part. With more parts, each training learns from more of the images."
            ),
        )
        set_tip(self.steps, self.tr("By default all of them together have the steps of one training"))
        set_tip(self.minutes, self.tr("The learning rate falls with the time and reaches its end value at the limit"))
        self.folds.setRange(2, MOST_FOLDS)
        self.folds.setValue(FOLDS)
        self.steps.setMinimum(1)
        self.steps.setValue(default_steps(self._plan.choices(), FOLDS))
        form = form_of(
            (self.tr("&Parts"), self.folds),
            (self.tr("&Steps of each training"), self.steps),
            (self.tr("&Time limit"), self.minutes),
        )
        for box in (self.folds, self.steps, self.minutes):
            box.valueChanged.connect(self._say)
        self.estimate = plain_label(selectable=True)
        self.notes = plain_label(selectable=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        without_icons(buttons)
        self.start = push_button(self.tr("Start"), self._start)
        self.start.setDefault(True)
        buttons.addButton(self.start, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        parts = (self._explanation, form, self.estimate, self.notes, buttons)
        self._whole = column(*parts, parent=self, spacing=12, margins=(16, 16, 16, 12))
        training = session.training
        training.checked.connect(self._receive)
        training.check_ended.connect(self._say)
        training.state_changed.connect(self._say)
        self.finished.connect(lambda _: training.drop_check())
        self.setWindowTitle(self.tr("Cross-check"))
        self.minutes.setSuffix(self.tr(" min each"))
        self.minutes.setSpecialValueText(self.tr("as long as the steps take"))
        self._say()

    def choices(self) -> dict[str, Any]:
        """Return the choices for each training."""
        return choices_of_folds(self._plan.choices(), self.steps.value(), self.minutes.value() or None)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the duration of a training step as soon as the dialog is shown."""
        super().showEvent(event)
        self._make_room()
        if self._checked is None and not self._session.training.is_busy:
            QTimer.singleShot(0, self._try_out)

    def _try_out(self) -> None:
        self._session.training.preview(self.choices() | {"fold": (0, self.folds.value())})
        self._say()

    def _receive(self, message: object) -> None:
        match message:
            case Checked():
                self._checked = message
            case Timed():
                self._timed = message
            case Refused(sentence):
                self._refused = sentence
        self._say()

    def _start(self) -> None:
        if self._session.models.cross_checking.start(self.folds.value(), self.choices()):
            self.accept()

    def _say(self) -> None:
        training = self._session.training
        reason = self.tr("A training is running already. Stop it first.") if training.is_busy else self._refused
        self.start.setEnabled(not reason)
        self.estimate.setText(self._said_estimate())
        left_out = 0 if self._checked is None else len(self._checked.left_out)
        notes = [reason] if reason else []
        if left_out:
            text = self.tr("Images that cannot be trained on: {count}. The check before a training says why.")
            notes.append(text.format(count=self.locale().toString(left_out)))
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        colour_text(self.notes, "error" if reason else "warning")
        self._make_room()

    def _make_room(self) -> None:
        """Be as high as the texts are in this width, which Qt does not ask wrapped lines for."""
        self._whole.invalidate()
        self.setMinimumHeight(self._whole.totalHeightForWidth(self.width()))

    def _said_estimate(self) -> str:
        if self._timed is None:
            is_tried = self._session.training.is_checking
            return self.tr("Trying a few steps to estimate the time …") if is_tried else ""
        seconds = _LOADING + self._timed.compiling + self._timed.step * self.steps.value()
        if self.minutes.value():
            seconds = min(seconds, 60.0 * self.minutes.value())
        text = self.tr(
            "Takes about {time}: {folds} trainings of {each}, one after the other. Then {images} "
            "{images:|image is|images are} read."
        )
        return agreeing(
            text,
            time=clock(seconds * self.folds.value()),
            folds=self.folds.value(),
            each=clock(seconds),
            images=self.locale().toString(len(self._session.catalog.table)),
        )


def _spin(most: int) -> QSpinBox:
    box = QSpinBox()
    box.setMaximum(most)
    box.setGroupSeparatorShown(True)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setAccelerated(True)
    return box
