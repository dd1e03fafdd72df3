"""The dialog that exports the open project's labels in another format."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from app.bulk.exchange import Exchanged, Order
from app.bulk.record_files import RecordWriting
from app.language.titles import title_of_format
from app.project.memory import ProjectMemory
from app.session import Session
from app.views.exchange.base import ExchangeDialog
from app.views.exchange.path_field import PathField
from app.widgets.boxes import form_of
from app.workers.background import Job
from core.data.records.job import RecordsJob
from core.labels.formats.registry import writable_formats

_KEPT = "export"  # name under which the last format is kept for a project
_RECORDS = "tfrecord"  # the format that TensorFlow writes, in a process of its own


class ExportDialog(ExchangeDialog):
    """Asks for a format and a folder, and exports the labels."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._memory = ProjectMemory(session.workspace, self)
        self.format = QComboBox()
        for name in (*writable_formats(), _RECORDS):
            self.format.addItem(title_of_format(name), name)
        self.format.setCurrentIndex(max(self.format.findData(self._memory.recall().get(_KEPT)), 0))
        self.folder = PathField()
        self.overwrite = QCheckBox(self.tr("Replace existing labels and images that differ"))
        form = form_of((self.tr("Into"), self.folder), (self.tr("Format"), self.format))
        form.addRow("", self.overwrite)
        self.lay_out(form)
        project = session.project
        if project is not None:
            self.folder.set_path(project.root.with_name(f"{project.root.name}_export"))
        self.folder.changed.connect(self.check)
        self.format.currentIndexChanged.connect(self.check)
        session.project_changed.connect(self.check)
        self.setWindowTitle(self.tr("Export labels"))
        self.run.setText(self.tr("Export"))
        self.check()

    def order(self) -> Order | str:
        """Return the export to run, or a sentence that names the missing choice."""
        project, folder = self._session.project, self.folder.path
        if project is None:
            return self.tr("Open a project first.")
        if folder is None:
            return self.tr("Choose the folder to write to.")
        return Order(
            project.root, folder, "labelme", str(self.format.currentData()), overwrite=self.overwrite.isChecked()
        )

    def title_of(self, order: Order) -> str:
        """Return the title of the export in the list of jobs."""
        return self.tr("Export to {name}").format(name=order.folder.name)

    def begin(self) -> None:
        """Start the export, and remember the format for the next time."""
        self._memory.keep(_KEPT, self.format.currentData())
        super().begin()

    def check(self) -> None:
        """Check the choices, and refuse a folder that holds other records, since an export replaces nothing."""
        self.overwrite.setEnabled(self.format.currentData() != _RECORDS)
        super().check()

    def _started(self, order: Order, title: str) -> Job | None:
        if order.write_as != _RECORDS:
            return super()._started(order, title)
        session, reading = self._session, {"synthetic": 0.0, "sources": [{"path": order.folder}]}
        config = session.training.configured(session.instruments.plan.choices() | reading)
        if config is None:
            return None
        writing = RecordWriting(title, RecordsJob(config, order.folder), self)
        session.workspace.ending.connect(writing.cancel)
        writing.job.finished.connect(lambda done: self._finished(order, title, None, Exchanged(done)))
        writing.job.failed.connect(self._failed)
        return writing.job

    def settle(self, done: Exchanged, order: Order) -> None:
        """Close the dialog if the report has nothing to tell."""
        conversion = done.conversion
        if conversion is None or not conversion.succeeded:
            return
        if not conversion.needs_a_look and not done.trouble:
            self._session.notify(f"{self.title_of(order)}: {self.says.text()}")
            self.accept()
