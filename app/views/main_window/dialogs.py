"""The dialogs by their names in `app.actions.action.DIALOGS`; each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.actions.action_set import ActionSet
from app.session import Session


class Dialogs:
    """Opens them, one of each kind at a time."""

    def __init__(self, session: Session, actions: ActionSet, window: QWidget, stage: QWidget) -> None:
        self._session = session
        self._actions = actions
        self._window = window
        self._stage = stage
        self._open: dict[str, QDialog] = {}
        self._makers: dict[str, Callable[[], QDialog]] = {
            "about": self._about,
            "cross_check": self._cross_check,
            "doctor": self._doctor,
            "export": self._export,
            "export_view": self._export_view,
            "fix_all": self._fix_all,
            "import": self._import,
            "model_file": self._model_file,
            "palette": self._palette,
            "project_settings": self._project_settings,
            "settings": self._settings,
            "shortcuts": self._shortcuts,
            "train": self._train,
        }

    @property
    def names(self) -> frozenset[str]:
        """What there is."""
        return frozenset(self._makers)

    def show(self, name: str) -> QDialog:
        """Open a dialog, or bring it to the front where it is open."""
        present = self._open.get(name)
        if present is not None:
            if present.isHidden():
                present.open()
            present.raise_()
            present.activateWindow()
            return present
        return self._shown(name, self._makers[name]())

    def import_from(self, path: Path) -> None:
        """Open the import dialog on a file or folder."""
        from app.views.exchange import ImportDialog  # noqa: PLC0415

        self._shown("import", ImportDialog(self._session, path, parent=self._window))

    def _shown(self, name: str, dialog: QDialog) -> QDialog:
        self._open[name] = dialog
        if name != "palette":  # that one knows what was done last
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.finished.connect(lambda _: self._open.pop(name, None))
        dialog.open()
        return dialog

    def _about(self) -> QDialog:
        from app.views.help.about import AboutDialog  # noqa: PLC0415

        return AboutDialog(self._session, self._window)

    def _cross_check(self) -> QDialog:
        from app.views.review import CrossCheckDialog  # noqa: PLC0415

        return CrossCheckDialog(self._session, self._window)

    def _doctor(self) -> QDialog:
        from app.views.help.doctor import DoctorDialog  # noqa: PLC0415

        return DoctorDialog(self._session, self._window)

    def _export(self) -> QDialog:
        from app.views.exchange import ExportDialog  # noqa: PLC0415

        return ExportDialog(self._session, parent=self._window)

    def _export_view(self) -> QDialog:
        from app.views.main_window.exporting import export_dialog  # noqa: PLC0415

        return export_dialog(self._session, self._stage, self._window)

    def _fix_all(self) -> QDialog:
        from app.views.problems import FixAllDialog  # noqa: PLC0415

        return FixAllDialog(self._session, parent=self._window)

    def _import(self) -> QDialog:
        from app.views.exchange import ImportDialog  # noqa: PLC0415

        return ImportDialog(self._session, parent=self._window)

    def _model_file(self) -> QDialog:
        from app.views.predictions.model_file import model_file_dialog  # noqa: PLC0415

        return model_file_dialog(self._session, self._window)

    def _palette(self) -> QDialog:
        from app.views.help.palette import CommandPalette  # noqa: PLC0415

        return CommandPalette(self._actions, self._window)

    def _project_settings(self) -> QDialog:
        from app.views.project_settings import ProjectSettingsDialog  # noqa: PLC0415

        return ProjectSettingsDialog(self._session, parent=self._window)

    def _settings(self) -> QDialog:
        from app.views.settings_dialog.dialog import SettingsDialog  # noqa: PLC0415

        return SettingsDialog(self._actions, self._window)

    def _shortcuts(self) -> QDialog:
        from app.views.help.shortcut_sheet import ShortcutSheet  # noqa: PLC0415

        return ShortcutSheet(self._actions, self._window)

    def _train(self) -> QDialog:
        from app.views.training import TrainingDialog  # noqa: PLC0415

        return TrainingDialog(self._session, self._window)
