"""Keys belong to what has the focus: letters are shortcuts in the picture and on the maps alone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QTabBar, QTableView, QToolButton
from pytestqt.qtbot import QtBot
from support.window.keys import press

from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.messages.banners import Toasts
from core.labels.label import WordLabel

LETTERS = "aduwtsinpfhx"


def state_of(session: Session) -> tuple[object, ...]:
    return session.image, session.tool, session.display.choices, session.editor.committed_label


@pytest.mark.parametrize("layout", ["label", "review", "inspect", "train"])
def test_letters_and_enter_do_nothing_in_buttons_tables_and_tabs(layout: str, front: MainWindow, session: Session):
    front.choose_layout(layout)
    before = state_of(session)
    kinds = (QAbstractButton, QTabBar, QTableView)
    widgets = [each for kind in kinds for each in front.findChildren(kind) if each.isVisible() and each.isEnabled()]
    seen = 0
    for widget in widgets:
        if widget is front.images.view or not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            continue
        widget.setFocus()
        if widget.hasFocus():
            press(front, *LETTERS, Qt.Key.Key_Return)
            seen += 1
        assert state_of(session) == before, widget
    assert seen


def test_the_picture_has_the_keyboard_once_no_other_part_has_it(front: MainWindow, qtbot: QtBot):
    front.images.filter_box.setFocus()
    front.images.filter_box.clearFocus()
    qtbot.waitUntil(front.centre.canvas.hasFocus)


def test_letters_in_the_list_find_names_and_texts(front: MainWindow, session: Session, qtbot: QtBot):
    session.editor.commit("Text", WordLabel(text="Zebra"))
    front.images.view.setFocus()
    session.saver.flush()
    last = str(session.catalog.image_at(7))
    press(front, *last)
    assert session.image == last
    qtbot.waitUntil(lambda: session.editor.image == last and session.editor.loaded is not None)
    before = state_of(session)
    press(front, Qt.Key.Key_Return)
    assert state_of(session) == before


@pytest.mark.parametrize("reason", [Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason])
def test_the_keyboard_comes_to_the_list_and_another_image_does_not(
    reason: Qt.FocusReason, front: MainWindow, session: Session
):
    shown, first = session.image, str(session.catalog.image_at(3))
    session.catalog.set_filter(first)
    front.images.view.setFocus(reason)
    assert front.images.view.hasFocus()
    assert session.image == shown
    press(front, Qt.Key.Key_Down)
    assert session.image == first


def test_a_message_that_is_closed_by_a_key_leaves_the_picture(front: MainWindow, session: Session):
    shown = session.image
    session.catalog.set_filter(str(session.catalog.image_at(3)))
    session.notify("That is not possible.", "warning")
    close = front.findChild(Toasts).cards[0].findChildren(QToolButton)[-1]
    close.setFocus()
    press(front, Qt.Key.Key_Space)
    assert not front.findChild(Toasts).cards
    assert session.image == shown


def test_the_same_letter_goes_from_image_to_image_in_the_list(front: MainWindow, session: Session):
    front.images.view.setFocus()
    press(front, *"www")
    assert session.image == session.catalog.image_at(3)


def test_a_click_on_the_maps_gives_the_picture_the_keys(front: MainWindow, session: Session):
    front.images.view.setFocus()
    QTest.mouseClick(front.centre.maps, Qt.MouseButton.LeftButton, pos=QPoint(2, front.centre.maps.height() - 2))
    assert front.centre.canvas.hasFocus()


def test_the_filter_keeps_the_keyboard_after_enter_on_an_empty_list(front: MainWindow, session: Session, qtbot: QtBot):
    before = state_of(session)
    front.focus("filter")
    press(front, *"zzz", Qt.Key.Key_Return)
    assert not len(session.catalog.visible)
    front.images.filter_box.selectAll()
    press(front, *str(session.catalog.image_at(0) or session.catalog.table.images[3]))
    assert front.images.filter_box.text() == session.catalog.table.images[3]
    assert front.images.filter_box.hasFocus()
    assert state_of(session) == before


def test_enter_on_an_empty_list_marks_nothing_reviewed_once_rows_come(front: MainWindow, session: Session):
    before = state_of(session)
    front.focus("filter")
    press(front, *"zzz", Qt.Key.Key_Return)
    session.catalog.set_filter("")
    press(front, Qt.Key.Key_Return)
    assert state_of(session) == before
