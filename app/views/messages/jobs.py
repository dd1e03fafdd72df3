"""The panel of background jobs, each with its progress and a button that stops it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.session import Session
from app.widgets.boxes import column, plain_label
from app.widgets.job_progress import JobProgress
from app.workers.background import Job


class JobsPanel(QScrollArea):
    """Lists the jobs that have a title, the one that started first at the top."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._background = session.workspace.background
        self._rows: dict[Job, JobProgress] = {}
        self._empty = plain_label(self.tr("Nothing is going on. Checks, imports and exports show here while they run."))
        page = QWidget()
        self._column = column(self._empty, parent=page, spacing=6, margins=(8, 8, 8, 8))
        self._column.addStretch(1)
        self.setWidget(page)
        session.workspace.background.jobs_changed.connect(self._show_jobs)
        self._show_jobs()

    @property
    def rows(self) -> tuple[JobProgress, ...]:
        """The rows on screen, one for each job."""
        return tuple(self._rows.values())

    def _show_jobs(self) -> None:
        jobs = self._background.jobs
        for job in [job for job in self._rows if job not in jobs]:
            gone = self._rows.pop(job)
            self._column.removeWidget(gone)
            gone.deleteLater()
        for job in jobs:
            if job not in self._rows:
                self._rows[job] = JobProgress(job, is_stacked=True, is_at_its_place=False)
                self._column.insertWidget(self._column.count() - 1, self._rows[job])
        self._empty.setVisible(not jobs)
