"""The dialog that imports the readings of another program for the images of the open project."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QWidget
from shiboken6 import isValid

from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.job_dialog import ReportDialog
from app.views.exchange.path_field import PathField
from app.widgets.boxes import form_of, set_tip
from core.index.project_readings import import_into
from core.labels.formats.report import report_lines
from core.readings.importing import ImportedReadings


class ImportReadingsDialog(ReportDialog):
    """Asks for a file or folder of readings and for the reader's name, imports the readings, and shows the report."""

    def __init__(self, session: Session, path: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.report.fields = {"--reader NAME": self.tr("Reader")}
        self.source = PathField(files=True)
        self.source.line.setPlaceholderText(self.tr("A table, JSON, or what PaddleOCR, RapidOCR or Tesseract write"))
        self.reader = set_tip(
            QLineEdit(clearButtonEnabled=True),
            self.tr("Name of the reader, if the file does not give it, such as PP-OCR or Tesseract"),
        )
        form = form_of((self.tr("From"), self.source), (self.tr("Reader"), self.reader))
        self.lay_out(form)
        self.source.changed.connect(self.check)
        session.project_changed.connect(self.check)
        self.run.setText(self.tr("Import"))
        self.setWindowTitle(self.tr("Import readings"))
        self.resize(680, 300)
        self.source.set_path(path)
        self.check()
        self.source.line.setFocus()

    def check(self) -> None:
        """Name the missing choice, and enable the start button if nothing is missing."""
        missing = self._missing()
        self.run.setEnabled(self.job is None and not missing)
        if self.job is None:
            self._say(missing)

    def begin(self) -> None:
        """Import in the background, writing nothing before all rows are read."""
        source, project = self.source.path, self._session.project
        if self.job is not None or self._missing() or source is None or project is None:
            return
        title = self.tr("Import readings of {name}").format(name=source.name)
        reader = self.reader.text().strip()
        self.report.set_refusals(())
        self.run.setEnabled(False)
        self._follow_job(
            self._session.workspace.background.start(
                title,
                lambda job: import_into(project, source, reader=reader, progress=job.progress),
                finished=partial(self._finished, title),
                failed=self._failed,
            )
        )

    def _missing(self) -> str:
        if self._session.project is None:
            return self.tr("Open the folder of the images first.")
        if self._session.workspace.is_read_only:
            return self._session.workspace.read_only
        if self.source.path is None:
            return self.tr("Choose a file of readings, or a folder of them; or drop it here.")
        return ""

    def _allow(self) -> None:
        self.run.setEnabled(not self._missing())

    def _finished(self, title: str, done: ImportedReadings) -> None:
        self._session.models.other_readings.read_again()
        if not isValid(self):
            if done.needs_a_look:
                self._session.notify(f"{title}: {report_of(done)}", "warning")
            return
        self._say(self.report.in_fields(report_of(done)), fault=not done.succeeded)
        self.report.set_refusals(done.refusals, done.notes)
        if done.succeeded:
            self.close_button.setDefault(True)  # an Enter does not do it all again
        if done.needs_a_look:
            self.resize(self.width(), max(self.height(), 520))
        elif done.succeeded:
            self._session.notify(self.says.text())
            self.accept()


def report_of(done: ImportedReadings) -> str:
    """Return the lines that report an import of readings."""
    one, several = (
        translate("ImportReadingsDialog", "One row read"),
        translate("ImportReadingsDialog", "{count} rows read"),
    )
    one_written, several_written = (
        translate("ImportReadingsDialog", "one reading written"),
        translate("ImportReadingsDialog", "{count} readings written"),
    )
    parts = [counted(one, several, done.read)]
    for count, text in (
        (done.written, counted(one_written, several_written, done.written)),
        (done.unchanged, translate("ExchangeDialog", "{count} there already")),
        (len(done.refusals), translate("ExchangeDialog", "{count} refused")),
    ):
        if count:
            parts.append(text.format(count=f"{count:,}"))
    first = translate("ExchangeDialog", ", ").join(parts) + translate("ExchangeDialog", ".")
    return "\n".join([first, *map(translated, report_lines(done.notes))])
