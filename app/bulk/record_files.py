"""Writes record files of the open project in a process of its own."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.workers.background import Job
from app.workers.task import ChildTask
from core.base.errors import DataError
from core.data.records.job import RecordsJob


class RecordWriting(ChildTask):
    """One writing, which is shown and stopped like a job of a thread, and keeps the files finished before a stop."""

    def __init__(self, title: str, wanted: RecordsJob, parent: QObject | None = None) -> None:
        super().__init__("app.workers.children.job", parent)
        self.job = Job(title, self)
        self._result: object = None
        self.job.when_cancelled(self.cancel)
        self.changed.connect(self._notify_job)
        self.ask(
            self.tr("The process that writes the records"),
            wanted,
            self.tr("The records were not written completely. Write them again."),
        )

    def _take_message(self, message: object) -> None:
        self._result = message

    def _notify_job(self) -> None:
        job = self.job
        if self.is_busy:
            job.progress(*self.progress)
        elif self.refusal and not job.is_cancelled:
            job.deliver("failed", DataError(self.refusal))
        else:
            job.deliver("finished", self._result)
