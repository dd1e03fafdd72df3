"""The dialog that checks Python, TensorFlow, graphics cards and fonts on this machine, and copies the report."""

from __future__ import annotations

from PySide6.QtGui import QCloseEvent, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from app.desktop.doctor import MachineFinding, examine
from app.language.sentences import translated
from app.session import Session
from app.widgets.boxes import column, without_icons
from app.widgets.moving_bar import MovingBar
from app.workers.background import Job


class DoctorDialog(QDialog):
    """Runs the checks in the background and lists the results as they arrive."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Check this machine"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.windowTitle())
        self._bar = MovingBar()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self._buttons)
        self._copy = self._buttons.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self._copy.setEnabled(False)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        self._buttons.rejected.connect(self.reject)
        column(self.text, self._bar, self._buttons, parent=self, margins=(12, 12, 12, 12))
        self.resize(720, 420)
        self.text.setPlaceholderText(self.tr("Checking … TensorFlow is loaded once, which takes some seconds."))
        self._job = session.workspace.background.start(
            "",
            self._examine,
            finished=self._take_findings,
            failed=lambda error: self._end(translated(error)),
        )
        self._job.progressed.connect(self._progress)
        self._job.reported.connect(self._show_finding)
        self.finished.connect(lambda _: self._job.cancel())

    def _examine(self, job: Job) -> list[MachineFinding]:
        return examine(job.progress, job.report)

    def _show_finding(self, finding: MachineFinding) -> None:
        self.text.appendPlainText(finding.said(translated))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._job.cancel()
        super().closeEvent(event)

    def _progress(self, done: int, total: int) -> None:
        self._bar.setMaximum(total)
        self._bar.setValue(done)

    def _take_findings(self, findings: list[MachineFinding]) -> None:
        self._end("\n".join(finding.said(translated) for finding in findings))
        self._copy.setEnabled(True)

    def _end(self, text: str) -> None:
        self._bar.hide()
        self.text.setPlainText(text)
