"""The project settings dialog: four pages, the faults in them, and the consequences of saving."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.language.sentences import translated
from app.session import Session
from app.views.project_settings.charset_page import CharsetPage
from app.views.project_settings.draft import SettingsDraft, consequences
from app.views.project_settings.maps_page import MapsPage
from app.views.project_settings.texts_page import TextsPage, ValidationPage
from app.widgets.boxes import colour_text, column, plain_label, without_icons
from app.widgets.contrast import Recoloured, tabs_of
from core.project.project import ProjectSettings

_PARTS = ("charset", "maps", "texts", "validation")


class ProjectSettingsDialog(Recoloured, QDialog):
    """Changes the choices of the open project. Nothing is written before Save."""

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
