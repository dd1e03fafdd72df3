"""The dialog that imports labels of another format into the open project or into a folder of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QRadioButton, QSizePolicy, QWidget
from shiboken6 import isValid

from app.bulk.exchange import Exchanged, Order, new_folder
from app.language.figures import agreeing
from app.language.sentences import translated
from app.language.titles import title_of_format
from app.session import Session
from app.views.exchange.base import ExchangeDialog, asks_for_the_field
from app.views.exchange.path_field import PathField
from app.widgets.boxes import column, form_of, named, set_tip
from app.workers.latest import LatestJob
from core.base.errors import FormatDetectionError, FormatError
from core.base.progress import Progress
from core.labels.formats.joining.joint import FormatsDifferError, Joint, look
from core.labels.formats.registry import format_named, formats
from core.labels.formats.source import SourceChoices
from core.labels.formats.text_field import TextFieldError

_TYPED = 300  # ms after the last key until the source is looked at


@dataclass(frozen=True, slots=True)
class _Look:
    """The formats of a source, or why none was found, and the folder that is proposed for its labels."""

    formats: tuple[str, ...]
    error: FormatError | None
    folder: Path


def _look_at(path: Path, root: Path | None, images: Path | None, progress: Progress) -> _Look:
    folder = new_folder(path.absolute(), root, "labels")
    try:
        seen = look(path, images=images, progress=progress)
        return _Look(seen.formats if isinstance(seen, Joint) else (seen.id,), None, folder)
    except FormatError as error:
        return _Look((), error, folder)


class ImportDialog(ExchangeDialog):
    """Asks for source, format and destination, and imports the labels.

    `read_as` is the name of the source's format, or "" to detect it.
    """

    def __init__(
        self, session: Session, path: Path | None = None, read_as: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self._detecting = LatestJob(session.workspace.background, "jobs", self)
        self._soon = QTimer(self, singleShot=True, interval=_TYPED)
        self._soon.timeout.connect(self._detect)
        # the format that the source was found to have, or several that agree; none while that is not known
        self.detected: tuple[str, ...] = ()
        self.fault = ""  # why no format was found; "" if there is nothing to say
        self._proposed: Path | None = None
        self._is_looking = False  # for a format and a folder to propose
        self.source = PathField(files=True)
        self.format = QComboBox()
        self.format.addItem("", "")
        for name in formats():
            self.format.addItem(title_of_format(name), name)
        self.format.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text_from = QComboBox()
        self.images = PathField()
        self.texts = set_tip(
            QComboBox(),
            self.tr("Known texts count as true and are used for training; drafts wait until a person accepts them"),
        )
        for texts, title in (
            ("auto", self.tr("Drafts if a program has read them")),
            ("known", self.tr("Known")),
            ("drafts", self.tr("Drafts")),
        ):
            self.texts.addItem(title, texts)
        project = session.project
        self.here = QRadioButton(
            self.tr("This project")
            if project is None
            else self.tr("This project: {name}").format(name=project.root.name)
        )
        self.elsewhere = QRadioButton(self.tr("A new folder (opens afterwards)"))
        ways = QButtonGroup(self)
        for way in (self.here, self.elsewhere):
            ways.addButton(way)
        self.folder = named(PathField(), self.tr("Folder to write to"))
        self.overwrite = set_tip(
            QCheckBox(self.tr("Replace existing labels and images that differ")),
            self.tr("The history keeps the replaced labels"),
        )
        self.keep_placeholders = set_tip(
            QCheckBox(self.tr("Take marks for a missing text, such as ###, as words")),
            self.tr("Otherwise these images have no known text, and the report counts them"),
        )
        target = QWidget()
        column(self.here, self.elsewhere, self.folder, parent=target, spacing=6)
        self._form = form = form_of(
            (self.tr("From"), self.source),
            (self.tr("Format"), self.format),
            (self.tr("Field with the words"), self.text_from),
            (self.tr("Images in"), self.images),
            (self.tr("Texts are"), self.texts),
            (self.tr("Into"), target),
        )
        form.addRow("", self.overwrite)
        form.addRow("", self.keep_placeholders)
        form.setRowVisible(self.text_from, False)  # only if a source leaves it open
        self.lay_out(form)
        self.report.fields = {"--images": self.tr("Images in"), "--texts known": self.tr("Texts are: Known")}
        self.here.setEnabled(session.project is not None and not session.workspace.is_read_only)
        self.elsewhere.setChecked(True)  # the labels of the open project are somebody's work
        self.format.setCurrentIndex(self.format.findData(read_as))
        self.source.changed.connect(self._source_changed)
        self.images.changed.connect(lambda *_: self._soon.start())
        for signal in (self.images.changed, self.folder.changed, ways.buttonClicked):
            signal.connect(lambda *_: self.check())
        self.format.currentIndexChanged.connect(lambda _: self._format_changed())
        self.setWindowTitle(self.tr("Import labels"))
        self.images.line.setPlaceholderText(self.tr("Beside the source, or in imgs or images there"))
        self.run.setText(self.tr("Import"))
        self._name_detected()
        self._format_changed()
        self.source.set_path(path)
        self.source.line.setFocus()  # what is typed at once is a path

    def check(self) -> None:
        """Check the choices, and count the folder only if it is the chosen destination."""
        self.folder.setEnabled(self.elsewhere.isChecked())
        super().check()

    def order(self) -> Order | str:
        """Return the import to run, or a sentence that names the missing choice."""
        source = self.source.path
        if source is None:
            return self.tr("Choose a label file, a list, or a folder of them; or drop it here.")
        read_as = self.format.currentData() or None
        if read_as is None and self.fault:
            return self.fault
        project = self._session.project
        folder = project.root if self.here.isChecked() and project is not None else self.folder.path
        if folder is None:
            return "" if self._is_looking else self.tr("Choose the folder to write to.")
        return Order(
            source,
            folder,
            read_as,
            images=self.images.path,
            overwrite=self.overwrite.isChecked(),
            choices=SourceChoices(
                self.text_from.currentText(), self.keep_placeholders.isChecked(), self.texts.currentData()
            ),
        )

    def title_of(self, order: Order) -> str:
        """Return the title of the import, for the history and the list of jobs."""
        return self.tr("Import {name}").format(name=order.source.name)

    def settle(self, done: Exchanged, order: Order) -> None:
        """Open the destination if it is another folder, and close the dialog if the report has nothing to tell."""
        conversion = done.conversion
        if conversion is None or not conversion.succeeded:
            return
        if not self.here.isChecked():
            self._session.open(order.folder)
        if not conversion.needs_a_look and not done.trouble:
            self._session.notify(self.says.text())
            self.accept()

    def _say(self, sentence: str, fault: bool = False) -> None:
        super()._say(self.report.in_fields(sentence), fault)

    def _failed(self, error: Exception) -> None:
        """Ask which field holds the words, or which format is right, if that is open."""
        if isinstance(error, FormatDetectionError) and isValid(self):
            self.fault = self._asks_for_the_format(error)
            self._say(self.fault, fault=True)
            return
        if not isinstance(error, TextFieldError) or not isValid(self):
            super()._failed(error)
            return
        self.text_from.clear()
        self.text_from.addItems(error.candidates)
        self._form.setRowVisible(self.text_from, True)
        self._say(asks_for_the_field(error))
        self.text_from.setFocus()

    def _source_changed(self) -> None:
        """Detect the format of the source in the background, and propose a folder for its labels."""
        self.text_from.clear()
        self._form.setRowVisible(self.text_from, False)
        self.detected, self.fault = (), ""
        self._is_looking = True
        if self.folder.path == self._proposed:
            self._proposed = None
            self.folder.set_path(None)
        self._detecting.drop()
        self._soon.start()
        self._name_detected()
        self._format_changed()

    def _detect(self) -> None:
        path = self.source.path
        self._is_looking = path is not None and bool(path.absolute().name)
        if path is not None and self._is_looking:
            root, images = self._session.workspace.root, self.images.path
            self._detecting.ask(lambda job: _look_at(path, root, images, job.progress), self._take_look)

    def _take_look(self, look: _Look) -> None:
        error, self._is_looking = look.error, False
        self.detected, self.fault = look.formats, ""
        if isinstance(error, FormatDetectionError):
            self.fault = self._asks_for_the_format(error)
        elif error is not None:
            self.fault = translated(error)
        if self.folder.path is None:
            self._proposed = look.folder
            self.folder.set_path(look.folder)
        self._name_detected()
        self._format_changed()

    def _format_changed(self) -> None:
        """Offer what the format leaves to a person."""
        chosen = self.format.currentData()
        read_as = map(format_named, (chosen,) if chosen else self.detected)
        self._form.setRowVisible(self.keep_placeholders, any(form.has_placeholders for form in read_as))
        self.check()

    def _asks_for_the_format(self, error: FormatDetectionError) -> str:
        name = "" if self.source.path is None else self.source.path.name
        if not error.candidates:
            return self.tr("{name}: this looks like no known format. If it is one, choose it above.").format(name=name)
        formats = self.tr(" or ").join(title_of_format(candidate) for candidate in error.candidates)
        if isinstance(error, FormatsDifferError):
            differ = self.tr(
                "{name}: the labels of {formats} differ for {count} of {both} "
                "{both:|image that has|images that have} several, first {image}: {difference}. Choose above which "
                "to read."
            )
            return agreeing(
                differ,
                name=name,
                formats=self.tr(" and ").join(map(title_of_format, error.candidates)),
                count=f"{error.count:,}",
                both=f"{error.both:,}",
                image=error.image,
                difference=translated(error.difference),
            )
        text = self.tr("{name}: this may be {formats}. Choose one above, or one file instead of the folder.")
        return agreeing(text, name=name, formats=formats)

    def _name_detected(self) -> None:
        text = self.tr("Detect automatically")
        if len(self.detected) == 1:
            text = self.tr("Found: {format}").format(format=title_of_format(self.detected[0]))
        elif self.detected:
            formats = self.tr(" and ").join(map(title_of_format, self.detected))
            text = self.tr("Found, and all are read: {formats}").format(formats=formats)
        self.format.setItemText(0, text)
