"""The dialog that starts a training, with the choices on the left and the check on the right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QPushButton, QSplitter, QWidget

from app.language.sentences import translated
from app.session import Session
from app.views.training.check import CheckView
from app.views.training.form import TrainingForm
from app.views.training.summary import PlanSummary
from app.widgets.boxes import colour_text, column, plain_label, push_button, resize_on_screen, without_icons

_SIZE = QSize(940, 600)
_FORM_WIDTH = 470  # px
_LIMITS = frozenset({"steps", "minutes"})  # choices that change nothing of what a check has found, but the time


class TrainingDialog(QDialog):
    """Edits the choices of a training, checks them, and starts the training."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._plan = session.instruments.plan
        self._starts = False
        self._seen: frozenset[object] = frozenset()  # doubts that were on screen
        self._values = dict(self._plan.values)
        self._asks = ("", "")  # about new doubts: a sentence and what the button says
        self.form = TrainingForm(session, self._plan)
        self.check = CheckView(session)
        self.summary = PlanSummary(session, self._plan)
        # the doubt that has kept a start waiting: one that was not on screen when the person pressed Start
        self.refusal, self.doubt = plain_label(), plain_label()
        side = QFrame()
        self._side = column(self.check, self.summary, QWidget(), parent=side, spacing=12, margins=(12, 0, 0, 0))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for part in (self.form, side):
            split.addWidget(part)
        split.setStretchFactor(1, 1)  # on a small screen the fields keep their width
        split.setSizes([_FORM_WIDTH, _SIZE.width() - _FORM_WIDTH])
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        without_icons(self._buttons)
        # checks first if the choices have not been checked, then starts, unless the check has doubts that the person
        # has not seen yet; pressed again meanwhile, it starts at once
        self.start = QPushButton()
        self.start.setDefault(True)
        self.look = push_button(
            self.tr("Check again"),
            self._check_or_stop,
            tip=self.tr("Check what the training would use and need, without starting it"),
        )
        self.look.setAutoDefault(False)
        self.samples = push_button(
            self.tr("What training sees…"),
            self._show_samples,
            tip=self.tr("Show samples as the network will get them, with polygons and target maps"),
        )
        self.samples.setAutoDefault(False)
        self._buttons.addButton(self.samples, QDialogButtonBox.ButtonRole.ActionRole)
        self._buttons.addButton(self.look, QDialogButtonBox.ButtonRole.ActionRole)
        self._buttons.addButton(self.start, QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.start.setFocus()
        self._buttons.rejected.connect(self.reject)
        self.start.clicked.connect(self._start)
        whole = column(split, self.refusal, self.doubt, self._buttons, parent=self, margins=(12, 12, 12, 12))
        whole.setStretchFactor(split, 1)
        resize_on_screen(self, _SIZE)
        self._plan.changed.connect(self._changed)
        session.training.checked.connect(self._checked)
        session.training.check_ended.connect(self._checked)
        session.training.state_changed.connect(self._update)
        self.finished.connect(lambda _: session.training.drop_check())
        self.setWindowTitle(self.tr("Train"))
        self._update()

    def _check_or_stop(self) -> None:
        if self._session.training.is_checking:
            self._starts = False
            self.check.outdate()
            self._update()
        else:
            self.check_now()

    def check_now(self) -> None:
        """Check the current choices."""
        if self._session.training.preview(self._plan.choices()):
            self.check.begin()
        self._update()

    def showEvent(self, event: QShowEvent) -> None:
        """Start the check as soon as the dialog is shown, since most people keep the defaults."""
        super().showEvent(event)
        if not self.check.is_current and not self._reason():
            QTimer.singleShot(0, self.check_now)

    def _show_samples(self) -> None:
        """Show what a training with the choices as they are would see."""
        from app.views.training.samples import SamplesDialog  # brings all that draws with it

        dialog = SamplesDialog(self._session, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _changed(self) -> None:
        before, self._values = self._values, dict(self._plan.values)
        changed = {name for name in before | self._values if before.get(name, ...) != self._values.get(name, ...)}
        limits = self._plan.limits()
        if changed and changed <= _LIMITS and self.check.is_current and limits is not None:
            self.check.limit(*limits)
            self._update()
            return
        is_same = not changed
        goes_on = is_same and (self._starts or self.check.is_current)
        self.check.outdate()
        if goes_on:  # what the person has not chosen is another now: what was asked for is still wanted
            self.check_now()
            return
        self._starts, self._asks = False, ("", "")
        self._update()

    def _start(self) -> None:
        check = self.check
        if self._starts:  # asked once more: without waiting
            self._starts = False
            if self._session.training.start(self._plan.choices()):
                self.accept()
        elif not check.is_current:
            self._starts = True
            self.check_now()
        elif check.checked is None:
            self._starts = True
            self._update()
        elif self._session.training.start(self._plan.choices()):
            self.accept()

    def _checked(self) -> None:
        check = self.check
        if check.refusal or not check.is_current or not (check.checked or self._session.training.is_checking):
            self._starts = False
        elif check.checked is not None:
            new, self._seen = check.doubts - self._seen, self._seen | check.doubts
            starts, self._starts = self._starts, False
            if starts and not new:
                self._start()
                return
            if starts:
                self._asks = self._question(len(check.checked.left_out))
        self._update()

    def _question(self, left_out: int) -> tuple[str, str]:
        """The question before a start in spite of new doubts: a sentence, and the button's text."""
        if not left_out:
            return self.tr("The check has found something that you should look at."), self.tr("Start anyway")
        if left_out == 1:
            return self.tr("One image is left out."), self.tr("Start without this image")
        count = self.locale().toString(left_out)
        return self.tr("{count} images are left out.").format(count=count), self.tr("Start without these images")

    def _reason(self) -> str:
        """Return the reason why nothing can be started now, or "" if it can."""
        if self._session.project is None:
            return self.tr("Open a folder first.")
        if self._session.training.is_busy:
            return self.tr("A training is running already. Stop it first.")
        return translated(self._plan.refusal())

    def _update(self) -> None:
        has_list = not self.check.left_out.isHidden()
        for place, gets_room in enumerate((has_list, False, not has_list)):
            self._side.setStretch(place, gets_room)
        reason = self._reason()
        self.refusal.setText(reason)
        self.refusal.setVisible(bool(reason))
        sentence, accepts = self._asks
        self.doubt.setText(sentence)
        self.doubt.setVisible(bool(sentence))
        colour_text(self.refusal, "error")
        colour_text(self.doubt, "warning")
        is_refused = self.check.is_current and bool(self.check.refusal)
        self.start.setEnabled(not reason and not is_refused)
        is_checking = self.check.is_current and self._session.training.is_checking
        self.look.setText(self.tr("Stop checking") if is_checking else self.tr("Check again"))
        self.look.setEnabled(not reason)
        self.samples.setEnabled(not reason)
        self.start.setText(self.tr("Start without waiting") if self._starts else accepts or self.tr("Start"))
