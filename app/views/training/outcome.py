"""The result of a training in a sentence, with buttons for the next step."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QWidget

from app.language.figures import clock, validation_share
from app.language.sentences import translated
from app.session import Session
from app.widgets.boxes import colour_text, plain_label, push_button, row
from app.widgets.contrast import Recoloured
from app.widgets.resuming import resume
from core.base.advice import advice_for
from core.runs.events import Failed, Finished


class OutcomeBar(Recoloured, QFrame):
    """Shows the result; hidden while there is none.

    Attributes
    ----------
    predict, go_on, meaning, log, folder : QPushButton
        `meaning` opens help on the error, where the error is known.
    """

    log_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._says = plain_label(selectable=True)
        self.predict = push_button(
            self.tr("Predict with it"), self._predict, tip=self.tr("Show what this model sees in the image on screen")
        )
        self.go_on = push_button(self.tr("Resume"), self._go_on, tip=self.tr("Go on from the last checkpoint"))
        self.meaning = push_button(
            self.tr("What does this mean?"),
            lambda: session.desk.meaning_asked.emit(self.sentence),
            tip=self.tr("Show in the help what the message means and what to do"),
        )
        self.log = push_button(self.tr("Log"), self.log_asked.emit, tip=self.tr("Show the log of the training"))
        self.folder = push_button(
            self.tr("Show folder"), self._show_folder, tip=self.tr("Open the run's folder in the file manager")
        )
        buttons = (self.predict, self.go_on, self.meaning, self.log, self.folder)
        row(self._says, *buttons, parent=self, spacing=6, margins=(8, 4, 8, 4)).setStretchFactor(self._says, 1)
        session.training.state_changed.connect(self._show)
        session.runs.changed.connect(self._show)
        self._show()

    @property
    def sentence(self) -> str:
        """The sentence on screen."""
        return self._says.text()

    def recolour(self) -> None:
        self._show()

    def _show(self) -> None:
        training = self._session.training
        result = None if training.is_busy else training.state.result
        self.setVisible(result is not None)
        if result is None:
            return
        is_good = isinstance(result, Finished)
        self._says.setText(self._sentence(result))
        colour_text(self._says, "ok" if is_good else "error")
        info = None if training.state.run is None else self._session.runs.entry(training.state.run)
        self.predict.setVisible(info is not None and info.model is not None)
        is_done = isinstance(result, Finished) and result.reason in {"steps", "patience"}  # it would end again
        self.go_on.setVisible(not is_done and info is not None and info.config is not None)
        self.meaning.setVisible(not is_good and advice_for(self.sentence) is not None)
        self.log.setVisible(not is_good)
        self.folder.setVisible(training.state.run is not None)

    def _sentence(self, result: Finished | Failed) -> str:
        if isinstance(result, Failed):
            return translated(result.message)
        number = self.locale().toString
        reason = {
            "steps": self.tr("all steps are done"),
            "minutes": self.tr("the time is up"),
            "stopped": self.tr("it was stopped"),
            "patience": self.tr("it got no better"),
        }[result.reason]
        said = self.tr("Finished at step {step} after {time}: {reason}.").format(
            step=number(result.step), time=clock(result.seconds), reason=reason
        )
        accuracy, started = result.metrics.get("word_accuracy"), self._session.training.state.started
        if accuracy is None:
            return said
        return (
            said
            + " "
            + self.tr("The model of step {step} reads {share}.").format(
                step=number(result.best_step),
                share=validation_share(accuracy, None if started is None else started.validation),
            )
        )

    def _predict(self) -> None:
        run = self._session.training.state.run
        if run is not None:
            self._session.predictions.choose(run)

    def _go_on(self) -> None:
        run = self._session.training.state.run
        info = None if run is None else self._session.runs.entry(run)
        if info is not None:
            resume(self._session.training, info, self)

    def _show_folder(self) -> None:
        run = self._session.training.state.run
        if run is not None and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(run))):
            self._session.tell(str(run))
