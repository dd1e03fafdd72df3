"""The base of dialogs that run one background job: its progress, its result, and the buttons to stop and to close."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QWidget
from shiboken6 import isValid

from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.path_field import PathField
from app.widgets.boxes import colour_text, column, plain_label, without_icons
from app.widgets.frames import DropFrame
from app.widgets.job_progress import until_over
from app.widgets.refusals import RefusalList
from app.workers.background import Job


class JobDialog(QDialog):
    """Makes the widgets for a job, which the derived dialog lays out."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, kind: Qt.WindowType = Qt.WindowType.Dialog
    ) -> None:
        super().__init__(parent, kind)
        self._session = session
        # the job while it goes on; closing the dialog then stops it, and a second time closes it
        self.job: Job | None = None
        self.says = plain_label(selectable=True)
        self._progress_row = column(spacing=0)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self.buttons)
        self.close_button = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        self.close_button.setAutoDefault(False)
        self.run: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.run.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)

    def begin(self) -> None:
        """Start the job if no choice is missing."""
        raise NotImplementedError

    def reject(self) -> None:
        """Stop the job if it runs, or else close the dialog."""
        if self.job is not None and not self.job.is_cancelled:
            self._say(translate("JobDialog", "Stopping …"))
            self.job.cancel()
            return
        super().reject()

    def _follow_job(self, job: Job) -> None:
        self.job = job
        job.ended.connect(self._over)
        self._progress_row.addWidget(until_over(job))
        self._say("")

    def _over(self) -> None:
        if isValid(self):
            self.job = None
            self._allow()

    def _allow(self) -> None:
        """Enable the start if nothing is missing."""
        raise NotImplementedError

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self._say(translated(error), fault=True)
        else:
            self._session.notify(error, "error")

    def _say(self, sentence: str, fault: bool = False) -> None:
        colour_text(self.says, "error" if fault else None)
        self.says.setText(sentence)
        self.says.setVisible(bool(sentence))


class ReportDialog(JobDialog):
    """A form with the report of the job below it."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.report = RefusalList()
        self.report.hide()
        self.run.setDefault(True)
        self.resize(680, 340)

    def lay_out(self, form: QFormLayout) -> None:
        """Lay out a form above the report."""
        whole = column(
            form,
            self.says,
            self._progress_row,
            self.report,
            self.buttons,
            parent=self,
            spacing=12,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.report, 1)
        whole.insertStretch(4)
        DropFrame(self, lambda paths: self.findChildren(PathField)[0].set_path(paths[0]))
