"""Background work for previews that follow typing or selecting, so that only the latest request counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.workers.background import Background, Job, Lane

T = TypeVar("T")


class LatestJob(QObject):
    """Does the work for one request at a time.

    The answer to an earlier question is never given, nor any answer once the parent is gone.
    """

    def __init__(self, background: Background, lane: Lane = "checks", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._lane: Lane = lane
        self._running: list[Job] = []
        self.destroyed.connect(partial(_cancel, self._running))

    @property
    def job(self) -> Job | None:
        """The current job, or None while no work is done."""
        return self._running[-1] if self._running else None

    def ask(
        self,
        work: Callable[[Job], T],
        then: Callable[[T], object],
        failed: Callable[[Exception], object] | None = None,
        title: str = "",
    ) -> Job:
        """Start new work in place of the former, with the parameters of `Background.start`."""
        self.drop()

        def if_current(call: Callable[..., object]) -> Callable[..., None]:
            def pass_on(*news: object) -> None:
                if isValid(self) and self.job is job:
                    self._running.clear()
                    call(*news)

            return pass_on

        job = self._background.start(
            title,
            work,
            lane=self._lane,
            finished=if_current(then),
            failed=if_current(failed or self._background.failed.emit),
        )
        job.cancelled.connect(if_current(lambda: None))
        self._running.append(job)
        return job

    def drop(self) -> None:
        """Cancel the current work."""
        _cancel(self._running)


def _cancel(running: list[Job]) -> None:
    for job in running:
        job.cancel()
    running.clear()
