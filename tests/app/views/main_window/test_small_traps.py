"""Small traps of the window: keys that mean two things, fields in the way, sentences that stay, and texts with tags."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot
from support.window.canvas import three_boxes

from app.language.words import Markup, explained, plain_tip
from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.problems.rows import sentence
from core.labels.checks.problems import Problem
from core.labels.edits import edits


def letters(texts: list[str]) -> list[str]:
    plain = [text.replace("&&", "") for text in texts]
    return [text[text.index("&") + 1].lower() for text in plain if "&" in text]


def test_each_letter_of_alt_opens_one_thing(window: MainWindow):
    menus = [action.text() for action in window.menuBar().actions()]
    captions = [label.text() for label in window.findChildren(QLabel) if label.buddy() is not None]
    assert len(letters(menus)) == len(menus)
    assert [letter for letter, count in Counter(letters(menus + captions)).items() if count > 1] == []


def test_a_click_on_the_field_of_a_finished_outline_is_a_click_on_the_picture(
    front: MainWindow, session: Session, qtbot: QtBot
):
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


def test_closing_a_project_takes_its_sentences_away(front: MainWindow, session: Session, qtbot: QtBot):
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    assert front.status.hint.text()
    session.notify("Something of this project.", "error")
    assert len(front.centre.toasts.cards) == 1
    front.action_set.trigger("file.close")
    qtbot.waitUntil(lambda: session.project is None)
    assert front.status.hint.text() == ""
    assert front.centre.toasts.cards == ()


def test_a_term_that_is_half_typed_says_that_it_has_no_effect(window: MainWindow, qtbot: QtBot):
    bar = window.images.bar
    qtbot.keyClicks(bar.box, "problem:")
    assert bar.faults.text() == "problem: has no effect until it is complete."
    qtbot.keyClicks(bar.box, "any")
    assert bar.faults.text() == ""


def test_an_image_that_the_filter_hides_is_said_to_be_on_screen(window: MainWindow, session: Session, qtbot: QtBot):
    numbers = window.images.findChild(QLabel, "numbers")
    other = session.catalog.image_at(3)
    qtbot.keyClicks(window.images.filter_box, other)
    assert numbers.text() == "1 of 8 · the image on screen does not pass the filter"
    qtbot.keyClick(window.images.filter_box, Qt.Key.Key_Down)
    session.show(other)
    qtbot.waitUntil(lambda: numbers.text() == "1 of 8")


def test_f8_selects_the_character_at_fault(front: MainWindow, session: Session, qtbot: QtBot):
    image = session.image
    label = three_boxes()
    session.editor.commit("Spoil", edits.retype(label, [label.ranking[2]], "\u4e2d"))
    session.saver.flush()
    qtbot.waitUntil(lambda: bool(session.catalog.table.problem_count.any()))
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_D)
    assert session.image != image
    session.editor.select(())
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_F8)
    qtbot.waitUntil(lambda: session.image == image and len(session.editor.selection) == 1)
    at_fault = next(problem.character for problem in session.editor.problems if problem.character is not None)
    assert session.editor.label.ranking[at_fault - 1] == session.editor.selection[0]
    panel = front.panels.content("problems")
    qtbot.waitUntil(lambda: panel.current is not None and panel.current.image == image)


def test_names_of_files_are_not_capitalised(qapp: QApplication):
    assert sentence(Problem("x", "error", "demo_1.json: it cannot be read.", "demo_1.png")).startswith("demo_1.json")
    assert sentence(Problem("x", "error", "demo_1.png: the order has a gap.", "demo_1.png")) == "The order has a gap."


IMG = "<img src=stolen>"


def tips_of(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    if not isinstance(widget, QMenu) or widget.toolTipsVisible():
        yield from (action.toolTip() for action in widget.actions())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from tips_of_rows(widget.model(), QModelIndex(), 2)


def tips_of_rows(model: QAbstractItemModel, parent: QModelIndex, depth: int) -> Iterator[str]:
    for row in range(min(20, model.rowCount(parent))):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            yield str(model.index(row, column, parent).data(Qt.ItemDataRole.ToolTipRole) or "")
        if depth:
            yield from tips_of_rows(model, model.index(row, 0, parent), depth - 1)


def test_no_field_of_a_file_is_html_in_any_widget(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    for path in sorted(project_folder.glob("word_*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        label |= {"text": IMG, "status": "reviewed", "reviewed_by": IMG, "reviewed_at": IMG, "tags": [IMG], IMG: IMG}
        label["shapes"][0]["label"] = IMG
        path.write_text(json.dumps(label), encoding="utf-8")
    first = min(project_folder.glob("word_*.png"))
    first.rename(first.with_name("<b>a<b>.png"))
    session = make_session(project_folder)
    window = make_window(session)
    qtbot.waitUntil(lambda: session.findings.counts.total() > 3)
    seen = 0
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4):
        QTest.keyClick(QApplication.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)
        QTest.qWait(100)
        for widget in window.findChildren(QWidget):
            if isinstance(widget, QLabel) and IMG in widget.text():
                seen += 1
                assert widget.textFormat() == Qt.TextFormat.PlainText, widget.objectName()
            for tip in tips_of(widget):
                seen += "img src" in tip
                assert IMG not in tip and "<b>a" not in tip, (type(widget).__name__, tip)
    assert seen > 3


def test_a_tip_shows_signs_of_html_as_they_stand_and_our_own_html_as_html():
    assert plain_tip("3 characters, 2 problems") == "3 characters, 2 problems"
    assert "&lt;img" in plain_tip("a\n<img src=x>") and isinstance(plain_tip("<b>"), Markup)
    assert plain_tip(explained("polygon", before="a < b")) == explained("polygon", before="a < b")
