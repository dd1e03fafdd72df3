"""The dialog that asks for the file to which a model's readings of many images are saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.actions.table.predict import chosen_or_listed
from app.language.figures import counted
from app.language.languages import translate
from app.session import Session


def reading_file_dialog(session: Session, parent: QWidget) -> QFileDialog:
    """Return a dialog that asks for a file, then reads the selected or listed images into it.

    The ending of its name chooses CSV or text.
    """
    images, project = tuple(chosen_or_listed(session)), session.project
    one = translate("ReadingFile", "Save the reading of one image")
    several = translate("ReadingFile", "Save the readings of {count} images")
    title = counted(one, several, len(images))
    dialog = QFileDialog(parent, title, str(session.workspace.beside))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("ReadingFile", "Table (*.csv)"), translate("ReadingFile", "Text (*.txt)")])
    dialog.setDefaultSuffix("csv")
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("txt" if "txt" in chosen else "csv"))
    dialog.selectFile("readings.csv" if project is None else f"{project.root.name}-readings.csv")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda file: session.in_use.folder.write(images, Path(file)))
    return dialog
