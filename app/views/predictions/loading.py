"""The row that is shown while a model is being loaded: that something happens, for how long, and a way to end it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from app.language.figures import clock
from app.session import Session
from app.widgets.boxes import Label, column, named, plain_label, push_button, row, tool_button

_BAR_HEIGHT = 12  # px
_TICK = 1000  # ms
_LONG = 30.0  # seconds: the reader takes some 5, TensorFlow included


class LoadingRow(QWidget):
    """Follows the state of the predictions. `now`: seconds from some moment on."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._session, self._now = session, now
        self._model, self._since = session.predictions.model, now()
        self.bar = named(QProgressBar(), self.tr("The model is being loaded"))
        self.bar.setRange(0, 0)  # it moves to and fro: how long a model takes is not known
        self.bar.setFixedHeight(_BAR_HEIGHT)
        self.bar.setTextVisible(False)
        self.passed = Label()
        self.hint = plain_label(self.tr("This takes long. From a network disk, copy the model to this machine."))
        self.stop = tool_button(
            lambda: session.predictions.choose(None),
            picture="stop",
            tip=self.tr("Stop loading, and predict with no model"),
        )
        self.meaning = push_button(
            self.tr("What does this mean?"), lambda: session.workspace.meaning_asked.emit("slow-model")
        )
        line = row(self.bar, self.passed, self.stop, spacing=6)
        line.setStretchFactor(self.bar, 1)
        column(line, self.hint, self.meaning, parent=self, spacing=4)
        self._timer = QTimer(self, interval=_TICK)
        self._timer.timeout.connect(self.tick)
        self.hide()

    def refresh(self) -> None:
        """Show the row while a model is being loaded."""
        predictions = self._session.predictions
        is_loading = predictions.state == "loading"
        if not is_loading:
            self._timer.stop()
        elif not self._timer.isActive() or predictions.model != self._model:
            self._model, self._since = predictions.model, self._now()
            self._timer.start()
            self.tick()
        self.setVisible(is_loading)

    def tick(self) -> None:
        """Show the time that has passed."""
        seconds = self._now() - self._since
        self.passed.setText(clock(seconds))
        for widget in (self.hint, self.meaning):
            widget.setVisible(seconds > _LONG)
