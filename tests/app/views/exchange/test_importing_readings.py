"""The dialog that imports readings."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.exchange.importing_readings import ImportReadingsDialog
from core.readings.store import readings_in


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> ImportReadingsDialog:
    dialog = ImportReadingsDialog(session)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def table(folder: Path, text: str):
    path = folder.parent / "readings.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_there_is_nothing_to_import(dialog: ImportReadingsDialog):
    assert not dialog.run.isEnabled()
    assert "Choose a file of readings" in dialog.says.text()


def test_a_clean_file_is_imported_and_the_dialog_closes(
    dialog: ImportReadingsDialog, session: Session, qtbot: QtBot, project_folder: Path, sentences: list[str]
):
    image = session.catalog.table.images[0]
    dialog.source.set_path(table(project_folder, f"image,text,confidence\n{image},PIZZA,0.9\n"))
    qtbot.keyClicks(dialog.reader, "PP-OCR")
    qtbot.keyClick(dialog.reader, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.models.other_readings.readings_of(image) != ())
    (entry,) = session.models.other_readings.readings_of(image)
    assert (entry.reading.reader, entry.reading.text, entry.reading.probability) == ("PP-OCR", "PIZZA", 0.9)
    assert not dialog.isVisible()
    assert "One row read, one reading written." in sentences[-1]


def test_what_was_guessed_or_refused_is_listed_and_the_field_is_named(
    dialog: ImportReadingsDialog, session: Session, qtbot: QtBot, project_folder: Path
):
    image = session.catalog.table.images[0]
    dialog.source.set_path(table(project_folder, f"image,text\n{image},<b>x</b>\nnone.png,y\n"))
    qtbot.mouseClick(dialog.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialog.report.lines))
    assert dialog.isVisible()
    assert "none.png" in dialog.report.lines[0]
    assert "“Reader”" in dialog.says.text() and "--reader" not in dialog.says.text()
    assert dialog.says.textFormat() == Qt.TextFormat.PlainText
    qtbot.waitUntil(lambda: session.models.other_readings.readings_of(image) != ())


def test_a_file_without_readings_is_refused_in_one_sentence(
    dialog: ImportReadingsDialog, qtbot: QtBot, project_folder: Path
):
    dialog.source.set_path(table(project_folder, "nothing of use"))
    qtbot.mouseClick(dialog.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "holds no readings" in dialog.says.text())
    assert dialog.run.isEnabled()
    assert readings_in(project_folder).images == ()


def test_a_read_only_folder_takes_no_readings(session: Session, qtbot: QtBot):
    session.workspace.is_read_only = True
    dialog = ImportReadingsDialog(session)
    qtbot.addWidget(dialog)
    assert not dialog.run.isEnabled()
    assert "read-only" in dialog.says.text()
