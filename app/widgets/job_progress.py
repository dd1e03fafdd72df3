"""The display of one background job, with its title, its progress, and a button that stops it."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.language.figures import clock
from app.widgets.boxes import Label, column, row, tool_button
from app.widgets.moving_bar import MovingBar
from app.widgets.sentence_label import ElidedLabel
from app.workers.background import Job

_BAR_WIDTH = 120  # px
_BAR_HEIGHT = 12  # px
_TITLE_WIDTH = 160  # px at most that a title asks for: beside it, the status bar has hints to give
_LONG = 10  # s from which on the time is shown
_UNBOUNDED = 16_777_215  # QWIDGETSIZE_MAX, which PySide6 does not name


class JobProgress(QWidget):
    """Shows the progress of a job until it is over.

    `is_stacked`: True if the title has a line of its own, for a narrow panel. `is_at_its_place`: True if it is at
    the place that the job was asked for, so that the status bar needs no bar of it. `has_numbers`: False if others say
    how far it is. `has_word`: True if the button says "Stop" beside its square.
    """

    def __init__(
        self,
        job: Job,
        is_stacked: bool = False,
        parent: QWidget | None = None,
        *,
        is_at_its_place: bool = True,
        has_numbers: bool = True,
        has_word: bool = False,
    ) -> None:
        super().__init__(parent)
        self.job = job
        self._is_at_its_place = is_at_its_place
        self._has_numbers = has_numbers
        self._is_counted = False
        self.title = title = ElidedLabel(job.title)
        self.bar = MovingBar()
        self.bar.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.bar.setAccessibleName(job.title)
        self._numbers = Label()
        self.stop = tool_button(job.cancel, picture="stop", tip=self.tr("Stop: {job}").format(job=job.title))
        if has_word:
            self.stop.setText(self.tr("Stop"))
            self.stop.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        line = row(self.bar, self._numbers, self.stop, spacing=6)
        if is_stacked:
            self.bar.setMaximumWidth(_UNBOUNDED)
            line.setStretchFactor(self.bar, 1)
            column(title, line, parent=self, spacing=0)
        else:
            title.setMinimumWidth(min(title.sizeHint().width(), _TITLE_WIDTH))
            line.insertWidget(0, title, 1)
            row(line, parent=self)
        job.progressed.connect(self._show_progress)
        for is_over in (job.ended, job.destroyed):  # the job of a window that closes ends without a word
            is_over.connect(self._leave)
        each_second = QTimer(self, interval=1000)
        each_second.timeout.connect(lambda: self._show_progress(job.done, job.total))
        each_second.start()
        self._show_progress(job.done, job.total)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count(is_seen=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # and not with a window that is only made small
            self._count(is_seen=False)

    @property
    def is_counted(self) -> bool:
        """True if this bar is one of the job's `bars` in sight."""
        return self._is_counted

    def _leave(self) -> None:
        self._is_at_its_place = False

    def _count(self, *, is_seen: bool) -> None:
        if self._is_at_its_place and is_seen != self._is_counted:
            self._is_counted = is_seen
            self.job.count_bar(1 if is_seen else -1)

    def _show_progress(self, done: int, total: int) -> None:
        self.bar.setMaximum(total)  # 0: it moves to and fro
        self.bar.setValue(done)
        if not self._has_numbers:
            return
        locale = self.locale()
        seconds = time.monotonic() - self.job.began
        parts = [f"{locale.toString(done)} / {locale.toString(total)}"] if total else []
        if seconds >= _LONG:
            parts.append(self.tr("{time} so far").format(time=clock(seconds)))
        self._numbers.setText(" · ".join(parts))


class JobSlot(QWidget):
    """Shows the progress of a panel's current job, and takes no room without one."""

    def __init__(self, parent: QWidget | None = None, *, has_title: bool = True, has_numbers: bool = True) -> None:
        super().__init__(parent)
        self._has_title, self._has_numbers = has_title, has_numbers
        self._shown: JobProgress | None = None
        self._place = column(parent=self, spacing=0)
        self.hide()

    @property
    def bars(self) -> int:
        """The number of bars in sight that this widget has of its job: 1 or 0."""
        return int(self._shown is not None and self._shown.is_counted)

    def follow(self, job: Job | None) -> None:
        """Show the progress of another job, or nothing if it is None."""
        if self._shown is not None and self._shown.job is not job:
            before, self._shown = self._shown, None  # at first: who hears that its bar is gone may call this again
            self._place.removeWidget(before)
            before.hide()
            before.deleteLater()
        if job is not None and self._shown is None:
            self._shown = JobProgress(job, is_stacked=True, has_numbers=self._has_numbers)
            self._shown.title.setVisible(self._has_title)
            self._place.addWidget(self._shown)
        self.setVisible(job is not None)


def until_over(job: Job) -> JobProgress:
    """Return a widget with the progress of a job, which removes itself once the job is over."""
    progress = JobProgress(job)
    job.ended.connect(progress.deleteLater)
    return progress
