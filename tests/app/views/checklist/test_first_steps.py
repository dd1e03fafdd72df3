"""A stranger's first steps in the window, by the buttons of the checklist and real keys."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.hand import Hand
from support.words.demo_project import UNLABELLED, WRONG_TEXT, demo_project

from app.session import Session
from app.views.main_window.window import MainWindow
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def word(tmp_path: Path) -> str:
    return demo_project(tmp_path / "demo")


@pytest.fixture
def window(
    word: str,
    tmp_path: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
) -> MainWindow:
    session = make_session(tmp_path / "demo")
    window = make_window(session)
    window.activateWindow()
    qtbot.waitUntil(window.checklist.isVisible)
    qtbot.waitUntil(lambda: session.findings.problems_of(WRONG_TEXT) != ())
    return window


def ask(window: MainWindow, qtbot: QtBot) -> None:
    """Press "Show me", and wait for the frame that points."""
    before = window.pointing.pulse
    qtbot.mouseClick(window.checklist.show_me, LEFT)
    qtbot.waitUntil(lambda: window.pointing.pulse is not before)


def pointed_at(window: MainWindow) -> object:
    return window.pointing.pulse.target


def state(window: MainWindow, name: str) -> str:
    return next(step.state for step in window.session.checklist.steps if step.name == name)


def test_a_wrong_label_is_shown_and_one_key_corrects_it(window: MainWindow, qtbot: QtBot):
    ask(window, qtbot)
    session = window.session
    assert session.image == WRONG_TEXT
    assert window.panels.is_in_sight("problems")
    assert session.editor.can_edit
    qtbot.waitUntil(lambda: session.editor.problems != ())
    # its text can be taken from the characters, or the other way round: Fix asks which
    window.panels.content("problems").fix_current()
    menu = QApplication.activePopupWidget()
    menu.actions()[0].trigger()
    menu.close()
    qtbot.waitUntil(lambda: state(window, "mend") == "done")
    assert window.checklist.present.name == "label"


def test_a_word_is_labelled_by_one_box_its_text_and_return(window: MainWindow, word: str, qtbot: QtBot):
    session = window.session
    qtbot.mouseClick(window.checklist.skip, LEFT)
    assert state(window, "mend") == "skipped"
    ask(window, qtbot)
    qtbot.waitUntil(lambda: session.editor.image == UNLABELLED)
    assert pointed_at(window) is window.centre.canvas
    qtbot.keyClick(window.centre.canvas, Qt.Key.Key_W)
    assert session.tool == "word"
    height, width = session.editor.image_size or (0, 0)
    window.centre.canvas.setFocus()  # as a press does
    Hand(window.centre.canvas).drag((1.0, 1.0), (width - 1.0, height - 1.0))
    for letter in word:
        held = Qt.KeyboardModifier.ShiftModifier if letter.isupper() else Qt.KeyboardModifier.NoModifier
        qtbot.keyClick(QApplication.focusWidget(), letter, held)
    qtbot.waitUntil(lambda: session.editor.label.reading == word)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert state(window, "label") == "done"


def test_training_is_opened_for_three_minutes_and_start_is_pointed_at(window: MainWindow, qtbot: QtBot):
    for _ in range(2):
        qtbot.mouseClick(window.checklist.skip, LEFT)
    ask(window, qtbot)
    assert window.session.instruments.plan.value("steps") == 450
    dialog = window.dialogs.show("train")
    assert pointed_at(window) is dialog.start
    dialog.reject()
    qtbot.mouseClick(window.checklist.skip, LEFT)
    assert window.session.instruments.plan.value("steps") != 450, "the next training is none of the first steps"
    assert window.session.instruments.plan.values == {}


MISREAD = "word_00002.png"


@pytest.fixture
def misread(word: str, tmp_path: Path) -> str:
    """The one rightly labelled word that the process that predicts misreads."""
    for path in (tmp_path / "demo").glob("word_*.json"):
        shutil.copy(path, path.with_suffix(".truth"))
    path = label_path(tmp_path / "demo" / MISREAD)
    label = read_label(path).label
    other = "a" if label.in_order[0].symbol != "a" else "b"
    read = edits.retype(label, (label.ranking[0],), other)
    write_label(path.with_suffix(".truth"), replace(read, text=read.reading), (0, 0), read_label(path))
    return MISREAD


def go_to_why(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        qtbot.mouseClick(window.checklist.skip, LEFT)
    ask(window, qtbot)


@pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
def test_why_waits_for_a_model_that_is_still_being_loaded(misread: str, window: MainWindow, qtbot: QtBot):
    session = window.session
    session.show(UNLABELLED)
    session.in_use.choose(Path("/models/good.keras"))
    assert not session.models.drafting.can_read_many
    go_to_why(window, qtbot)
    qtbot.waitUntil(lambda: session.image == misread)


@pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
def test_word_that_is_sought_is_not_brought_to_a_person_who_has_gone_elsewhere(
    misread: str, window: MainWindow, qtbot: QtBot
):
    session = window.session
    session.in_use.choose(Path("/models/good.keras"))
    go_to_why(window, qtbot)
    session.show("word_00006.png")
    qtbot.waitUntil(lambda: session.predictions.current is not None)
    assert session.image == "word_00006.png"


@pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
def test_why_shows_another_word_if_another_model_is_in_use_that_reads_this_one(
    misread: str, window: MainWindow, tmp_path: Path, qtbot: QtBot
):
    session, other = window.session, "word_00006.png"
    session.in_use.choose(Path("/models/good.keras"))
    go_to_why(window, qtbot)
    qtbot.waitUntil(lambda: session.image == misread)
    truth, next_one = ((tmp_path / "demo" / image).with_suffix(".truth") for image in (misread, other))
    label = edits.set_text(read_label(next_one).label, "aaaa")
    shutil.copy(label_path(tmp_path / "demo" / misread), truth)
    write_label(next_one, label, (0, 0), read_label(next_one))
    session.in_use.choose(Path("/models/second.keras"))
    qtbot.waitUntil(lambda: session.image == other)


@pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
def test_why_and_train_show_a_rightly_labelled_word_that_is_misread(misread: str, window: MainWindow, qtbot: QtBot):
    session = window.session
    session.in_use.choose(Path("/models/good.keras"))
    qtbot.waitUntil(lambda: session.models.drafting.can_read_many)
    for _ in range(2):
        qtbot.mouseClick(window.checklist.skip, LEFT)
    assert session.instruments.plan.value("steps") == 450, "by Ctrl+T, too"
    ask(window, qtbot)
    qtbot.waitUntil(lambda: session.image == misread)
    window.dialogs.show("train").close()
    session.show(UNLABELLED)
    qtbot.mouseClick(window.checklist.skip, LEFT)
    ask(window, qtbot)
    qtbot.waitUntil(lambda: session.image == misread)
    assert window.panels.is_in_sight("predictions")


def test_review_begins_with_predicting_all_images(window: MainWindow, qtbot: QtBot):
    for _ in range(4):
        qtbot.mouseClick(window.checklist.skip, LEFT)
    ask(window, qtbot)
    assert window.panels.is_in_sight("review")
    assert pointed_at(window) is window.panels.content("review").predict
    qtbot.mouseClick(window.checklist.skip, LEFT)
    assert window.checklist.show_me.isHidden(), "nothing is left to be shown"
    qtbot.mouseClick(window.checklist.skip, LEFT)
    qtbot.waitUntil(window.checklist.isHidden)


def test_closed_it_comes_back_from_the_help_menu_whatever_the_panels_do(window: MainWindow, qtbot: QtBot):
    qtbot.mouseClick(window.checklist.close_button, LEFT)
    assert window.checklist.isHidden()
    window.reset_layout()
    qtbot.wait(20)
    assert window.checklist.isHidden()
    window.action_set.trigger("help.first_steps")
    assert window.checklist.isVisible()
    window.checklist.hide()  # as a layout does that knows nothing of it
    qtbot.waitUntil(window.checklist.isVisible)


def test_in_a_low_window_the_present_step_stands_alone_until_all_are_asked_for(window: MainWindow, qtbot: QtBot):
    assert window.height() == 720
    checklist = window.checklist

    def shown() -> list[str]:
        return [name for name, line in checklist.lines.items() if not line.isHidden()]

    assert shown() == ["mend"]
    assert checklist.text.isVisible()
    qtbot.mouseClick(checklist.skip, LEFT)
    assert shown() == ["label"]
    window.resize(1280, 900)
    qtbot.waitUntil(lambda: shown() == [*checklist.lines])
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: shown() == ["label"])
    qtbot.mouseClick(checklist.all_button, LEFT)
    assert shown() == [*checklist.lines]
    qtbot.mouseClick(checklist.skip, LEFT)
    assert shown() == [*checklist.lines], "what a person has chosen stays"


def test_texts_name_the_keys_that_act_now(window: MainWindow):
    assert "Press F8" in window.checklist.text.text()
    window.session.settings.set("shortcuts", {"go.next_problem": ["Ctrl+9"]})
    assert "Press Ctrl+9" in window.checklist.text.text()
