"""Runs work on background threads and reports its progress and one of three ends by signals in the GUI thread."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from app.desktop.post import post
from core.base.progress import Cancelled

Lane = Literal[
    "pictures", "thumbnails", "index", "saving", "checks", "jobs", "predictions", "runs", "notices", "models", "machine"
]
"""Jobs of one lane run in the order of their start; only the lane `pictures` has several threads."""

_THREADS: dict[Lane, int] = {"pictures": 2}
_HAND_OVER = 0.0005  # seconds
_EVERY = 0.05  # seconds between two reports: more often than the eye can follow only keeps the GUI thread busy


class Job(QObject):
    """One piece of background work, whose signals are emitted in the GUI thread that made it."""

    progressed = Signal(int, int)  # (done, total); total is 0 if it is unknown
    reported = Signal(object)  # a value that the work gave to its `report` callback
    finished = Signal(object)  # the result that the work returned
    failed = Signal(object)  # the exception that ended it
    cancelled = Signal()
    ended = Signal()  # after any of the three ends
    bars_changed = Signal()  # `bars` is another number

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title  # for the list of jobs; "" for one that is too short to be shown
        self._post = post()
        self.done, self.total = 0, 0
        self.began = time.monotonic()  # time of its start, as `time.monotonic` says it
        self.is_over = False
        self.bars = 0  # bars in sight that follow it at the place that it was asked for
        self._stop = threading.Event()
        self._wakers: list[Callable[[], object]] = []
        self._last = 0.0
        self._newest = (0, 0)

    def cancel(self) -> None:
        """Ask the work to stop at its next report of progress, or never to begin."""
        self._stop.set()
        for wake in [*self._wakers]:
            wake()

    def when_cancelled(self, wake: Callable[[], object]) -> None:
        """Register `wake`, which is called once the job is asked to stop, or at once if it was asked already.

        This wakes work that waits for something. `wake` is called in the thread that cancels, and may be called twice.
        """
        self._wakers.append(wake)
        if self._stop.is_set():
            wake()

    @property
    def is_cancelled(self) -> bool:
        """True if the job was asked to stop."""
        return self._stop.is_set()

    def progress(self, done: int, total: int) -> None:
        """Note the progress, as the `Progress` callback that the work calls in its thread.

        Cancelled is raised once the job is asked to stop.
        """
        if self._stop.is_set():
            raise Cancelled
        self._newest = (done, total)
        now = time.monotonic()
        if now - self._last >= _EVERY or (total and done >= total):
            self._last = now
            self._notify("progressed", None)

    def count_bar(self, change: int) -> None:
        """Note that a progress bar has become visible (1) or is gone (-1)."""
        self.bars += change
        self.bars_changed.emit()

    def report(self, news: object) -> None:
        """Send a value from the work's thread to the GUI thread before the end, as the signal `reported`."""
        if self._stop.is_set():
            raise Cancelled
        self._notify("reported", news)

    def run(self, work: Callable[[Job], Any]) -> None:
        """Run the work in the calling thread, and emit how it ended."""
        if self._stop.is_set():
            self._notify("cancelled", None)
            return
        try:
            result = work(self)
        except Cancelled:
            self._notify("cancelled", None)
        except Exception as error:  # whatever it is belongs to the one who started the work
            self._notify("failed", error)
        else:
            self._notify("finished", result)

    def _notify(self, what: str, news: object) -> None:
        self._post.send(self, what, news)

    def deliver(self, what: str, news: Any) -> None:
        """Emit the signals for news from the work, in the GUI thread."""
        match what:
            case "progressed":
                self._show_progress()
            case "reported":
                self._show_progress()  # as far as it was when the work reported, at the least
                self.reported.emit(news)
            case _:
                self.is_over = True
                if what == "cancelled":
                    self.cancelled.emit()
                else:
                    getattr(self, what).emit(news)
                self.ended.emit()

    def _show_progress(self) -> None:
        if (self.done, self.total) != self._newest:
            self.done, self.total = self._newest
            self.progressed.emit(self.done, self.total)


class Background(QObject):
    """Runs the background threads of one window."""

    jobs_changed = Signal()  # also if a bar of a job has come in sight, or gone
    failed = Signal(object)  # the exception of a job that has no `failed` callback

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # At most so long does a thread that works in Python keep the one that paints waiting, which asks for Python's
        # lock some twenty times a frame: with the usual 5 ms an image takes three times as long while labels are read
        sys.setswitchinterval(_HAND_OVER)
        self.jobs: list[Job] = []  # those with a title that are not over, in the order of their start
        self._lanes: dict[Lane, ThreadPoolExecutor] = {}
        self._is_shut = False
        self._pending: dict[Job, Future[None]] = {}

    def start(
        self,
        title: str,
        work: Callable[[Job], Any],
        *,
        lane: Lane = "jobs",
        finished: Callable[[Any], None] | None = None,
        failed: Callable[[Any], None] | None = None,
        reported: Callable[[Any], None] | None = None,
    ) -> Job:
        """Start work in a lane, and return its job.

        `title`: shown while it runs; "" for work too short to be shown. `work`: receives the job, for `job.progress`,
        `job.report` and `job.is_cancelled`; runs in another thread. `finished`, `failed` and `reported`: called in the
        GUI thread with the result, with the exception, with each report. An exception without `failed` goes to
        `Background.failed`.
        """
        job = Job(title, self)
        if finished is not None:
            job.finished.connect(finished)
        job.failed.connect(failed or self.failed.emit)
        if reported is not None:
            job.reported.connect(reported)
        job.ended.connect(lambda: self._remove(job))
        if self._is_shut:  # whoever asked for it is on the way out, too
            job.cancel()
            return job
        pool = self._lanes.get(lane)
        if pool is None:
            pool = self._lanes[lane] = ThreadPoolExecutor(_THREADS.get(lane, 1), thread_name_prefix=lane)
        if title:
            self._show_job(job)
        self._pending[job] = pool.submit(job.run, work)
        return job

    def show(self, title: str, stop: Callable[[], object]) -> Job:
        """Show work that runs elsewhere as a job, until `Job.run` is called.

        `stop` is called when a person stops the work.
        """
        job = Job(title, self)
        job.when_cancelled(stop)
        job.ended.connect(lambda: self._remove(job))
        self._show_job(job)
        return job

    def shutdown(self, keep: tuple[Lane, ...] = ("saving",), patience: float = 10.0) -> bool:
        """End all threads, and return False if the process cannot end by itself because one still waits.

        Work is asked to stop, except for that in the lanes to `keep`, which is waited for until its end. Work that is
        started afterwards never begins. The other lanes have `patience` seconds, after which a thread may still wait
        for a disk that does not answer.
        """
        self._is_shut = True
        for job in [*self._pending]:
            if job.title or not keep:
                job.cancel()
        for lane, pool in self._lanes.items():
            pool.shutdown(wait=lane in keep, cancel_futures=lane not in keep)
        self._lanes.clear()
        return not wait([work for work in self._pending.values() if not work.cancelled()], patience).not_done

    def _show_job(self, job: Job) -> None:
        self.jobs.append(job)
        job.bars_changed.connect(self.jobs_changed)
        self.jobs_changed.emit()

    def _remove(self, job: Job) -> None:
        self._pending.pop(job, None)
        if job in self.jobs:
            self.jobs.remove(job)
            self.jobs_changed.emit()
        # The slots of the job may hold the last reference to this object: its end must not delete the job once more
        job.setParent(None)
        job.deleteLater()
