"""The status bar, with numbers of the project, background work, unsaved labels and the zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from app.language.figures import percent
from app.language.sentences import translated
from app.session import Session
from app.views.maps.values import CursorValues
from app.widgets.boxes import Label, row, set_tip, tool_button
from app.widgets.job_progress import JobProgress
from app.widgets.sentence_label import ElidedLabel

_SETTLE = 100  # ms: while labels are read, numbers change with every batch
_SHOW_JOB_AFTER = 400  # ms: what is quicker would only flicker
_SEPARATOR = " · "
_WIDEST_ZOOM = "10000 %"
_HINT, _VALUES = 1, 100  # shares of the room that both have
_LEAST_VALUES = 0.4  # of this room, for the values: the hint comes first, and its tip has all of it
_MODEL = 320  # px at most for the name of the model


class StatusBar(QStatusBar):
    """Shows numbers of the project, background work, unsaved labels, a hint and the zoom."""

    def __init__(self, session: Session, values: CursorValues, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._values = values
        self.counts = Label()
        self.hint = ElidedLabel()
        self.saved = Label()
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # in line with the counts
        self.counts.setContentsMargins(6, 0, 16, 0)
        self.zoom = tool_button(session.viewport.fit, text="100 %")
        self.zoom.setAutoRaise(True)
        self._jobs = QWidget()
        self._jobs_row = row(parent=self._jobs, spacing=6)
        self._more = Label()
        self._jobs_row.addWidget(self._more)
        self._job: JobProgress | None = None
        self.addWidget(self.counts)
        self.addWidget(self.hint, _HINT)
        self.addPermanentWidget(self._jobs)
        self.addPermanentWidget(values, _VALUES)
        self.addPermanentWidget(self.saved)
        self.addPermanentWidget(self.zoom)
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._count)
        self._job_soon = QTimer(self, singleShot=True, interval=_SHOW_JOB_AFTER)
        self._job_soon.timeout.connect(self._show_job)
        for news in (session.project_changed, session.catalog.images_changed, session.catalog.rows_changed):
            news.connect(self._count_soon)
        session.saver.state_changed.connect(self._say_saved)
        session.project_changed.connect(self._say_saved)
        session.workspace.switching.later(
            self._say_zoom, session.viewport.changed, session.editor.loaded_changed, parent=self
        )
        session.workspace.background.jobs_changed.connect(self._job_soon.start)
        self._keep_size()
        values.set_room(self._room_of_values)
        set_tip(self.saved, self.tr("The program saves every edit automatically"))
        self._count()
        self._say_saved()
        self._say_zoom()
        self._show_job()

    @property
    def job(self) -> JobProgress | None:
        """The background work that is shown, or None if none takes long enough to be shown."""
        return self._job

    def show_model(self, chooser: QWidget) -> None:
        """Show the chooser of the model beside the zoom, in every layout."""
        chooser.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        chooser.setMaximumWidth(_MODEL)
        self.insertPermanentWidget(4, chooser)  # values that come and go do not move it there

    def set_hint(self, hint: str) -> None:
        """Show a hint about what the user can do next with the chosen tool, or nothing for ""."""
        self.hint.setText(hint)
        set_tip(self.hint, hint)

    def _room_of_values(self) -> int:
        """The px that the hint leaves the values under the mouse, or their share if it would leave too little."""
        both = self.hint.width() + (self._values.width() if self._values.isVisible() else 0)
        return max(both - self.hint.sizeHint().width(), round(_LEAST_VALUES * both))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._keep_size()
        super().changeEvent(event)

    def _keep_size(self) -> None:
        """Keep one height, with and without background work and zoom, and one width of the zoom.

        With another height the picture would have other room; another width has the whole window laid out, and each
        image has a zoom of its own.
        """
        parts = (self.zoom, tool_button(self.zoom.click, picture="stop"))
        self.counts.setMinimumHeight(max(part.sizeHint().height() for part in parts))
        self.zoom.setFixedSize(tool_button(self.zoom.click, text=_WIDEST_ZOOM).sizeHint())

    def _count_soon(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _count(self) -> None:
        session = self._session
        if session.project is None:
            self.counts.clear()
            return
        if session.catalog.is_listing:
            self.counts.setText(self.tr("Listing the images …"))
            return
        counts, number = session.catalog.table.counts(), self.locale().toString
        one = counts.images == 1
        parts = [self.tr("1 image") if one else self.tr("{count} images").format(count=number(counts.images))]
        if counts.pending:
            parts.append(self.tr("{count} not read yet").format(count=number(counts.pending)))
        parts.append(self.tr("{count} reviewed").format(count=number(counts.reviewed)))
        if counts.with_problems:
            parts.append(self.tr("{count} with problems").format(count=number(counts.with_problems)))
        self.counts.setText(_SEPARATOR.join(parts))

    def _say_saved(self) -> None:
        unsaved = self._session.saver.unsaved
        if self._session.project is None:
            text = ""
        elif unsaved:
            text = self.tr("{count} unsaved").format(count=unsaved)
        else:
            text = self.tr("Saved")
        self.saved.setText(text)

    def _say_zoom(self) -> None:
        self.zoom.setVisible(self._session.editor.pixels is not None)
        self.zoom.setText(percent(self._session.viewport.scale))
        loaded = self._session.editor.loaded
        changes = () if loaded is None else loaded.changes
        set_tip(self.zoom, "\n".join([self.tr("Zoom; press to fit the image"), *map(translated, changes)]))

    def _show_job(self) -> None:
        """Show the first job that has no bar in sight at the place that it was asked for."""
        own = self._session.models.learning.job  # it has a bar of its own in each layout
        jobs = [job for job in self._session.workspace.background.jobs if job is not own and not job.bars]
        first = jobs[0] if jobs else None
        if self._job is not None and self._job.job is not first:
            self._jobs_row.removeWidget(self._job)
            self._job.deleteLater()
            self._job = None
        if first is not None and self._job is None:
            self._job = JobProgress(first, is_at_its_place=False)
            self._jobs_row.insertWidget(0, self._job)
        self._more.setText(f"+{len(jobs) - 1}" if len(jobs) > 1 else "")
        self._jobs.setVisible(first is not None)
