"""Small traps of the window: keys that mean two things, fields in the way, sentences that stay or are missing."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.canvas import three_boxes

from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.problems import ProblemsPanel
from app.views.problems.rows import sentence
from core.labels.checks.problems import Problem
from core.labels.edits import edits


def letters(texts: list[str]) -> list[str]:
    plain = [text.replace("&&", "") for text in texts]
    return [text[text.index("&") + 1].lower() for text in plain if "&" in text]


def test_each_letter_of_alt_opens_one_thing(window: MainWindow) -> None:
    menus = [action.text() for action in window.menuBar().actions()]
    captions = [label.text() for label in window.findChildren(QLabel) if label.buddy() is not None]
    assert len(letters(menus)) == len(menus)
    assert [letter for letter, count in Counter(letters(menus + captions)).items() if count > 1] == []


def test_a_click_on_the_field_of_a_finished_outline_is_a_click_on_the_picture(
    front: MainWindow, session: Session, qtbot: QtBot
) -> None:
    canvas = front.centre.canvas
    session.set_tool("polygon")
    canvas.edit_symbol(session.editor.label.ranking[0])
    field = QApplication.focusWidget()
    assert field.parentWidget() is canvas
    at: QPoint = field.geometry().center()
    assert canvas.childAt(at) is None
    qtbot.keyClick(field, "Q")
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert field.isHidden()
    assert session.editor.label.in_order[0].symbol == "Q"
    assert canvas.tool.is_busy, "the next outline has begun"


def test_closing_a_project_takes_its_sentences_away(front: MainWindow, session: Session, qtbot: QtBot) -> None:
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    assert front.status.hint.text()
    session.tell("Something of this project.", "error")
    assert len(front.centre.toasts.cards) == 1
    front.action_set.trigger("file.close")
    qtbot.waitUntil(lambda: session.project is None, timeout=WAIT)
    assert front.status.hint.text() == ""
    assert front.centre.toasts.cards == ()


def test_a_term_that_is_half_typed_says_that_it_has_no_effect(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.images.bar
    qtbot.keyClicks(bar.box, "problem:")
    assert bar.faults.text() == "problem: has no effect until it is complete."
    qtbot.keyClicks(bar.box, "any")
    assert bar.faults.text() == ""


def test_an_image_that_the_filter_hides_is_said_to_be_on_screen(
    window: MainWindow, session: Session, qtbot: QtBot
) -> None:
    numbers = window.images.findChild(QLabel, "numbers")
    assert numbers is not None
    other = session.catalog.image_at(3)
    qtbot.keyClicks(window.images.filter_box, other)
    assert numbers.text() == "1 of 8 · the image on screen does not pass the filter"
    qtbot.keyClick(window.images.filter_box, Qt.Key.Key_Down)
    session.show(other)
    qtbot.waitUntil(lambda: numbers.text() == "1 of 8", timeout=WAIT)


def test_f8_selects_the_character_at_fault(front: MainWindow, session: Session, qtbot: QtBot) -> None:
    image = session.image
    label = three_boxes()
    session.editor.commit("Spoil", edits.retype(label, [label.ranking[2]], "\u4e2d"))
    session.saver.flush()
    qtbot.waitUntil(lambda: bool(session.catalog.table.problem_count.any()), timeout=WAIT)
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_D)
    assert session.image != image
    session.editor.select(())
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_F8)
    qtbot.waitUntil(lambda: session.image == image and len(session.editor.selection) == 1, timeout=WAIT)
    at_fault = next(problem.character for problem in session.editor.problems if problem.character is not None)
    assert session.editor.label.ranking[at_fault - 1] == session.editor.selection[0]
    panel = front.panels.content("problems")
    assert isinstance(panel, ProblemsPanel)
    qtbot.waitUntil(lambda: panel.current is not None and panel.current.image == image, timeout=WAIT)


def test_names_of_files_are_not_capitalised(qapp: QApplication) -> None:
    assert sentence(Problem("x", "error", "demo_1.json: it cannot be read.", "demo_1.png")).startswith("demo_1.json")
    assert sentence(Problem("x", "error", "demo_1.png: the order has a gap.", "demo_1.png")) == "The order has a gap."
