"""The bar that plays the stored predictions of the open image, step by step."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSlider, QWidget

from app.language.figures import agreeing, counted
from app.reading.history import KeptSteps
from app.widgets.boxes import column, explain, named, plain_label, row, set_tip, tool_button
from app.widgets.icons import icon


class HistoryBar(QWidget):
    """A slider over the stored steps, with buttons to play them and to go to the last one, hidden without any.

    `is_of_several`: True if the steps are kept of all pinned words, False if of the open image.
    """

    def __init__(self, history: KeptSteps, parent: QWidget | None = None, *, is_of_several: bool = False) -> None:
        super().__init__(parent)
        self._history = history
        self._is_of_several = is_of_several
        self.slider = named(QSlider(Qt.Orientation.Horizontal), self.tr("Step of the training"))
        self.slider.valueChanged.connect(self._moved)
        self.play = tool_button(self._toggle, picture="play")
        self.now = tool_button(lambda: self._history.show(None), picture="last", tip=self.tr("Back to the present"))
        self.sentence = plain_label()
        line = row(self.play, self.slider, self.now, spacing=6)
        line.setStretchFactor(self.slider, 1)
        column(line, self.sentence, parent=self, spacing=2)
        self._history.changed.connect(self.show_history)
        set_tip(
            self.slider,
            self.tr("The predictions of the training for all pinned words, from its first step to the present")
            if self._is_of_several
            else self.tr("The predictions of the training for this image, from its first step to the present"),
        )
        self.show_history()

    def show_history(self) -> None:
        """Show the current history, with the current step at the end of the slider."""
        history = self._history
        count = len(history.steps)
        self.setVisible(count > 0)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, count)
            self.slider.setPageStep(max(count // 10, 1))
            self.slider.setValue(count if history.step is None else history.steps.index(history.step))
        self.play.setIcon(icon("pause" if history.is_playing else "play"))
        title = self.tr("Pause") if history.is_playing else self.tr("Play the history of the prediction")
        explain(self.play, title)
        self.now.setEnabled(history.step is not None)
        self.sentence.setText(self._sentence())

    def _sentence(self) -> str:
        history = self._history
        if self._is_of_several:
            if history.step is not None:
                return self.tr("Step {step}").format(step=f"{history.step:,}")
            one, several = (
                self.tr("One step is kept for these words"),
                self.tr("{count} steps are kept for these words"),
            )
            return counted(one, several, len(history.steps))
        if history.step is None:
            if len(history.steps) == 1:
                return self.tr("One step is kept for this image")
            return self.tr("{count} steps are kept for this image").format(count=len(history.steps))
        place = history.steps.index(history.step) + 1
        return agreeing(self.tr("{place} of {count} kept {count:|step|steps}"), place=place, count=len(history.steps))

    def _moved(self, place: int) -> None:
        steps = self._history.steps
        self._history.pause()
        self._history.show(steps[place] if place < len(steps) else None)

    def _toggle(self) -> None:
        if self._history.is_playing:
            self._history.pause()
        else:
            self._history.play()
