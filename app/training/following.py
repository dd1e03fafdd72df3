"""Following a run that another process writes, by reading what its metrics say."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.background import Background, Job
from core.runs.curves import Curves, MetricsFile
from core.runs.files import METRICS

_EVERY = 1000  # ms between two looks

_News = tuple[bool, list[dict[str, Any]]]


class Follower(QObject):
    """The curves of a run, growing while its process writes; ends with `stop` or its parent.

    Attributes
    ----------
    run : Path
    curves : Curves
    """

    curves_changed = Signal()

    def __init__(self, run: Path, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run = run
        self.curves = Curves()
        self._background = background
        self._file = MetricsFile(run / METRICS)
        self._job: Job | None = None
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self._look()

    def stop(self) -> None:
        """Follow it no longer; the curves stay as they are."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _look(self) -> None:
        if self._job is None:
            self._job = self._background.start("", lambda job: self._file.new_lines(), lane="runs")
            self._job.finished.connect(partial(self._take, self._job))
            self._job.failed.connect(lambda _: self.stop())

    def _take(self, job: Job, news: _News) -> None:
        if job is not self._job:
            return  # stopped meanwhile
        self._job = None
        is_other, lines = news
        if is_other:
            self.curves = Curves()
        for line in lines:
            self.curves.add_line(line)
        if lines or is_other:
            self.curves_changed.emit()
