"""The result of a run in one line, with buttons for the next step."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from app.language.figures import share_of
from app.language.sentences import translated
from app.session import Session
from app.views.runs.resuming import resume
from app.widgets.boxes import colour_text, plain_label, push_button, row
from app.widgets.contrast import Recoloured
from core.base.advice import advice_for
from core.runs.events import Failed, Finished
from core.runs.info import RunInfo

_ACCURACY = "word_accuracy"


class OutcomeBar(Recoloured, QFrame):
    """Shows what the model of a run reads, or why there is none. Hidden while the run trains."""

    compared = Signal(object)  # an earlier run is to be shown beside this one

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run: RunInfo | None = None
        self._earlier: RunInfo | None = None
        self._says = plain_label(selectable=True)
        # use, compare, export, go_on, meaning: `meaning` opens help on the error, if the error is known
        self.use = push_button(self.tr("Use it"), self._use, tip=self.tr("Let this model read the images"))
        self.compare = push_button(
            self.tr("Compare"), self._compare, tip=self.tr("Show this run beside the one before it")
        )
        self.export = push_button(self.tr("Export…"), self._export, tip=self.tr("Write this model for other programs"))
        self.go_on = push_button(self.tr("Resume"), self._go_on, tip=self.tr("Go on from the last checkpoint"))
        self.meaning = push_button(
            self.tr("What does this mean?"),
            lambda: session.workspace.meaning_asked.emit(self.sentence),
            tip=self.tr("Show in the help what the message means and what to do"),
        )
        buttons = (self.use, self.compare, self.export, self.go_on, self.meaning)
        row(self._says, *buttons, parent=self, spacing=6, margins=(8, 4, 8, 4)).setStretchFactor(self._says, 1)
        session.training.state_changed.connect(self.refresh)
        self.refresh()

    @property
    def sentence(self) -> str:
        """The sentence on screen."""
        return self._says.text()

    def show_run(self, run: RunInfo | None, entries: Sequence[RunInfo]) -> None:
        """Show the result of a run. Of the others, the latest before it is compared with."""
        self._run = run
        earlier = [] if run is None else [entry for entry in entries if entry.started < run.started]
        self._earlier = max((each for each in earlier if each.metrics), key=lambda each: each.started, default=None)
        self.refresh()

    def refresh(self) -> None:
        """Show the result as it is now."""
        run, training = self._run, self._session.training
        is_own = run is not None and training.state.run == run.path
        result = training.state.result if is_own and not training.is_busy else None
        is_over = run is not None and run.state != "running" and not (is_own and training.is_busy)
        has_failed = isinstance(result, Failed)
        text = translated(result.message) if isinstance(result, Failed) else "" if run is None else self._sentence(run)
        self.setVisible(is_over and bool(text))
        if run is None:
            return
        self._says.setText(text)
        colour_text(self._says, "error" if has_failed else "ok")
        has_model = run.model is not None
        for button in (self.use, self.export):
            button.setVisible(has_model)
        self.compare.setVisible(has_model and self._earlier is not None)
        is_done = isinstance(result, Finished) and result.reason in {"steps", "patience"}  # it would end again
        self.go_on.setVisible(not is_done and run.state in {"stopped", "failed"} and run.config is not None)
        self.go_on.setEnabled(not training.is_busy)
        self.meaning.setVisible(has_failed and advice_for(self.sentence) is not None)

    def recolour(self) -> None:
        self.refresh()

    def _sentence(self, run: RunInfo) -> str:
        accuracy = run.metrics.get(_ACCURACY)
        if accuracy is None:
            return translated(run.problem)
        share = share_of(accuracy, run.validated)
        if run.validated is None:
            text = self.tr("Reads {share} of the validation words").format(share=share)
        elif " %" in share:
            text = self.tr("Reads {share} of {count} validation words").format(share=share, count=run.validated)
        else:
            text = self.tr("Reads {share} validation words").format(share=share)
        before = None if self._earlier is None else self._earlier.metrics.get(_ACCURACY)
        if self._earlier is None or before is None or self._earlier.validated != run.validated or " %" not in share:
            return self.tr("{text}.").format(text=text)
        points = round(100 * (accuracy - before))
        if not points:
            more = self.tr("as many as before")
        elif points > 0:
            more = self.tr("{points} points more than before")
        else:
            more = self.tr("{points} points less than before")
        return self.tr("{text}; {more}.").format(text=text, more=more.format(points=abs(points)))

    def _use(self) -> None:
        if self._run is not None:
            self._session.in_use.choose(self._run.path)

    def _compare(self) -> None:
        if self._earlier is not None:
            self.compared.emit(self._earlier.path)

    def _export(self) -> None:
        if self._run is not None:
            self._session.workspace.export_asked.emit(self._run.path)

    def _go_on(self) -> None:
        if self._run is not None:
            resume(self._session.training, self._run, self)
