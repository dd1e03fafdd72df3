"""One piece of background work: its title, how far it is, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QSizePolicy, QWidget

from app.widgets.boxes import row, tool_button
from app.workers.background import Job

_BAR_WIDTH = 120  # px
_BAR_HEIGHT = 12  # px


class JobProgress(QWidget):
    """Follows a job until it is over."""

    def __init__(self, job: Job, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.job = job
        title = QLabel(job.title)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        title.setMinimumWidth(min(title.sizeHint().width(), 2 * _BAR_WIDTH))
        self.bar = QProgressBar()
        self.bar.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(job.title)
        self._numbers = QLabel()
        self.stop = tool_button(job.cancel, picture="stop", tip=self.tr("Stop: {job}").format(job=job.title))
        line = row(title, self.bar, self._numbers, self.stop, parent=self, spacing=6)
        line.setStretchFactor(title, 1)
        job.progressed.connect(self._show)
        self._show(job.done, job.total)

    def _show(self, done: int, total: int) -> None:
        self.bar.setMaximum(total)  # 0: it moves to and fro
        self.bar.setValue(done)
        locale = self.locale()
        self._numbers.setText(f"{locale.toString(done)} / {locale.toString(total)}" if total else "")
