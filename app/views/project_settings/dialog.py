"""The project settings dialog: four pages, the mistakes in them, and the consequences of saving."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.language.figures import agreeing
from app.language.sentences import translated
from app.session import Session
from app.views.project_settings.charset_page import CharsetPage
from app.views.project_settings.draft import SettingsDraft, consequences
from app.views.project_settings.maps_page import MapsPage
from app.widgets.boxes import Label, choice_box, colour_text, column, named, plain_label, row, without_icons
from app.widgets.contrast import Recoloured, tabs_of
from core.analysis.text_patterns import TextPattern
from core.project.project import EXAMPLE, ProjectSettings, Validation

_PARTS = ("charset", "maps", "texts", "validation")


class TextsPage(QWidget):
    """Edits the normalisation, and the handling of symbols outside the charset."""

    def __init__(self, session: Session, draft: SettingsDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        settings = draft.settings
        forms = {"NFC": self.tr("NFC: as written"), "NFKC": self.tr("NFKC: compatible forms as one (ﬁ as fi, ² as 2)")}
        self.form = choice_box(self.tr("Unicode form of texts"), forms, settings.normalisation)
        self.fold = QCheckBox(self.tr("Read full-width forms as ASCII (Ａ as A, ！ as !)"))
        self.fold.setChecked(settings.fold_full_width)
        unknown = {
            "ignore": self.tr("Leave their area out of the character map"),
            "error": self.tr("Do not render the label"),
        }
        self.unknown = choice_box(self.tr("Symbols outside the charset"), unknown, settings.unknown)
        self.expected = QLineEdit(settings.expected, clearButtonEnabled=True, placeholderText=self.tr("any word"))
        named(self.expected, self.tr("Expected words"))
        readings = {
            "auto": self.tr("with the model's language, until the known texts decide"),
            "language": self.tr("with the model's language"),
            "network": self.tr("by the network alone"),
        }
        self.reading = choice_box(self.tr("Words are read"), readings, settings.reading)
        editors = (self.form, self.unknown, self.expected, self.reading)
        titles = [Label(editor.accessibleName()) for editor in editors]
        for title, editor in zip(titles, editors, strict=True):
            title.setBuddy(editor)
        helps = (
            plain_label(self.tr("How texts and symbols are compared and learned; label files stay as they are.")),
            plain_label(
                self.tr("Choose this only if your texts need not distinguish the two forms: they look different.")
            ),
            plain_label(self.tr("Either way they are listed as problems.")),
            plain_label(
                self.tr(
                    "A .txt file of words in the project's folder, or a pattern such as {pattern}. The likeliest of "
                    "these words is read, and the language is not used."
                ).format(pattern=EXAMPLE)
            ),
            plain_label(self.tr("Codes, plates and serial numbers are read better without a language.")),
        )
        for text in helps:
            text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.own_texts = self._own_texts(session)
        own_row = row(self.own_texts) if self.own_texts else None
        if own_row:
            own_row.addStretch(1)
        whole = column(
            titles[0],
            self.form,
            helps[0],
            self.fold,
            helps[1],
            titles[1],
            self.unknown,
            helps[2],
            titles[2],
            self.expected,
            helps[3],
            *((own_row,) if own_row else ()),
            titles[3],
            self.reading,
            helps[4],
            parent=self,
            spacing=6,
            margins=(12, 12, 12, 6),
        )
        whole.addStretch(1)
        self.form.currentIndexChanged.connect(self._change_draft)
        self.unknown.currentIndexChanged.connect(self._change_draft)
        self.fold.toggled.connect(self._change_draft)
        self.expected.textChanged.connect(self._change_draft)
        self.reading.currentIndexChanged.connect(self._change_draft)

    def _own_texts(self, session: Session) -> QPushButton | None:
        """Return a button that fills in the pattern that all known texts follow, or None if they have none."""
        writing = session.models.own_writing.writing()
        if not isinstance(writing, TextPattern):
            return None
        sentence = self.tr("As all known texts: {texts}")
        button = QPushButton(sentence.format(texts=translated(writing.sentence)), self)
        button.clicked.connect(lambda: self.expected.setText(writing.expression))
        return button

    def _change_draft(self) -> None:
        values = {
            "normalisation": self.form.currentData(),
            "unknown": self.unknown.currentData(),
            "fold_full_width": self.fold.isChecked(),
            "expected": self.expected.text().strip(),
            "reading": self.reading.currentData(),
        }
        self._draft.change("texts", lambda settings: replace(settings, **values))


class ValidationPage(QWidget):
    """Chooses the images on which a model is measured."""

    def __init__(self, session: Session, draft: SettingsDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        chosen = draft.settings.validation
        self.by_share = QRadioButton(self.tr("A share of the images"))
        self.by_folder = QRadioButton(self.tr("The images in a folder"))
        ways = QButtonGroup(self)
        for way in (self.by_share, self.by_folder):
            ways.addButton(way)
        self.share = named(QDoubleSpinBox(), self.tr("Share of the images"))  # per cent
        self.share.setRange(0, 99.9)
        self.share.setDecimals(1)
        self.share.setSuffix(" %")
        self.share.setValue(100 * chosen.share)
        self.folder = named(QComboBox(), self.tr("Folder of the validation images"))
        self.folder.setEditable(True)
        self.folder.addItems(_folders(session))
        self.folder.setCurrentText(chosen.folder or "")
        (self.by_share if chosen.folder is None else self.by_folder).setChecked(True)
        self._help = plain_label(
            self.tr(
                "The share is chosen by a hash of each image's path. It is the same on every machine, and new images "
                "do not move others."
            )
        )
        self._help.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.says = plain_label()
        line, second_line = row(self.by_share, self.share, spacing=6), row(self.by_folder, self.folder, spacing=6)
        second_line.setStretchFactor(self.folder, 1)
        line.addStretch(1)
        column(line, second_line, self._help, self.says, parent=self, margins=(12, 12, 12, 6)).addStretch(1)
        self.by_share.toggled.connect(self._change_draft)
        self.share.valueChanged.connect(self._change_draft)
        self.folder.editTextChanged.connect(self._change_draft)
        draft.outlook_changed.connect(self._count)
        self._count()
        self._enable()

    def _change_draft(self) -> None:
        self._enable()
        folder = self.folder.currentText().rstrip("/") if self.by_folder.isChecked() else None
        share = round(self.share.value() / 100, 4)
        self._draft.change(
            "validation",
            lambda settings: replace(
                settings, validation=Validation(share) if folder is None else Validation(folder=folder)
            ),
        )

    def _enable(self) -> None:
        self.share.setEnabled(self.by_share.isChecked())
        self.folder.setEnabled(self.by_folder.isChecked())

    def _count(self) -> None:
        outlook = self._draft.outlook
        if outlook is None or "validation" in self._draft.faults:
            self.says.setText("")
            return
        says = agreeing(
            self.tr("{train} {train:|image trains|images train}, {val} {val:|validates|validate}."),
            train=f"{outlook.train:,}",
            val=f"{outlook.val:,}",
        )
        if not outlook.val:
            says += " " + self.tr("Without validation images, nobody knows how good the model is.")
        elif not outlook.train:
            says += " " + self.tr("No image is left to train on.")
        self.says.setText(says)


def _folders(session: Session) -> list[str]:
    folders: dict[str, None] = {}
    for image in session.catalog.table.images:
        parts = image.split("/")[:-1]
        for depth in range(1, len(parts) + 1):
            folders["/".join(parts[:depth])] = None
    return sorted(folders)


class ProjectSettingsDialog(Recoloured, QDialog):
    """Edits the settings of the open project, and writes nothing before Save."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        project = session.project
        before = ProjectSettings() if project is None else project.settings
        self._charset = session.catalog.project_charset
        self.draft = SettingsDraft(session, before, self)
        self.charset = CharsetPage(session, self.draft)
        self.maps = MapsPage(session, self.draft)
        self.texts = TextsPage(session, self.draft)
        self.validation = ValidationPage(session, self.draft)
        self.pages = tabs_of(
            (self.charset, self.tr("Charset")),
            (self.maps, self.tr("Target maps")),
            (self.texts, self.tr("Texts")),
            (self.validation, self.tr("Validation")),
        )
        self.pages.setDocumentMode(False)
        self.faults, self.says = plain_label(), plain_label()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        without_icons(self.buttons)
        self.save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        for button in self.buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]
        self.save.setDefault(False)  # Return in a field is the field's
        whole = column(
            self.pages, self.faults, self.says, self.buttons, parent=self, spacing=8, margins=(12, 12, 12, 12)
        )
        whole.setStretchFactor(self.pages, 1)
        self.draft.changed.connect(self._update)
        self.draft.outlook_changed.connect(self._update)
        session.project_changed.connect(self._project_changed)
        self.resize(840, 600)
        name = "" if self._session.project is None else self._session.project.root.name
        self.setWindowTitle(self.tr("Settings of {project}").format(project=name))
        self.save.setText(self.tr("Save"))
        self._update()

    def _save(self) -> None:
        self._session.catalog.save_settings(self.draft.settings)
        self.accept()

    def _project_changed(self) -> None:
        """Close the dialog: its project is closed."""
        if self._session.project is None:
            self.reject()

    def _update(self) -> None:
        draft = self.draft
        faults = [translated(draft.faults[part]) for part in _PARTS if part in draft.faults]
        if self._session.workspace.is_read_only:
            faults.append(self._session.editor.read_only)
        self.faults.setText("\n".join(faults))
        self.faults.setVisible(bool(faults))
        colour_text(self.faults, "error")
        says = consequences(draft.before, draft.settings, (self._charset, draft.charset), draft.outlook)
        self.says.setText("\n".join(says))
        self.says.setVisible(bool(says))
        self.save.setEnabled(draft.is_changed and not faults)

    def recolour(self) -> None:
        self._update()
