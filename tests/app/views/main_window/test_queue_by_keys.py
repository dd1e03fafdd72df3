from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTableView, QTreeView
from pytestqt.qtbot import QtBot
from support.window.keys import press
from support.words.predictions import client_of, predicted_for, show_prediction

from app.session import Session
from app.views.main_window.window import MainWindow
from app.workers.prediction_messages import Answer
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.label import WordLabel


def misread(label: WordLabel) -> WordLabel:
    """What a model reads that takes the first symbol for another of the word."""
    characters = label.in_order
    first = replace(characters[0], symbol=next(c.symbol for c in characters if c.symbol != characters[0].symbol))
    return replace(label, text=None, characters=(first, *characters[1:]))


@pytest.fixture
def queue(front: MainWindow, session: Session, qtbot: QtBot) -> list[str]:
    """Four images, the worst first; none of them is beside another in the list."""
    show_prediction(session, predicted_for(session))
    names = [session.catalog.image_at(row) or "" for row in (6, 4, 2, 0)]
    with Index.open(session.project) as index:
        for place, name in enumerate(names):
            known = index.row(name)
            read = IndexedPrediction("read", 0.5, 0.1 * (place + 1), 1.0, "0123", known.label_hash)
            index.set_predictions({name: read})
        session.catalog.take_rows([row for name in names if (row := index.row(name)) is not None])
    session.reviewing.want()
    qtbot.waitUntil(lambda: [each.image for each in session.reviewing.queue] == names)
    return names


def accept(window: MainWindow, session: Session, qtbot: QtBot, image: str) -> None:
    qtbot.waitUntil(lambda: session.editor.image == image)
    label = session.editor.label
    maps = predicted_for(session, misread(label)).maps
    client_of(session).answer(Answer(image, Path("/models/model.keras"), maps))
    press(window, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: session.editor.committed_label != label)


def test_no_rank_is_left_out_and_enter_goes_to_the_next_of_the_queue(
    window: MainWindow, session: Session, queue: list[str], qtbot: QtBot
):
    press(window, Qt.Key.Key_F7)
    accept(window, session, qtbot, queue[0])
    session.saver.flush()
    press(window, Qt.Key.Key_F7)
    accept(window, session, qtbot, queue[1])
    qtbot.waitUntil(lambda: session.reviewing.queue[0].is_done)
    press(window, Qt.Key.Key_Return)
    assert session.image == queue[2]
    qtbot.waitUntil(lambda: [each.is_done for each in session.reviewing.queue[:3]] == [True, True, False])
    press(window, Qt.Key.Key_F7)
    assert session.image == queue[3]


def test_enter_on_an_image_that_was_not_gone_to_from_the_queue_goes_on_in_the_list(
    window: MainWindow, session: Session, queue: list[str], qtbot: QtBot
):
    press(window, Qt.Key.Key_F7)
    session.show(session.catalog.image_at(1))
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    press(window, Qt.Key.Key_Return)
    assert session.image == session.catalog.image_at(2)


def test_the_picture_has_the_keyboard_once_a_person_goes_on_from_a_button(
    window: MainWindow, session: Session, queue: list[str], qtbot: QtBot
):
    window.panels.show("review")
    button = next(each for each in window.findChildren(QPushButton) if each.isVisible() and each.isEnabled())
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    assert QApplication.focusWidget() is button
    press(window, Qt.Key.Key_F7)
    assert window.centre.canvas.hasFocus()
    accept(window, session, qtbot, queue[0])


def test_a_field_that_somebody_types_in_keeps_the_keyboard(window: MainWindow, session: Session, queue: list[str]):
    field = next(each for each in window.findChildren(QLineEdit) if each.accessibleName() == "Filter images")
    field.setFocus()
    press(window, Qt.Key.Key_F7)
    assert field.hasFocus()


def queue_of(window: MainWindow) -> QTableView:
    window.panels.show("review")
    return next(each for each in window.findChildren(QTableView) if each.accessibleName() == "Review queue")


def test_a_click_on_a_row_gives_the_picture_the_keyboard(
    window: MainWindow, session: Session, queue: list[str], qtbot: QtBot
):
    table = queue_of(window)
    table.setFocus()
    place = table.visualRect(table.model().index(2, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.centre.canvas.hasFocus()
    accept(window, session, qtbot, queue[2])


def test_arrow_keys_keep_the_keyboard_in_the_queue_until_enter_opens_a_word(
    window: MainWindow, session: Session, queue: list[str], qtbot: QtBot
):
    table = queue_of(window)
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    press(window, Qt.Key.Key_Down)
    assert table.hasFocus()
    press(window, Qt.Key.Key_Return)
    assert window.centre.canvas.hasFocus()
    accept(window, session, qtbot, queue[1])


def test_f7_in_the_queue_gives_the_picture_the_keyboard(window: MainWindow, session: Session, queue: list[str]):
    queue_of(window).setFocus()
    press(window, Qt.Key.Key_F7)
    assert session.image == queue[0]
    assert window.centre.canvas.hasFocus()


def test_a_click_on_a_problem_gives_the_picture_the_keyboard_and_arrow_keys_do_not(
    front: MainWindow, session: Session, qtbot: QtBot
):
    first, second = (str(session.catalog.image_at(row)) for row in (1, 2))
    for image in (first, second):
        session.show(image)
        qtbot.waitUntil(lambda image=image: session.editor.image == image and session.editor.document is not None)
        label = session.editor.committed_label
        session.editor.commit(
            "Order", replace(label, characters=(replace(label.characters[0], order=9), *label.characters[1:]))
        )
    front.panels.show("problems")
    tree = next(each for each in front.findChildren(QTreeView) if each.accessibleName() == "Problems")
    qtbot.waitUntil(lambda: tree.model().rowCount() > 0)
    tree.expandAll()
    kind = tree.model().index(0, 0)
    qtbot.waitUntil(lambda: tree.model().rowCount(tree.model().index(0, 0)) > 1)
    tree.expandAll()
    kind = tree.model().index(0, 0)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(kind).center())
    assert tree.hasFocus()
    press(front, Qt.Key.Key_Down)
    assert tree.hasFocus() and tree.currentIndex().parent().isValid()
    press(front, Qt.Key.Key_Return)
    assert front.centre.canvas.hasFocus()
