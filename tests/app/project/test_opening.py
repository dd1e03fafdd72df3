"""Opening a folder: the image to begin with, the list, and who follows another image on screen."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Signal
from pytestqt.qtbot import QtBot

from app.project.opening import first_image
from app.project.switching import Switching
from app.session import Session


def test_list_of_a_folder_without_images_is_empty(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(None)
    (tmp_path / "empty").mkdir()
    session.open(tmp_path / "empty")
    qtbot.waitUntil(lambda: session.project is not None and not session.catalog.is_listing)


def test_list_of_a_folder_whose_first_image_cannot_be_read_is_there_as_well(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    (project_folder / "a first one.png").write_bytes(b"no picture")
    session = make_session(None)
    session.open(project_folder)
    qtbot.waitUntil(lambda: len(session.catalog.visible) == 9)
    assert session.image == "a first one.png"
    assert session.editor.pixels is None


def test_project_is_closed_while_it_is_listed(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    session = make_session(None)
    session.open(project_folder)
    qtbot.waitUntil(lambda: session.project is not None)
    session.close()
    qtbot.waitUntil(lambda: session.project is None and not session.catalog.is_listing)


# The image that is shown while the folder is still being listed


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


FIRST = {
    "of the folder itself before subfolders": (["b.png", "c.JPG", "a.json", "a/a.png"], "b.png"),
    "subfolders as people count": (["part 10/a.png", "part 2/z.png", "part 2/deeper/a.png", "a.txt"], "part 2/z.png"),
    "subfolders without images": (["a/readme.txt", "b/c/word.png", "d/word.png"], "b/c/word.png"),
    "nothing hidden": (["._a.png", ".textscanner/a.png"], None),
    "a folder that looks like an image": (["words.png/a.png"], "words.png/a.png"),
    "many without, left to the listing": ([*(f"{number:03}/note.txt" for number in range(80)), "999/a.png"], None),
}


@pytest.mark.parametrize(("files", "first"), FIRST.values(), ids=FIRST)
def test_first_image_is_the_first_by_name(tmp_path: Path, files: Any, first: Any):
    touch(tmp_path, *files)
    assert first_image(tmp_path) == first


def test_folders_that_are_linked_in_a_circle_are_not_followed(tmp_path: Path):
    try:
        (tmp_path / "circle").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("links may not be made here")
    assert first_image(tmp_path) is None


class News(QObject):
    image = Signal()
    label = Signal()


def test_all_else_follows_once_and_after_the_turn_in_which_the_picture_was_painted(qtbot: QtBot, owner: QObject):
    switching, news, acts = Switching(owner), News(owner), list[str]()
    switching.is_picture_shown = True
    switching.later(lambda: acts.append("table"), news.image, news.label, parent=owner)
    switching.once(lambda: acts.append("picture"), news.image, news.label, parent=owner)
    with switching.under_way():
        news.image.emit()
        news.label.emit()
        assert not acts
    assert acts == ["picture"]
    switching.painted()
    time.sleep(0.002)  # maps are painted after it
    QCoreApplication.processEvents()
    assert acts == ["picture"]  # a key that waits goes first
    qtbot.waitUntil(lambda: acts == ["picture", "table"])


def test_a_table_follows_after_its_rows_whichever_signal_comes_first(qtbot: QtBot, owner: QObject):
    switching, news, acts = Switching(owner), News(owner), list[str]()
    switching.is_picture_shown = True
    switching.later(lambda: acts.append("rows"), news.label, parent=owner)
    switching.later(lambda: acts.append("table"), news.label, news.image, parent=owner)
    with switching.under_way():
        news.image.emit()
        news.label.emit()
    news.image.emit()  # before its rows have followed
    switching.painted()
    qtbot.waitUntil(lambda: acts == ["rows", "table"])


def test_nobody_waits_without_a_picture_or_outside_a_switch(owner: QObject):
    switching, news, acts = Switching(owner), News(owner), list[str]()
    switching.later(lambda: acts.append("table"), news.image, parent=owner)
    with switching.under_way():
        news.image.emit()
    switching.is_picture_shown = True
    news.image.emit()
    assert acts == ["table", "table"]
