"""The dialogs by name, each loaded only when it is first opened, so that the window appears sooner."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.actions.action_set import ActionSet
from app.session import Session
from core.base.plugins.active import plugins

DialogMaker = Callable[[Session, ActionSet, QWidget, QWidget], QDialog]
"""Makes a dialog, given the session, the actions, the window and the image area."""


def _of_session(name: str) -> DialogMaker:
    return lambda session, actions, window, image_area: pkgutil.resolve_name(name)(session, parent=window)


def _of_actions(name: str) -> DialogMaker:
    return lambda session, actions, window, image_area: pkgutil.resolve_name(name)(actions, parent=window)


def _of_image_area(name: str) -> DialogMaker:
    return lambda session, actions, window, image_area: pkgutil.resolve_name(name)(session, image_area, parent=window)


DIALOGS: Mapping[str, DialogMaker] = {
    "about": _of_session("app.views.help.about:AboutDialog"),
    "agreement": _of_session("app.views.review.agreement_dialog:AgreementDialog"),
    "change_model": _of_session("app.views.exchange.changing_model:ChangeModelDialog"),
    "causes": _of_session("app.views.training.causes:CausesDialog"),
    "crop_words": _of_session("app.views.exchange.cropping:CropDialog"),
    "cross_check": _of_session("app.views.review.cross_check_dialog:CrossCheckDialog"),
    "doctor": _of_session("app.views.help.doctor:DoctorDialog"),
    "export": _of_session("app.views.exchange.exporting:ExportDialog"),
    "export_model": _of_session("app.views.exchange.exporting_model:ExportModelDialog"),
    "export_view": _of_image_area("app.pictures.exporting:export_dialog"),
    "fix_all": _of_session("app.views.problems.fix_all:FixAllDialog"),
    "import": _of_session("app.views.exchange.importing:ImportDialog"),
    "import_readings": _of_session("app.views.exchange.importing_readings:ImportReadingsDialog"),
    "manual": _of_session("app.views.help.manual:ManualDialog"),
    "model_file": _of_session("app.views.predictions.model_chooser:model_file_dialog"),
    "palette": _of_actions("app.views.help.palette:CommandPalette"),
    "project_settings": _of_session("app.views.project_settings.dialog:ProjectSettingsDialog"),
    "samples": _of_session("app.views.training.samples:SamplesDialog"),
    "readers": _of_session("app.views.exchange.readers:ReadersDialog"),
    "readings": _of_session("app.views.predictions.reading_file:reading_file_dialog"),
    "settings": _of_actions("app.views.settings_dialog.dialog:SettingsDialog"),
    "shortcuts": _of_actions("app.views.help.shortcut_sheet:ShortcutSheet"),
    "tags": _of_session("app.views.image_list.tag_dialog:TagDialog"),
    "train": _of_session("app.views.training.dialog:TrainingDialog"),
}


def _brought(name: str) -> DialogMaker:
    """Return the maker of a dialog that a plug-in brings, which is switched off if the dialog cannot be made."""
    plugin = next(plugin for plugin in plugins().on if name in plugin.dialogs)

    def make(session: Session, actions: ActionSet, window: QWidget, image_area: QWidget) -> QDialog:
        with plugins().using(plugin):
            dialog: QDialog = plugins().load(plugin, plugin.dialogs[name])(session, parent=window)
            return dialog

    return make


_KEPT = {"palette"}  # hidden, not closed: it knows what was done last


class Dialogs:
    """Opens the dialogs, at most one of each kind at a time."""

    def __init__(self, session: Session, actions: ActionSet, window: QWidget, image_area: QWidget) -> None:
        self._session = session
        self._actions = actions
        self._window = window
        self._image_area = image_area
        self._open: dict[str, QDialog] = {}
        session.workspace.meaning_asked.connect(self.explain)
        session.workspace.export_asked.connect(self.export)

    def show(self, name: str) -> QDialog:
        """Open a dialog, or bring it to the front if it is open already."""
        present = self._open.get(name)
        if present is not None:
            if present.isHidden():
                present.open()
            present.raise_()
            present.activateWindow()
            return present
        make = DIALOGS.get(name) or _brought(name)
        return self._shown(name, make(self._session, self._actions, self._window, self._image_area))

    def explain(self, text: str) -> None:
        """Open help at the meaning of a message."""
        from app.views.help.manual import ManualDialog

        dialog = self.show("manual")
        assert isinstance(dialog, ManualDialog)
        dialog.search(text)

    def export(self, model: Path) -> None:
        """Open the export dialog for a model, which need not be the one in use."""
        from app.views.exchange.exporting_model import ExportModelDialog

        dialog = self.show("export_model")
        assert isinstance(dialog, ExportModelDialog)
        dialog.model.set_path(model)

    def import_from(self, path: Path, read_as: str = "") -> None:
        """Open the import dialog for a file or folder, whose format is detected if none is given."""
        from app.views.exchange.importing import ImportDialog

        self._shown("import", ImportDialog(self._session, path, read_as, parent=self._window))

    def crop_words(self, source: Path, read_as: str) -> None:
        """Open the dialog that crops words, for the open project and a source that knows words in its scenes."""
        from app.views.exchange.cropping import CropDialog

        self._shown("crop_words", CropDialog(self._session, source, read_as, parent=self._window))

    def _shown(self, name: str, dialog: QDialog) -> QDialog:
        self._open[name] = dialog
        if name not in _KEPT and not getattr(dialog, "is_kept", False):
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.finished.connect(lambda _: self._open.pop(name, None))
        dialog.show() if getattr(dialog, "is_beside", False) else dialog.open()
        return dialog
