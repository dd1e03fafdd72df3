"""The windows of import and crops show what was guessed, and ask what is open."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.session import Session
from app.views.exchange.cropping import CropDialog
from app.views.exchange.importing import ImportDialog
from app.widgets.refusals import RefusalList
from core.base.errors import Sentence
from core.labels.files.storage import read_label
from core.labels.formats.record import Refusal
from core.labels.formats.report import Note


@pytest.fixture
def make_scene(tmp_path: Path):
    """Makes a folder with a scene of two words, by their label and description."""

    def make(*words: tuple[str, str]) -> Path:
        folder = tmp_path / "scenes"
        folder.mkdir()
        (folder / "a.png").write_bytes(bytes(cv2.imencode(".png", np.zeros((100, 200, 3), np.uint8))[1]))
        box = [[10, 10], [60, 10], [60, 30], [10, 30]]
        shapes = [
            {"label": label, "description": text, "points": box, "shape_type": "rectangle"} for label, text in words
        ]
        (folder / "a.json").write_text(json.dumps({"shapes": shapes, "imagePath": "a.png"}), encoding="utf-8")
        return folder

    return make


def test_import_with_a_guess_stays_open_and_lists_all_names(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any, tmp_path: Path
):
    folder = make_scene(("text", "CAFE"), ("text", "MARKET"))
    dialog = exposed(qtbot, ImportDialog(make_session(None), folder))
    qtbot.waitUntil(lambda: dialog.detected == ("labelme-scene",))
    dialog.folder.set_path(tmp_path / "out")
    dialog.begin()
    qtbot.waitUntil(lambda: "2 written" in dialog.says.text())
    assert dialog.isVisible()
    assert 'guessed: 2 texts were taken from "description": a_01.png, a_02.png' in dialog.says.text()
    assert dialog.report.choice.currentText() == 'guessed: 2 texts were taken from "description"'
    assert dialog.report.lines == ("a_01.png", "a_02.png")


def test_import_names_its_own_field_for_an_option_of_the_command(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, tmp_path: Path
):
    (tmp_path / "words.txt").write_text("gone.png\tCAFE\n", encoding="utf-8")
    dialog = exposed(qtbot, ImportDialog(make_session(None), tmp_path / "words.txt"))
    qtbot.waitUntil(dialog.run.isEnabled)
    dialog.begin()
    qtbot.waitUntil(lambda: bool(dialog.report.lines))
    (line,) = dialog.report.lines
    assert "“Images in”" in line and "--images" not in line


def test_enter_after_an_import_closes_the_window_and_does_not_import_again(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any, tmp_path: Path
):
    dialog = exposed(qtbot, ImportDialog(make_session(None), make_scene(("text", "CAFE"), ("text", "MARKET"))))
    qtbot.waitUntil(dialog.run.isEnabled)
    dialog.begin()
    qtbot.waitUntil(lambda: bool(dialog.report.lines) and dialog.job is None)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.isHidden)


def test_import_asks_for_the_field_of_the_words(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any, tmp_path: Path
):
    folder = make_scene(("old", "CAFE"), ("new", "MARKET"))
    dialog = exposed(qtbot, ImportDialog(make_session(None), folder))
    qtbot.waitUntil(lambda: dialog.detected == ("labelme-scene",))
    assert not dialog.text_from.isVisible()
    dialog.folder.set_path(tmp_path / "out")
    dialog.begin()
    qtbot.waitUntil(dialog.text_from.isVisible)
    assert '"description" (CAFE, MARKET)' in dialog.says.text() and "--text-from" not in dialog.says.text()
    dialog.text_from.setCurrentText("description")
    qtbot.waitUntil(dialog.run.isEnabled)
    dialog.begin()
    qtbot.waitUntil((tmp_path / "out" / "a_02.json").exists)
    assert read_label(tmp_path / "out" / "a_02.json").label.text == "MARKET"


def test_words_to_crop_are_asked_for_and_noted_likewise(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any
):
    dialog = exposed(qtbot, CropDialog(make_session(make_scene(("old", "CAFE"), ("new", "MARKET")))))
    qtbot.waitUntil(dialog.text_from.isVisible)
    dialog.text_from.setCurrentText("description")
    dialog.text_from.activated.emit(dialog.text_from.currentIndex())
    qtbot.waitUntil(lambda: dialog.image == "a.png")
    assert [word.text for word in dialog.words.of("a.png")] == ["CAFE", "MARKET"]


def test_guess_about_words_to_crop_is_shown(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any
):
    dialog = exposed(qtbot, CropDialog(make_session(make_scene(("text", "CAFE"), ("text", "MARKET")))))
    qtbot.waitUntil(lambda: dialog.image == "a.png")
    assert dialog.notes.isVisible()
    assert dialog.notes.text() == 'guessed: 2 texts were taken from "description": a.png'


def test_refusals_come_first_and_each_note_can_be_chosen(qtbot: QtBot):
    shown = added(qtbot, RefusalList())
    words, guesses = Sentence("words"), Sentence("guesses")
    notes = [
        Note("taken", words, Sentence("one word"), 1, ("a.png",)),
        Note("guessed", guesses, Sentence("one guess"), 2, ("b", "c")),
    ]
    shown.set_refusals([Refusal("d.txt", "no text.")], notes)
    assert shown.lines == ("d.txt: no text.",)
    shown.choice.setCurrentIndex(1)
    assert shown.lines == ("b", "c")
    shown.choice.setCurrentIndex(2)
    assert shown.lines == ("a.png",)
    shown.set_refusals(())
    assert shown.isHidden()


def test_marks_for_a_missing_text_are_words_if_a_person_says_so(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, tmp_path: Path
):
    folder = tmp_path / "words"
    folder.mkdir()
    for name in ("a.png", "b.png"):
        (folder / name).write_bytes(bytes(cv2.imencode(".png", np.zeros((20, 60, 3), np.uint8))[1]))
    (folder / "rec_gt.txt").write_text("a.png\tCAFE\nb.png\tTEMPORARY\n", encoding="utf-8")
    dialog = exposed(qtbot, ImportDialog(make_session(None), folder / "rec_gt.txt"))
    qtbot.waitUntil(dialog.keep_placeholders.isVisible)
    dialog.keep_placeholders.setChecked(True)
    dialog.folder.set_path(tmp_path / "out")
    dialog.begin()
    qtbot.waitUntil((tmp_path / "out" / "b.json").exists)
    assert read_label(tmp_path / "out" / "b.json").label.text == "TEMPORARY"


def test_formats_without_marks_for_a_missing_text_ask_nothing_of_them(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, make_scene: Any
):
    dialog = exposed(qtbot, ImportDialog(make_session(None), make_scene(("text", "CAFE"))))
    qtbot.waitUntil(lambda: dialog.detected == ("labelme-scene",))
    assert not dialog.keep_placeholders.isVisible()
