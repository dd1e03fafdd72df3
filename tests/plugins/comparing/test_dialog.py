"""The dialog that compares the labels of two people."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.pictures.label_picture import LabelPicture
from app.plugins.comparing.dialog import CompareDialog
from app.session import Session
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label, write_label


@pytest.fixture
def other(session: Session, qtbot: QtBot, tmp_path: Path) -> Path:
    """A copy of the project in which two labels are others, and one is missing."""
    qtbot.waitUntil(lambda: session.image is not None and session.editor.has_label)
    folder = tmp_path / "somebody"
    shutil.copytree(session.project.root, folder, ignore=shutil.ignore_patterns(".textscanner"))
    labelled = [image for image in session.catalog.table.images if label_path(folder / image).exists()]
    first, second, third = labelled[:3]
    for image, changed in ((first, False), (second, True)):
        path = label_path(folder / image)
        file = read_label(path)
        edit = edits.retype(file.label, [0], "字") if changed else edits.move(file.label, [0], 30, 0)
        write_label(path, edit, (32, 100), file)
    label_path(folder / third).unlink()
    return folder


def test_differences_are_listed_shown_from_both_sides_and_taken_over(session: Session, other: Path, qtbot: QtBot):
    dialog = added(qtbot, CompareDialog(session))
    assert not dialog.compare.isEnabled()
    dialog.folder.set_path(other)
    dialog.compare.click()
    qtbot.waitUntil(lambda: len(dialog.rows.entries) == 3)
    images = [each.image for each in dialog.rows.entries]
    assert [each.second is None for each in dialog.rows.entries] == [False, True, False]
    assert dialog.rows.entries[0].second is not None and "字" in dialog.rows.entries[0].second.word
    qtbot.waitUntil(lambda: len(dialog.findChildren(LabelPicture)) == 2)

    dialog.take.click()
    qtbot.waitUntil(lambda: len(dialog.rows.entries) == 2)
    mine = label_path(session.project.path_of(images[0]))
    assert mine.read_bytes() == label_path(other / images[0]).read_bytes()
    assert [entry.image for entry in History(session.project.root).entries()][-1] == images[0]
    assert not dialog.take.isEnabled(), "they have no label of the image that is current now"

    dialog.table.selectRow(1)
    dialog.show_image.click()
    assert session.image == images[2]


def test_folder_that_is_not_there_is_told(session: Session, qtbot: QtBot, tmp_path: Path):
    dialog = added(qtbot, CompareDialog(session))
    dialog.folder.set_path(tmp_path / "nowhere")
    dialog.compare.click()
    qtbot.waitUntil(lambda: "there is no such folder" in dialog.says.text())
