"""Asking for a model file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.session import Session


def model_file_dialog(session: Session, parent: QWidget) -> QFileDialog:
    """A dialog that lets a model file predict; to be opened by whoever asks for it."""
    translate = QCoreApplication.translate
    folder, project = session.runs.folder, session.project
    beside = Path.home() if project is None else project.root.parent  # where the project may lie that has the runs
    start = folder if folder is not None and session.runs.entries else beside
    dialog = QFileDialog(parent, translate("ModelFile", "Choose a model"), str(start))
    dialog.setNameFilter(translate("ModelFile", "Models (*.keras)"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)  # a project's runs lie in a hidden folder
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda file: session.predictions.choose(Path(file)))
    return dialog
