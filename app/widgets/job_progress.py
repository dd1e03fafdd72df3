"""One background job: its title, its progress, and a button that stops it."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from app.language.figures import clock
from app.widgets.boxes import Label, column, row, tool_button
from app.widgets.sentence_label import ElidedLabel
from app.workers.background import Job

_BAR_WIDTH = 120  # px
_BAR_HEIGHT = 12  # px
_TITLE_WIDTH = 160  # px at most that a title asks for: beside it, the status bar has hints to give
_LONG = 10  # s from which on the time is shown
_UNBOUNDED = 16_777_215  # QWIDGETSIZE_MAX, which PySide6 does not name


class JobProgress(QWidget):
    """Follows a job until it is over. `is_stacked`: True if the title has a line of its own, for a narrow panel."""

    def __init__(self, job: Job, is_stacked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.job = job
        self.title = title = ElidedLabel(job.title)
        self.bar = QProgressBar()
        self.bar.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(job.title)
        self._numbers = Label()
        self.stop = tool_button(job.cancel, picture="stop", tip=self.tr("Stop: {job}").format(job=job.title))
        line = row(self.bar, self._numbers, self.stop, spacing=6)
        if is_stacked:
            self.bar.setMaximumWidth(_UNBOUNDED)
            line.setStretchFactor(self.bar, 1)
            column(title, line, parent=self, spacing=0)
        else:
            title.setMinimumWidth(min(title.sizeHint().width(), _TITLE_WIDTH))
            line.insertWidget(0, title, 1)
            row(line, parent=self)
        job.progressed.connect(self._show)
        each_second = QTimer(self, interval=1000)
        each_second.timeout.connect(lambda: self._show(job.done, job.total))
        each_second.start()
        self._show(job.done, job.total)

    def _show(self, done: int, total: int) -> None:
        self.bar.setMaximum(total)  # 0: it moves to and fro
        self.bar.setValue(done)
        locale = self.locale()
        seconds = time.monotonic() - self.job.began
        parts = [f"{locale.toString(done)} / {locale.toString(total)}"] if total else []
        self._numbers.setText(" · ".join([*parts, clock(seconds)] if seconds >= _LONG else parts))


class JobSlot(QWidget):
    """Shows the progress of the job at hand in a panel, and takes no room without one."""

    def __init__(self, parent: QWidget | None = None, *, has_title: bool = True) -> None:
        super().__init__(parent)
        self._has_title = has_title
        self._shown: JobProgress | None = None
        self._place = column(parent=self, spacing=0)
        self.hide()

    def follow(self, job: Job | None) -> None:
        """Show another job. None: nothing."""
        if self._shown is not None and self._shown.job is not job:
            self._place.removeWidget(self._shown)
            self._shown.hide()
            self._shown.deleteLater()
            self._shown = None
        if job is not None and self._shown is None:
            self._shown = JobProgress(job, is_stacked=True)
            self._shown.title.setVisible(self._has_title)
            self._place.addWidget(self._shown)
        self.setVisible(job is not None)


def until_over(job: Job) -> JobProgress:
    """The progress of a job, which goes by itself once the job is over."""
    progress = JobProgress(job)
    job.ended.connect(progress.deleteLater)
    return progress
