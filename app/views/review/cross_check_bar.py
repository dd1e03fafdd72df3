"""The progress of the cross-check in one line, with a button that stops or resumes it."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from app.language.figures import clock
from app.session import Session
from app.widgets.boxes import plain_label, row, set_tip

_BAR_WIDTH = 160  # px
_BAR_HEIGHT = 10  # px


class CrossCheckBar(QWidget):
    """Follows the cross-check of the session."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._checking = session.models.cross_checking
        self.sentence = plain_label()
        self.bar = QProgressBar()  # of all trainings together; to and fro while nobody knows
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.button = QPushButton()
        row(self.sentence, self.bar, self.button, parent=self, spacing=6).setStretchFactor(self.sentence, 1)
        self.button.clicked.connect(self._press)
        self._checking.changed.connect(self.refresh)
        session.training.state_changed.connect(self.refresh)
        session.training.news.connect(self._count)
        self.refresh()

    def refresh(self) -> None:
        """Show the current progress."""
        checking = self._checking
        self.setVisible(checking.is_busy or checking.state == "stopped")
        self.bar.setVisible(checking.is_busy)
        self.bar.setAccessibleName(self.tr("Progress of the cross-check"))
        is_stopped = checking.state == "stopped"
        self.button.setText(self.tr("Resume") if is_stopped else self.tr("Stop"))
        set_tip(
            self.button,
            self.tr("Go on; finished trainings are kept")
            if is_stopped
            else self.tr("Stop with a checkpoint, to go on later"),
        )
        self.button.setAccessibleName(self.button.toolTip())
        training = self._session.training
        self.button.setEnabled(not training.is_busy if is_stopped else training.state.phase != "stopping")
        self._count()

    def _count(self) -> None:
        if self.isHidden():
            return
        self.sentence.setText(self._sentence())
        check, step = self._checking.cross_check, self._session.training.state.last_step
        if self._checking.state == "training" and check is not None and step is not None:
            self.bar.setMaximum(check.folds * step.steps)
            self.bar.setValue(self._checking.fold * step.steps + step.step)
        else:
            self.bar.setMaximum(0)

    def _sentence(self) -> str:
        checking, training, number = self._checking, self._session.training, self.locale().toString
        check = checking.cross_check
        if check is None:
            return ""
        fold = {"fold": checking.fold + 1, "folds": check.folds}
        if checking.state == "judging":
            return self.tr("Cross-check: each image is read by the model that did not learn it …")
        if checking.state == "stopped":
            if checking.is_trained:
                return self.tr("The cross-check is trained; the images are not all read yet.")
            return self.tr("The cross-check was stopped at training {fold} of {folds}.").format(**fold)
        step = training.state.last_step
        if training.state.phase == "paused":
            return self.tr("Cross-check, training {fold} of {folds}: paused").format(**fold)
        if training.state.phase == "stopping":
            return self.tr("Cross-check, training {fold} of {folds}: stopping …").format(**fold)
        if step is None or not training.is_busy:
            return self.tr("Cross-check, training {fold} of {folds}: starting …").format(**fold)
        text = self.tr("Cross-check, training {fold} of {folds}: step {step} of {steps}").format(
            **fold, step=number(step.step), steps=number(step.steps)
        )
        if step.seconds_left is None:
            return text
        return text + self.tr(", {time} left of this one").format(time=clock(step.seconds_left))

    def _press(self) -> None:
        if self._checking.is_busy:
            self._checking.stop()
        else:
            self._checking.resume()
