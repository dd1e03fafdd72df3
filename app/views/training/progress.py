"""The progress of the training, with the buttons that steer it."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QToolButton, QWidget

from app.language.figures import clock, share_of, size_text
from app.session import Session
from app.widgets.boxes import Label, column, named, row, set_tip, tool_button
from app.widgets.button_bar import ButtonBar
from app.widgets.sentence_label import ElidedLabel
from core.runs.events import Step

_TICK = 1000  # ms: elapsed time goes on where no news comes
_STATE_WIDTH = 170  # px that the state keeps beside its buttons
_BAR_HEIGHT = 6  # px
_SEPARATOR = " · "


class ProgressBar(QWidget):
    """Shows state, step, time left, speed, memory and score of the training.

    Attributes
    ----------
    buttons : dict of str to QToolButton
        By the ids of their actions.
    """

    asked = Signal(str)
    """Something is to be done, by the id of an action."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training = session.training
        self._session = session
        self._since = time.monotonic()
        self.state, self.numbers = ElidedLabel(), Label()
        font = self.state.font()
        font.setBold(True)
        self.state.setFont(font)
        self.numbers.setWordWrap(True)
        self.bar = named(QProgressBar(), self.tr("Progress of the training"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(_BAR_HEIGHT)
        self.buttons: dict[str, QToolButton] = {
            name: self._button(name, picture)
            for name, picture in (
                ("train.start", "train"),
                ("train.pause", "pause"),
                ("train.stop", "stop"),
                ("train.cancel", "close"),
                ("train.profile", "profile"),
                ("train.tensorboard", "tensorboard"),
            )
        }
        head = row(self.state, ButtonBar(self.buttons.values()))
        head.setStretchFactor(self.state, 1)
        column(head, self.bar, self.numbers, parent=self, spacing=2, margins=(8, 4, 6, 4))
        self._tick = QTimer(self, interval=_TICK)
        self._tick.timeout.connect(self._show)
        training = self._training
        training.state_changed.connect(self._state_changed)
        training.news.connect(self._show)
        training.heard.connect(self._show)
        session.project_changed.connect(self._show)
        for name, text, tip in (
            ("train.start", self.tr("Train…"), self.tr("Choose what to train, check it, start it")),
            ("train.pause", self.tr("Pause"), self.tr("Pause the training, or go on")),
            ("train.stop", self.tr("Stop and keep"), self.tr("Validate once more and stop; the best model is kept")),
            ("train.cancel", self.tr("Cancel"), self.tr("End it at once")),
            ("train.profile", self.tr("Profile"), self.tr("Measure what the next 20 steps cost")),
            ("train.tensorboard", self.tr("TensorBoard"), self.tr("Show this run in TensorBoard")),
        ):
            button = self.buttons[name]
            button.setText(text)
            set_tip(button, tip)
            button.setAccessibleName(text)
        self._show()

    def _button(self, name: str, picture: str) -> QToolButton:
        return tool_button(lambda: self.asked.emit(name), " ", picture)

    def _state_changed(self) -> None:
        self._since = time.monotonic()
        if self._training.state.phase == "starting":
            self._tick.start()
        elif not self._training.is_busy:
            self._tick.stop()
        self._show()

    def _show(self) -> None:
        training = self._training
        self.state.setText(self._said_state())
        set_tip(self.state, self.state.text())
        self.state.setMinimumWidth(min(self.state.sizeHint().width(), _STATE_WIDTH))
        self.numbers.setText(_SEPARATOR.join(self._said_numbers()))
        set_tip(self.numbers, self.numbers.text())
        step = training.state.last_step
        self.bar.setVisible(training.is_busy)
        is_waiting = step is None or training.state.compiling is not None
        self.bar.setMaximum(0 if is_waiting or step is None else self._last_step(step))
        if step is not None:
            self.bar.setValue(step.step)
        runs, is_paused = training.is_busy, training.state.phase == "paused"
        steers = training.state.phase in ("running", "paused")
        self.buttons["train.start"].setVisible(not runs)
        self.buttons["train.start"].setEnabled(self._session.project is not None)
        can_steer = dict.fromkeys(("train.pause", "train.stop", "train.profile"), steers)
        for name, can in (can_steer | {"train.cancel": runs}).items():
            self.buttons[name].setVisible(runs)
            self.buttons[name].setEnabled(can)
        self.buttons["train.pause"].setText(self.tr("Resume") if is_paused else self.tr("Pause"))
        self.buttons["train.tensorboard"].setVisible(training.state.run is not None)

    def _last_step(self, step: Step) -> int:
        """The expected last step: a limit of time may end the training earlier."""
        started = self._training.state.started
        if started is None or step.seconds_left is None or not step.images_per_second:
            return step.steps
        to_come = step.seconds_left * step.images_per_second / started.batch
        return min(step.step + max(round(to_come), 1), step.steps) if step.step < step.steps else step.steps

    def _said_state(self) -> str:
        training = self._training
        said = {
            "idle": self.tr("No training"),
            "starting": self.tr("Starting"),
            "running": self.tr("Training"),
            "paused": self.tr("Paused"),
            "stopping": self.tr("Stopping"),
            "finished": self.tr("Finished"),
            "failed": self.tr("Failed"),
            "lost": self.tr("Interrupted"),
        }[training.state.phase]
        if training.is_silent:
            said = self.tr("{state}, no sign of life").format(state=said)
        return (
            said
            if training.state.run is None or training.state.phase == "idle"
            else f"{said}: {training.state.run.name}"
        )

    def _said_numbers(self) -> list[str]:
        training = self._training
        if training.state.phase == "idle" and training.state.run is None:
            return [self.tr("Press Train to teach a network on this project's labels.")]
        said: list[str] = []
        if training.is_busy:
            said += self._said_waiting()
        said += self._said_steps()
        if training.is_busy and training.memory is not None:
            said.append(size_text(training.memory))
        return said

    def _said_waiting(self) -> list[str]:
        training = self._training
        found = training.state.compiling
        if found is not None:
            what = {
                "check of the images": self.tr("checking the images"),
                "meeting of the workers": self.tr("waiting for worker {workers}").format(workers=found.missing),
                "training step": self.tr("compiling the training step"),
                "validation": self.tr("compiling the validation"),
                "prediction": self.tr("compiling the prediction"),
            }[found.what]
            return [self.tr("{what}, {time}").format(what=what, time=clock(found.seconds))]
        if training.state.phase == "starting":
            return [self.tr("loading TensorFlow, {time}").format(time=clock(time.monotonic() - self._since))]
        return []

    def _said_steps(self) -> list[str]:
        training, number = self._training, self.locale().toString
        step = training.state.last_step
        if step is None:
            return []
        said = [self.tr("step {step} of {steps}").format(step=number(step.step), steps=number(step.steps))]
        if training.is_busy and step.seconds_left is not None:
            said.append(self.tr("{time} left").format(time=clock(step.seconds_left)))
        if step.images_per_second:
            said.append(self.tr("{count} images/s").format(count=number(step.images_per_second, "f", 0)))
        state = training.state
        accuracy = None if state.validation is None else state.validation.metrics.get("word_accuracy")
        if accuracy is not None:
            words = None if state.started is None else state.started.validation
            said.append(self.tr("{share} words").format(share=share_of(accuracy, words)))
        return said
