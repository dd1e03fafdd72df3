"""The card with the result of a run: readings before and after, the model in use and why, and what would help."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from app.language.figures import agreeing, clock, counted, share_of
from app.language.sentences import one_after_another, translated
from app.pictures.shown_maps import model_name
from app.session import Session
from app.views.runs.compared_words import ComparedWordsDialog
from app.views.runs.resuming import resume
from app.widgets.boxes import colour_text, column, place_over, plain_label, push_button, row, set_tip
from app.widgets.contrast import Recoloured
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.explaining.advice import advice_for
from core.runs.adoption import Adoption
from core.runs.bundled import model_path
from core.runs.comparison import KeptComparison, read_comparison
from core.runs.events import Failed, Finished
from core.runs.info import RunInfo

_ACCURACY = "word_accuracy"
_FEW = 100  # words: from the first hundred on four corrections in ten are saved (docs/recognition.md)


class OutcomeCard(Recoloured, QFrame):
    """Shows how well the model of a run reads, or why there is none, and is hidden while the run trains."""

    asked = Signal(str)  # something is to be done, by the id of an action

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._learning = session, session.models.learning
        self._run: RunInfo | None = None
        self._kept: KeptComparison | None = None
        self._is_reading = False  # what the run's folder says of a comparison: until then no verdict is shown
        self._reading = LatestJob(session.workspace.background, "runs", self)
        self._headline, self._says = plain_label(selectable=True, bold=True), plain_label(selectable=True)
        self.use = push_button(self.tr("Use it"), self._use)
        self.keep = push_button(self.tr("Keep"), self._keep, tip=self.tr("Leave the model in use as it is"))
        self.compare = push_button(
            self.tr("Compare"),
            self._compare,
            tip=self.tr("Show the words that both models read, won and lost ones first"),
        )
        self.export = push_button(self.tr("Export…"), self._export, tip=self.tr("Export this model for other programs"))
        # a run that the list has selected by itself is not looked at
        self.look = push_button(self.tr("Show its maps"), self._look)
        self.go_on = push_button(self.tr("Resume"), self._go_on, tip=self.tr("Go on from the last checkpoint"))
        self.next = push_button("", self._go_next)
        self.meaning = push_button(
            self.tr("What does this mean?"),
            lambda: session.workspace.meaning_asked.emit(self._headline.text()),
            tip=self.tr("Show in the help what the message means and what to do"),
        )
        used = (self.use, self.keep, self.look, self.compare, self.export, self.next, self.go_on, self.meaning)
        buttons = row(*used, spacing=6)
        buttons.addStretch(1)
        column(self._headline, self._says, buttons, parent=self, spacing=4, margins=(8, 6, 8, 6))
        session.training.state_changed.connect(self.show_result)
        session.in_use.model_changed.connect(self.show_result)
        session.predictions.model_changed.connect(self.show_result)
        self._learning.compared.connect(self.show_result)
        self._learning.kept.connect(self._read_comparison)
        self.show_result()

    @property
    def sentence(self) -> str:
        """The sentences on screen, one in each line."""
        return "\n".join(filter(None, (self._headline.text(), self._says.text())))

    def show_run(self, run: RunInfo | None) -> None:
        """Show the result of this run."""
        is_same = run is not None and self._run is not None and run.path == self._run.path
        is_other_model = is_same and self._run is not None and run is not None and run.best_step != self._run.best_step
        self._run = run
        if not is_same or is_other_model:
            self._kept, self._is_reading = None, run is not None
            self._read_comparison()
        self.show_result()

    def show_result(self) -> None:
        """Show the current result."""
        run, training = self._run, self._session.training
        is_own = run is not None and training.state.run == run.path
        result = training.state.result if is_own and not training.is_busy else None
        is_over = run is not None and run.state != "running" and not (is_own and training.is_busy)
        self.setVisible(is_over)
        if run is None:
            return
        if isinstance(result, Failed):
            self._headline.setText(translated(result.message))
            colour_text(self._headline, "error")
            self._says.clear()
        else:
            self._show_texts(run)
        self._says.setVisible(bool(self._says.text()))
        self._headline.setVisible(bool(self._headline.text()))
        self.setVisible(is_over and bool(self.sentence) and not self._is_reading)
        self._show_buttons(run, is_done=isinstance(result, Finished) and result.reason in {"steps", "patience"})
        self.meaning.setVisible(isinstance(result, Failed) and advice_for(self._headline.text()) is not None)

    def recolour(self) -> None:
        self.show_result()

    # What it says

    def _show_texts(self, run: RunInfo) -> None:
        adoption, is_used = self._adoption, self._session.in_use.model == run.path
        lines = []
        if adoption is not None:
            lines += self._counts(adoption)
            lines.append(self._why(adoption))
        outcome = self._learning.outcome
        if outcome is not None and outcome.run == run.path and outcome.trouble and adoption is None:
            lines.append(self.tr("It was not compared: {reason}").format(reason=translated(outcome.trouble)))
        if self._learning.compared_run != run.path:
            lines.append(self._help(run, adoption))
        lines.append(self._validation(run, adoption))
        self._headline.setText(self._verdict(run, adoption, is_used=is_used))
        is_good = is_used and (self._is_better(run, adoption) or self._has_learned(run, adoption))
        colour_text(self._headline, "ok" if is_good else None)
        self._says.setText("\n".join(filter(None, lines)))

    def _verdict(self, run: RunInfo, adoption: Adoption | None, *, is_used: bool) -> str:
        if run.model is None:
            return translated(run.problem)
        if self._learning.compared_run == run.path:
            return ""  # the bar above says so
        if is_used and self._is_better(run, adoption):
            return self.tr("It reads more words, and is in use for drafts.")
        if is_used:
            return one_after_another((self._learned(run, adoption), self.tr("It is in use for drafts.")))
        if adoption is None:
            stays = self.tr("{model} stays in use for drafts.").format(model=self._used)
            is_other = self._session.in_use.model is not None
            return one_after_another((self._learned(run, adoption), stays if is_other else ""))
        if adoption.reason == "better" and self._old == self._used:
            return self.tr(
                "It reads more words than {model}, which stays in use for drafts because it was chosen."
            ).format(model=self._old)
        if adoption.reason == "better" and self._session.in_use.model is None:
            return self.tr("It reads more words than {model}, but no model is in use for drafts.").format(
                model=self._old
            )
        if adoption.reason == "better":
            return self.tr("It reads more words than {model}, but {used} was chosen and is in use for drafts.").format(
                model=self._old, used=self._used
            )
        if adoption.reads_less:
            return self.tr("It reads fewer words: {model} stays in use for drafts.").format(model=self._used)
        return self.tr("It is not clearly better: {model} stays in use for drafts.").format(model=self._used)

    def _learned(self, run: RunInfo, adoption: Adoption | None) -> str:
        """Return what a model reads that was compared with no other one, and what it began with, or "" if not known."""
        accuracy, before = run.metrics.get(_ACCURACY), run.begun_with
        if adoption is not None or accuracy is None:
            return ""
        reads = self._part(accuracy, run.validated)
        if run.validated is None:
            reads = self.tr("{share} of the words").format(share=reads)
        if before is None:
            return self.tr("It reads {reads}.").format(reads=reads)
        if not before:
            return self.tr("It reads {reads}; it began with none.").format(reads=reads)
        count = run.validated
        begun = share_of(before, None) if count is None else self.locale().toString(round(before * count))
        return self.tr("It reads {reads}; it began with {begun}.").format(reads=reads, begun=begun)

    def _has_learned(self, run: RunInfo, adoption: Adoption | None) -> bool:
        """Return True if a model that was compared with no other one reads more than what it began with."""
        accuracy, before = run.metrics.get(_ACCURACY), run.begun_with
        return adoption is None and accuracy is not None and before is not None and accuracy > before

    def _is_better(self, run: RunInfo, adoption: Adoption | None) -> bool:
        """Return True if the model reads more than the other one, by a comparison that is not made anew."""
        return adoption is not None and adoption.reason == "better" and self._learning.compared_run != run.path

    def _counts(self, adoption: Adoption) -> list[str]:
        kinds = (
            (
                self.tr(
                    "Of your {count} {count:|word|words}, {model} reads {old} and this model {new}: {gained} won, "
                    "{lost} lost."
                ),
                adoption.own,
            ),
            (
                self.tr(
                    "Of {count} synthetic {count:|word|words}, {model} reads {old} and this model {new}: {gained} "
                    "won, {lost} lost."
                ),
                adoption.synthetic,
            ),
        )
        lines = [
            agreeing(
                text, count=pair.words, model=self._old, old=pair.old, new=pair.new, gained=pair.gained, lost=pair.lost
            )
            for text, pair in kinds
            if pair.words
        ]
        if adoption.unknown:
            one = self.tr("The new model lacks one symbol that {model} knows.")
            several = self.tr("The new model lacks {count} symbols that {model} knows.")
            lines.append(counted(one, several, adoption.unknown, model=self._old))
        if adoption.agreed:
            text = self.tr(
                "Left out: {count} {count:|word|words} that {count:|was|were} accepted because two readers agreed. "
                "Confirm {count:|it|some}."
            )
            lines.append(agreeing(text, count=adoption.agreed))
        return lines

    def _why(self, adoption: Adoption) -> str:
        own, synthetic = adoption.own, adoption.synthetic
        match adoption.reason:
            case "better":
                return ""
            case "no words":
                return self.tr(
                    "Why: no reviewed word was kept out of its training, so nobody can tell which model "
                    "reads more words."
                )
            case "worse":
                return self.tr("Why: it has lost more of your words than it has won.")
            case "forgets":
                text = self.tr("Why: {lost} of {count} other {count:|word|words} {lost:|is|are} lost, {gained} won.")
                return agreeing(text, lost=synthetic.lost, count=synthetic.words, gained=synthetic.gained)
            case "new symbols":
                text = self.tr("Why: it reads none of the {count} {count:|word|words} with your new symbols yet.")
                return agreeing(text, count=adoption.fresh)
            case "too few" if own.needed:
                text = self.tr(
                    "Why: {old} and {new} of {count} are too close to tell which model is better; about {more} more "
                    "reviewed {more:|word|words} would be enough."
                )
                return agreeing(text, old=own.old, new=own.new, count=own.words, more=own.needed)
            case "too few":
                text = self.tr("Why: {old} and {new} of {count} are too close to tell which model is better.")
                return agreeing(text, old=own.old, new=own.new, count=own.words)
            case _:
                return self.tr("Why: it does not read more of your words than before.")

    def _help(self, run: RunInfo, adoption: Adoption | None) -> str:
        """Return what would help next, or "" if the reason says so or nothing is to be done."""
        match None if adoption is None else adoption.reason:
            case None if self._learned(run, adoption) and run.metrics[_ACCURACY] < 1:
                return one_after_another((self.tr("What would help: a longer training."), self._length(run)))
            case "no more" if adoption is not None and adoption.own.words < _FEW:
                text = self.tr(
                    "What would help: more reviewed words, since {count} {count:|is|are} few to learn from, or a "
                    "longer training."
                )
                learned = sum(word.kind == "folds" for word in adoption.words) or adoption.own.words
                return one_after_another((agreeing(text, count=learned), self._length(run)))
            case "no more" | "new symbols":
                text = self.tr("What would help: a longer training, or more reviewed words.")
                return one_after_another((text, self._length(run)))
            case "worse" | "forgets":
                return self.tr("What would help: fewer steps, more synthetic words, or more reviewed words.")
            case _:
                return ""

    def _length(self, run: RunInfo) -> str:
        """Return how long the training was, or "" if that is not known."""
        if not run.step or run.seconds < 1:
            return ""
        text = self.tr("This one made {steps} {steps:|step|steps} in {time}.")
        return agreeing(text, steps=self.locale().toString(run.step), time=clock(run.seconds))

    def _validation(self, run: RunInfo, adoption: Adoption | None) -> str:
        """The validation of the run: the one number of its best model, beside that of step 0.

        Both numbers are in the headline if the model was compared with no other one.
        """
        accuracy = run.metrics.get(_ACCURACY)
        step = self.locale().toString(run.best_step)
        if self._learned(run, adoption) and self._learning.compared_run != run.path:
            return self.tr("Validation, by the network alone, at step {step}.").format(step=step)
        if accuracy is None and run.model is None:
            return ""
        if accuracy is None and run.begun_with is not None:
            return self.tr("The validation words could no longer be read, so the accuracy is unknown.")
        if accuracy is None:
            return self.tr("No word is set apart for validation, so the accuracy is unknown.")
        text = self.tr("Validation, by the network alone: {share} at step {step}.")
        if run.begun_with is not None:
            text = self.tr("Validation, by the network alone: {before} at step 0, {share} at step {step}.")
        before = "" if run.begun_with is None else self._part(run.begun_with, run.validated)
        return text.format(before=before, share=self._part(accuracy, run.validated), step=step)

    def _part(self, share: float, count: int | None) -> str:
        if count is None:
            return share_of(share, None)
        return agreeing(self.tr("{part} of {count} {count:|word|words}"), part=round(share * count), count=count)

    @property
    def _adoption(self) -> Adoption | None:
        outcome, run = self._learning.outcome, self._run
        if outcome is not None and run is not None and outcome.run == run.path and outcome.adoption is not None:
            return outcome.adoption
        is_of_this = self._kept is not None and run is not None and self._kept.step in (0, run.best_step)
        return self._kept.adoption if self._kept is not None and is_of_this else None

    @property
    def _old_model(self) -> Path | None:
        """The model that the run is compared with."""
        outcome, run = self._learning.outcome, self._run
        if outcome is not None and run is not None and outcome.run == run.path:
            return outcome.old
        return None if self._kept is None else model_path(self._kept.old)

    @property
    def _old(self) -> str:
        model = self._old_model
        return "" if model is None else model_name(self._session, model)

    @property
    def _used(self) -> str:
        return model_name(self._session, self._session.in_use.model)

    # What can be done

    def _show_buttons(self, run: RunInfo, *, is_done: bool) -> None:
        session, adoption = self._session, self._adoption
        has_model, is_used = run.model is not None, session.in_use.model == run.path
        outcome = self._learning.outcome
        self.use.setVisible(has_model)
        self.use.setEnabled(not is_used)
        set_tip(self.use, self._use_tip(run))
        is_open = outcome is not None and outcome.run == run.path and not is_used
        self.keep.setText(self.tr("Keep {model}").format(model=self._used))
        self.keep.setVisible(is_open)
        viewed = session.predictions.model
        self.look.setVisible(has_model and viewed is not None)
        self.look.setEnabled(viewed != run.path)  # and not hidden: the buttons keep their places
        text = self.tr("The maps beside the word are those of this run")
        if viewed != run.path:
            text = self.tr("The maps beside the word are of {model}. Show those of this run")
        set_tip(self.look, text.format(model=model_name(session, viewed)))
        self.export.setVisible(has_model)
        is_comparing = self._learning.compared_run is not None
        can_compare = adoption is not None or (session.in_use.model is not None and not is_used and not is_comparing)
        self.compare.setVisible(has_model and can_compare)
        is_free = not session.training.is_busy
        self.go_on.setVisible(not is_done and run.state in {"stopped", "failed"} and run.config is not None)
        self.go_on.setEnabled(is_free)
        self.next.setText(self._next_text(adoption))
        set_tip(self.next, self._next_tip(adoption))
        if adoption is None:  # a run that was stopped is resumed
            accuracy = run.metrics.get(_ACCURACY)
            is_further = accuracy is not None and accuracy < 1 and run.config is not None and self.go_on.isHidden()
            is_further &= self._learning.compared_run != run.path
        else:
            is_further = adoption.reason != "better" and not is_used
        self.next.setVisible(has_model and is_further)
        self.next.setEnabled(is_free)
        is_better = adoption is not None and adoption.reason == "better"
        self.use.setDefault(is_better and not is_used)  # what is recommended
        self.next.setDefault(not is_better)

    def _use_tip(self, run: RunInfo) -> str:
        """The tip of the button that takes the model into use, which a person may do before a comparison is over."""
        if self._learning.compared_run != run.path:
            return self.tr("Let this model draft labels from now on")
        text = self.tr(
            "Let this model draft labels from now on, without waiting for the comparison with {model}. By itself it is "
            "taken only if it reads more words"
        )
        return text.format(model=model_name(self._session, self._learning.compared_with))

    def _next_text(self, adoption: Adoption | None) -> str:
        match None if adoption is None else adoption.reason:
            case "no words" | "too few":
                return self.tr("Review more words")
            case "worse" | "forgets":
                return self.tr("Train with other choices…")
            case _:
                return self.tr("Train longer…")

    def _next_tip(self, adoption: Adoption | None) -> str:
        match None if adoption is None else adoption.reason:
            case "no words" | "too few":
                return self.tr("What would help next: show the words that are still to be reviewed")
            case "worse" | "forgets":
                return self.tr("What would help next: another training, whose settings begin as those of this run")
            case _:
                return self.tr(
                    "What would help next: go on with this run, with the same choices, for as long as you say"
                )

    def _go_next(self) -> None:
        run, adoption = self._run, self._adoption
        if run is None:
            return
        match None if adoption is None else adoption.reason:
            case "no words" | "too few":
                self.asked.emit("view.layout.review")
            case "worse" | "forgets" if run.config is not None:
                self._session.instruments.plan.take(run.config)
                self.asked.emit("train.start")
            case _:
                resume(self._session.training, run, self, is_longer=True)

    def _use(self) -> None:
        self.use.clearFocus()  # before it is disabled: the next button would have the keyboard, and look recommended
        if self._run is not None:
            self._session.in_use.choose(self._run.path)

    def _look(self) -> None:
        self.look.clearFocus()
        if self._run is not None:
            self._session.predictions.look_at(self._run.path)

    def _keep(self) -> None:
        self._learning.forget_outcome()

    def _compare(self) -> None:
        run, adoption = self._run, self._adoption
        if run is None:
            return
        old = self._old_model
        if adoption is None or old is None:
            self._learning.compare(run)
            self.show_result()
            return
        dialog = ComparedWordsDialog(self._session, run, old, adoption, self.window())
        place_over(dialog, self.parentWidget() or self)  # and not over the maps that a click shows
        dialog.show()

    def _export(self) -> None:
        if self._run is not None:
            self._session.workspace.export_asked.emit(self._run.path)

    def _go_on(self) -> None:
        if self._run is not None:
            resume(self._session.training, self._run, self)

    # The comparison that the run's folder keeps

    def _read_comparison(self, changed: Path | None = None) -> None:
        run = self._run
        if run is None or changed not in (None, run.path):
            return

        def work(job: Job) -> KeptComparison | None:
            return read_comparison(run.path)

        self._reading.ask(work, self._take_comparison)

    def _take_comparison(self, kept: KeptComparison | None) -> None:
        self._kept, self._is_reading = kept, False
        self.show_result()
