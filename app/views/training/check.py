"""The check before a training: the words in use, the words left out with the reason, time and memory."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.language.figures import agreeing, counted, size_text, spoken
from app.language.sentences import translated
from app.session import Session
from app.training.run_times import Phase
from app.widgets.boxes import colour_text, column, plain_label, set_tip
from app.widgets.contrast import Recoloured
from app.widgets.moving_bar import MovingBar
from app.workers.messages import Checked, Checking, Estimated, Refused, Timed
from core.runs.adoption import FOLD_STEPS, FOLDS, MOST_IN_FOLDS

_NEARLY_ALL = 0.95  # of the steps: the estimate of the time is no better


class CheckView(Recoloured, QWidget):
    """Shows the findings of the check as they arrive.

    `checked`, `estimated` and `timed`: what it has told so far. `refusal`: why there can be no such training; "" if
    there can.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._training = session.training
        self._limits: tuple[int, float | None] | None = None  # other ones than those of the check
        self._clear()
        self._phases: Mapping[Phase, float] = {}  # seconds that the last trainings took beside their steps
        self.is_current = False  # True if what it told is of the choices as they are now
        self._title, self._time = plain_label(bold=True), plain_label(selectable=True, bold=True)
        self._says, self._warns, self._heading = (plain_label(selectable=True) for _ in range(3))
        self._bar = MovingBar()
        self._bar.setFixedHeight(8)
        self._lines = QStringListModel(self)
        self.left_out = QListView()
        self.left_out.setModel(self._lines)
        self.left_out.setWordWrap(True)  # the advice at the end of a line is read, too
        self.left_out.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.left_out.setResizeMode(QListView.ResizeMode.Adjust)
        self.left_out.setLayoutMode(QListView.LayoutMode.Batched)  # they may be thousands
        self.left_out.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.left_out.setAlternatingRowColors(True)
        self.left_out.activated.connect(self._go_to)
        self.left_out.clicked.connect(self._go_to)
        parts = (self._title, self._bar, self._time, self._says, self._warns, self._heading)
        column(*parts, self.left_out, parent=self, spacing=4).setStretchFactor(self.left_out, 1)
        self._training.checked.connect(self._receive)
        self._training.check_ended.connect(self._show_check)
        self._show_check()

    def begin(self) -> None:
        """Show that a check has begun."""
        self._clear()
        self.is_current = True
        self._training.times.estimate(self._take_phases)
        self._show_check()

    def limit(self, steps: int, minutes: float | None) -> None:
        """Show the time for other limits, which require no new check."""
        self._limits = (steps, minutes)
        self._show_check()

    def outdate(self) -> None:
        """Mark the check as outdated, because the choices have changed."""
        self._training.drop_check()
        self.is_current = False
        self._show_check()

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences on screen, one for each line."""
        texts = (self._time.text(), self._says.text(), self._warns.text())
        return tuple("\n".join(filter(None, texts)).splitlines())

    @property
    def doubts(self) -> frozenset[object]:
        """The warnings of the check, and the images that it leaves out with the reason for each."""
        return frozenset() if self.checked is None else frozenset((*self.checked.left_out, *self.checked.warnings))

    def recolour(self) -> None:
        self._show_check()

    def _go_to(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show an image that is left out, if it belongs to the project."""
        name = "" if self.checked is None else self.checked.left_out[index.row()][0]
        if self._session.catalog.table.index_of(name) is not None:
            self._session.show(name)

    def _clear(self) -> None:
        self.checked: Checked | None = None
        self.estimated: Estimated | None = None
        self.timed: Timed | None = None
        self.refusal = ""
        self._limits = None
        self._progress, self._stage = (0, 0), ""

    def _receive(self, message: object) -> None:
        match message:
            case Checking(done, total, stage):
                self._progress, self._stage = (done, total), stage
            case Checked():
                self.checked = message
            case Estimated():
                self.estimated = message
            case Timed():
                self.timed = message
            case Refused(sentence):
                self.refusal = sentence
        self._show_check()

    def _show_check(self) -> None:
        is_busy = self.is_current and self._training.is_checking
        self._title.setText(self._said_title())
        self._bar.setVisible(is_busy and self.checked is None)
        self._bar.setMaximum(self._progress[1])
        self._bar.setValue(self._progress[0])
        self._time.setText(self._said_time())
        self._says.setText("\n".join(self._sentences()))
        for label in (self._time, self._says):
            label.setVisible(bool(label.text()))
            label.setEnabled(self.is_current)
        warnings = self._said_warnings()
        self._warns.setText("\n".join(warnings))
        colour_text(self._warns, "error" if self.refusal else "warning")
        self._warns.setVisible(bool(warnings))
        left_out = () if self.checked is None else self.checked.left_out
        self._lines.setStringList([translated(reason) for _, reason in left_out])
        self._heading.setText(self._said_heading(len(left_out)))
        for part in (self._heading, self.left_out):
            part.setVisible(bool(left_out))
        self.left_out.setAccessibleName(self._heading.text())
        set_tip(self.left_out, self.tr("Press an image to see it"))

    def _said_title(self) -> str:
        if not self.is_current:
            return self.tr("Settings changed since the last check") if self.checked else self.tr("Not checked")
        if self.refusal:
            return self.tr("This cannot be trained")
        if self.checked is None:
            doing = translated(self._stage) or self.tr("Checking the images …")
            return doing if self._training.is_checking else self.tr("Not checked")
        return self.tr("What will be used")

    def _sentences(self) -> list[str]:
        texts: list[str] = []
        checked = self.checked
        if checked is not None:
            texts += [self._said_words(checked), self._said_validation(checked), self._said_network(checked)]
        if self.estimated is not None:
            texts += [self._said_memory(self.estimated), self._said_size(self.estimated)]
        if self.timed is not None and checked is not None:
            texts += self._said_steps(self.timed, checked.steps)
        return texts

    def _said_words(self, checked: Checked) -> str:
        if not checked.training:
            return self.tr("Trains on an endless stream of synthetic words.")
        number = self.locale().toString
        if checked.character_level == checked.training:
            text = agreeing(
                self.tr("Trains on {count} {count:|word|words}, all of them with polygons."),
                count=number(checked.training),
            )
        else:
            text = agreeing(
                self.tr("Trains on {count} {count:|word|words}, {polygons} of them with polygons."),
                count=number(checked.training),
                polygons=number(checked.character_level),
            )
        if not checked.synthetic:
            return text
        share = number(100 * checked.synthetic, "g", 3)
        return text + "\n" + self.tr("{share} % of its words are synthetic.").format(share=share)

    def _said_validation(self, checked: Checked) -> str:
        if not checked.validation:
            return self.tr("There is no validation data.")
        return agreeing(
            self.tr("Validates with {count} {count:|word|words}."), count=self.locale().toString(checked.validation)
        )

    def _said_network(self, checked: Checked) -> str:
        number = self.locale().toString
        sentence = self.tr("{symbols} {symbols:|symbol|symbols}; {batch} {batch:|image|images} a step.")
        return agreeing(sentence, symbols=number(len(checked.spec["charset"])), batch=number(checked.batch))

    def _said_time(self) -> str:
        """Return how long the training takes in all, or that this is still being found out."""
        if self.checked is None:
            return ""
        if self.timed is not None:
            _, total = self._lasts(self.timed, self.checked.steps)
            text = self.tr("{time} of training, about {more} more to start and compare.")
            return agreeing(text, time=spoken(total), more=spoken(self._beside(self.timed)))
        return self.tr("Trying a few steps to estimate the time …") if self._training.is_checking else ""

    def _lasts(self, timing: Timed, steps: int) -> tuple[int, float]:
        """Return the steps and the seconds that the training may last, given the steps of the check."""
        if self._limits is None:
            return steps, timing.total
        steps, minutes = self._limits
        return steps, timing.step * steps if minutes is None else min(timing.step * steps, 60 * minutes)

    def _said_steps(self, timing: Timed, checked_steps: int) -> list[str]:
        number = self.locale().toString
        steps, total = self._lasts(timing, checked_steps)
        fitting = total / timing.step
        text = self.tr("{fitting} {fitting:|step|steps} of {step} s.")
        if fitting < _NEARLY_ALL * steps:
            text = self.tr(
                "The time is enough for about {fitting} {fitting:|step|steps} of {step} s; validations take part of it."
            )
        counts = {"fitting": number(int(float(f"{max(fitting, 0):.2g}"))), "step": number(timing.step, "g", 2)}
        lines = [agreeing(text, **counts)]
        if timing.trial:
            text = self.tr(
                "Before the first step, {trial} s are spent once to find the faster precision on this computer."
            )
            lines.append(agreeing(text, trial=number(timing.trial, "f", 0)))
        return lines

    def _beside(self, timing: Timed) -> float:
        """Seconds to start and to compare, by the last trainings of this machine, or by the first step of the check."""
        comparing = timing.compiling
        if self.checked is not None and 0 < self.checked.training < MOST_IN_FOLDS:
            comparing += FOLDS * FOLD_STEPS * timing.step
        return self._phases.get("start", 2 * timing.compiling) + self._phases.get("compare", comparing)

    def _take_phases(self, phases: Mapping[Phase, float]) -> None:
        self._phases = phases
        self._show_check()

    def _said_memory(self, estimate: Estimated) -> str:
        if estimate.available is None:
            text = self.tr("Needs about {memory} on {device}.")
            return text.format(memory=size_text(estimate.memory), device=estimate.device)
        return self.tr("Needs about {memory} on {device}, where {free} are free.").format(
            memory=size_text(estimate.memory), device=estimate.device, free=size_text(estimate.available)
        )

    def _said_size(self, estimate: Estimated) -> str:
        return self.tr("Parameters: {parameters}, {precision}.").format(
            parameters=self.locale().toString(estimate.parameters), precision=translated(estimate.precision)
        )

    def _said_warnings(self) -> list[str]:
        if self.refusal:
            return [translated(self.refusal)]
        warnings = [] if self.checked is None else [*self.checked.warnings]
        if self.estimated is not None and self.estimated.advice:
            warnings.append(self.estimated.advice)
        return [translated(warning) for warning in warnings]

    def _said_heading(self, count: int) -> str:
        one, several = self.tr("One image is left out:"), self.tr("{count} images are left out:")
        return counted(one, several, count)
