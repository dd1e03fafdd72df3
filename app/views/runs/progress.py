"""The progress of the training."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from app.language.figures import clock, share_of, size_text
from app.session import Session
from app.widgets.boxes import Label, column, named, set_tip
from app.widgets.sentence_label import ElidedLabel

_TICK = 1000  # ms: elapsed time goes on if no news comes
_BAR_HEIGHT = 6  # px
_SEPARATOR = " · "


class ProgressBar(QWidget):
    """Shows state, step, time left, speed, memory and score of the training, and hides while there is none."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training = session.training
        self._since = time.monotonic()
        self.state, self.numbers = ElidedLabel(), Label()
        font = self.state.font()
        font.setBold(True)
        self.state.setFont(font)
        self.numbers.setWordWrap(True)
        self.bar = named(QProgressBar(), self.tr("Progress of the training"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(_BAR_HEIGHT)
        column(self.state, self.bar, self.numbers, parent=self, spacing=2, margins=(8, 4, 6, 4))
        self._tick = QTimer(self, interval=_TICK)
        self._tick.timeout.connect(self._show)
        training = self._training
        training.state_changed.connect(self._state_changed)
        training.news.connect(self._show)
        training.heard.connect(self._show)
        self._show()

    def _state_changed(self) -> None:
        self._since = time.monotonic()
        if self._training.state.phase == "starting":
            self._tick.start()
        elif not self._training.is_busy:
            self._tick.stop()
        self._show()

    def _show(self) -> None:
        training = self._training
        self.setVisible(training.is_busy)
        if not training.is_busy:
            return
        self.state.setText(self._said_state())
        set_tip(self.state, self.state.text())
        self.numbers.setText(_SEPARATOR.join(self._said_numbers()))
        set_tip(self.numbers, self.numbers.text())
        step = training.state.last_step
        is_waiting = step is None or training.state.compiling is not None
        self.bar.setMaximum(0 if is_waiting or step is None else training.last_step)
        if step is not None:
            self.bar.setValue(step.step)

    def _said_state(self) -> str:
        training = self._training
        text = {"starting": self.tr("Starting"), "paused": self.tr("Paused"), "stopping": self.tr("Stopping")}.get(
            training.state.phase, self.tr("Training")
        )
        if training.is_silent:
            text = self.tr("{state}, no sign of life").format(state=text)
        return text if training.state.run is None else f"{text}: {training.state.run.name}"

    def _said_numbers(self) -> list[str]:
        memory = self._training.memory
        return [*self._said_waiting(), *self._said_steps(), *([] if memory is None else [size_text(memory)])]

    def _said_waiting(self) -> list[str]:
        training = self._training
        compiling = training.state.compiling
        if compiling is not None:
            what = {
                "check of the images": self.tr("checking the images"),
                "meeting of the workers": self.tr("waiting for worker {workers}").format(workers=compiling.missing),
                "training step": self.tr("compiling the training step"),
                "validation": self.tr("compiling the validation"),
                "prediction": self.tr("compiling the prediction"),
            }[compiling.what]
            return [self.tr("{what}, {time}").format(what=what, time=clock(compiling.seconds))]
        if training.state.phase == "starting":
            return [self.tr("loading TensorFlow, {time}").format(time=clock(time.monotonic() - self._since))]
        return []

    def _said_steps(self) -> list[str]:
        training, number = self._training, self.locale().toString
        step = training.state.last_step
        if step is None:
            return []
        is_timed = training.last_step < step.steps  # its time ends before its steps
        text = self.tr("step {step}") if is_timed else self.tr("step {step} of {steps}")
        texts = [text.format(step=number(step.step), steps=number(step.steps))]
        if step.seconds_left is not None:
            texts.append(self.tr("{time} left").format(time=clock(step.seconds_left)))
        if step.images_per_second:
            texts.append(self.tr("{count} images/s").format(count=number(step.images_per_second, "f", 0)))
        state = training.state
        accuracy = None if state.validation is None else state.validation.metrics.get("word_accuracy")
        if accuracy is not None:
            words = None if state.started is None else state.started.validation
            texts.append(self.tr("{share} words").format(share=share_of(accuracy, words)))
        return texts
