"""The dialogs that list the readers of other programs, add a reader, and read the open folder with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QHeaderView, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from app.desktop.theme import colour
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.job_dialog import JobDialog
from app.views.exchange.path_field import PathField
from app.widgets.boxes import column, form_of, named, set_tip, table_of
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.workers.background import Job
from core.base.errors import Sentence
from core.readers.adding import add_recogniser, name_for
from core.readers.catalogue import Catalogue, ListedReader, catalogue
from core.readers.folder import FolderReading, read_into_project
from core.readers.kept import remove_recogniser
from core.readers.recogniser import FAMILIES, CtcRecogniser, read_symbols

_SHORT = 12  # digits of a hash that tell versions apart


class ReadersDialog(JobDialog):
    """Lists the readers, adds or removes a reader, and reads the folder with the selected one."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, find: Callable[..., Catalogue] = catalogue
    ) -> None:
        super().__init__(session, parent)
        self._find = find
        self._known = Catalogue()
        self.readers: ColumnModel[ListedReader] = ColumnModel(self._columns(), self)
        self.table = table_of(self.readers)
        named(self.table, self.tr("Readers"))
        header = self.table.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.readers.size_columns(header)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.add: QPushButton = self.buttons.addButton(self.tr("Add…"), role)
        self.remove: QPushButton = self.buttons.addButton(self.tr("Remove"), role)
        set_tip(self.add, self.tr("Add a recogniser of your own: an ONNX file and the list of its symbols"))
        set_tip(self.remove, self.tr("Remove a reader that you have added; its readings stay"))
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
        self.add.clicked.connect(self._ask)
        self.remove.clicked.connect(self._remove)
        self.run.setText(self.tr("Read the folder with this reader"))
        set_tip(self.run, self.tr("Its readings are kept beside the labels and do not change them"))
        self.run.setDefault(True)
        whole = column(
            self.table,
            self.says,
            self._progress_row,
            self.buttons,
            parent=self,
            spacing=12,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.table, 1)
        self.setWindowTitle(self.tr("Readers"))
        self.resize(860, 420)
        self.list_readers()

    @property
    def selected(self) -> ListedReader | None:
        """The reader in the selected row, or None if no row is selected."""
        rows = self.table.selectionModel().selectedRows()
        return self.readers.entries[rows[0].row()] if rows else None

    def list_readers(self, select: str = "") -> None:
        """List the readers again in the background, and select the one that is called `select`."""
        root = self._session.workspace.root
        projects = [] if root is None else [root]
        tesseract = self._session.settings.value("readers.tesseract")

        def work(job: Job) -> tuple[Catalogue, tuple[ListedReader, ...]]:
            known = self._find(projects, tesseract)
            return known, known.listed()

        def show(result: tuple[Catalogue, tuple[ListedReader, ...]]) -> None:
            if isValid(self):
                self._known, rows = result
                self._show_readers(rows, select)

        self._session.workspace.background.start("", work, lane="models", finished=show, failed=self._failed)
        self._allow()

    def begin(self) -> None:
        """Read the folder's images that this version of the reader has not read in their current state."""
        row, project = self.selected, self._session.project
        if row is None or row.problem or project is None or self.job is not None:
            return
        known, kept = self._known, self._session.models.other_readings

        def work(job: Job) -> FolderReading:
            def waiting() -> None:
                job.progress(job.done, job.total)

            with known.open(row.name, waiting=waiting) as reader:
                this = (reader.name, reader.version)
                images = [
                    image
                    for image in project.images().images
                    if this not in {(entry.reading.reader, entry.reading.version) for entry in kept.readings_of(image)}
                ]
                return read_into_project(reader, project.root, images, job.progress)

        title = self.tr("Read the folder with {name}").format(name=row.name)
        job = self._session.workspace.background.start(
            title, work, lane="models", finished=self._take_readings, failed=self._failed
        )
        job.ended.connect(kept.read_again)  # also of what was read before it was stopped
        self._follow_job(job)
        self._allow()

    def _take_readings(self, done: FolderReading) -> None:
        sentence = self.tr("Images that {reader} has read: {count}.").format(reader=done.reader, count=f"{done.read:,}")
        if done.refused:
            more = self.tr("Not read: {count}. The first: {reason}")
            sentence = f"{sentence} {more.format(count=f'{len(done.refused):,}', reason=translated(done.refused[0]))}"
        if isValid(self):
            self._say(sentence)
        else:
            self._session.notify(sentence)

    def _show_readers(self, rows: tuple[ListedReader, ...], select: str) -> None:
        self.readers.set_entries(rows)
        names = [row.name for row in rows]
        if rows:
            self.table.selectRow(names.index(select) if select in names else 0)
        if all(row.problem for row in rows):
            self._say(self.tr("No reader of another program is installed. The manual says how to get PP-OCR's files."))
        self._allow()

    def _allow(self) -> None:
        row = self.selected
        is_free = self.job is None
        can_read = row is not None and not row.problem and self._session.project is not None
        self.run.setEnabled(is_free and can_read)
        self.remove.setEnabled(is_free and row is not None and row.is_added)
        self.add.setEnabled(is_free)

    def _ask(self) -> None:
        dialog = AddReaderDialog(self._session, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.list_readers(dialog.kept))
        dialog.open()

    def _remove(self) -> None:
        row = self.selected
        if row is not None and row.is_added:
            try:
                remove_recogniser(row.name)
            except Exception as error:  # a sentence of ours, or what the system says
                self._failed(error)
            self.list_readers()

    def _columns(self) -> list[Column[ListedReader]]:
        return [
            Column(lambda: self.tr("Name"), lambda row: row.name, lambda row: row.name, width=190),
            Column(lambda: self.tr("Version"), lambda row: row.version[:_SHORT], lambda row: row.version, width=120),
            Column(
                lambda: self.tr("Symbols"),
                lambda row: "" if row.symbols is None else f"{row.symbols:,}",
                width=80,
                alignment=RIGHT,
            ),
            Column(
                lambda: self.tr("From"),
                lambda row: translated(row.problem or row.source),
                lambda row: translated(row.problem) or str(row.file or ""),
                ink=lambda row: colour("error") if row.problem else None,
            ),
        ]


class AddReaderDialog(JobDialog):
    """Asks for an ONNX file, its symbols and its family, tries the recogniser, and adds it."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, add: Callable[..., CtcRecogniser] = add_recogniser
    ) -> None:
        super().__init__(session, parent)
        self._add = add
        self.kept = ""  # the name of the reader that was added; "" before
        self.file = PathField(files=True)
        self.symbols = PathField(files=True)
        for field in (self.file, self.symbols):
            field.folder.hide()
        self.file.line.setPlaceholderText(self.tr("An ONNX file of a CTC recogniser"))
        self.symbols.line.setPlaceholderText(
            self.tr("One symbol per line; leave this empty if the ONNX file holds the symbols")
        )
        self.family = QComboBox()
        for family in FAMILIES.values():
            self.family.addItem(translated(Sentence(family.title)), family.id)
            self.family.setItemData(
                self.family.count() - 1, translated(Sentence(family.help)), Qt.ItemDataRole.ToolTipRole
            )
        self.name = QLineEdit()
        set_tip(self.family, self.tr("How images are prepared: each family has its own size, colours and scale"))
        form = form_of(
            (self.tr("File"), self.file),
            (self.tr("Symbols"), self.symbols),
            (self.tr("Family"), self.family),
            (self.tr("Name"), self.name),
        )
        self.run.setText(self.tr("Add"))
        self.run.setDefault(True)
        column(form, self.says, self._progress_row, self.buttons, parent=self, spacing=12, margins=(12, 12, 12, 12))
        self.file.changed.connect(self._name)
        self.name.textChanged.connect(lambda _: self._allow())
        self.setWindowTitle(self.tr("Add a reader"))
        self.resize(620, 240)
        self._allow()

    def begin(self) -> None:
        """Open the file in a process of its own, try the recogniser, and add it."""
        file, name = self.file.path, self.name.text().strip()
        if file is None or not name or self.job is not None:
            return
        listed, family = self.symbols.path, FAMILIES[self.family.currentData()]

        def work(job: Job) -> CtcRecogniser:
            return self._add(
                file,
                name,
                symbols=None if listed is None else read_symbols(listed),
                family=family,
                source=Sentence("added from {file}", file=file.absolute()),
                waiting=lambda: job.progress(0, 0),
            )

        title = self.tr("Try {name}").format(name=name)
        job = self._session.workspace.background.start(
            title, work, lane="models", finished=self._added, failed=self._failed
        )
        self._follow_job(job)
        self._allow()

    def _added(self, recogniser: CtcRecogniser) -> None:
        if isValid(self):
            self.job = None
            self.kept = recogniser.name
            self.accept()

    def _name(self) -> None:
        """Propose a name as long as nobody has typed one."""
        path: Path | None = self.file.path
        if path is not None and not self.name.isModified():
            self.name.setText(name_for(path))
        self._allow()

    def _allow(self) -> None:
        self.run.setEnabled(self.job is None and self.file.path is not None and bool(self.name.text().strip()))
