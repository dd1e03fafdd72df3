"""What the count of the tour finds in a window: texts that are cut, widgets over each other, buttons without a word."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget, QTableWidgetItem, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.widgets.boxes import column, tool_button
from app.widgets.icons import icon
from tests.tour.counting import cut_in, overlaps_in, unnamed_in


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    return exposed(qtbot, QWidget(), 400, 300)


def put(qtbot: QtBot, widget: QWidget, parent: QWidget, *place: int) -> None:
    added(qtbot, widget).setParent(parent)
    widget.setGeometry(*place)
    widget.show()


def test_widgets_that_lie_over_each_other_are_named(window: QWidget, qtbot: QtBot):
    for text, left in (("One", 0), ("Two", 50), ("Three", 120)):
        put(qtbot, QPushButton(text), window, left, 0, 60, 30)
    assert overlaps_in(window) == ("QPushButton “One” and QPushButton “Two”",)


def test_widgets_of_a_layout_do_not_overlap(window: QWidget, qtbot: QtBot):
    column(QPushButton("One"), QLabel("Two"), parent=window)
    assert overlaps_in(window) == ()


def test_wrapped_text_with_too_little_height_is_cut(window: QWidget, qtbot: QtBot):
    label = QLabel("Eight hundred words are not in the list of words that are expected.")
    label.setWordWrap(True)
    put(qtbot, label, window, 0, 0, 100, 20)
    assert cut_in(window) == (label.text(),)
    label.resize(380, 80)
    assert cut_in(window) == ()


def test_cell_that_ends_without_dots_is_cut(window: QWidget, qtbot: QtBot):
    table = QTableWidget(1, 2)
    for place, text in enumerate(("W", "GRANDSTANDED")):
        table.setItem(0, place, QTableWidgetItem(text))
        table.setColumnWidth(place, 40)
    put(qtbot, table, window, 0, 0, 300, 100)
    assert cut_in(window) == (), "Qt writes dots"
    table.setTextElideMode(Qt.TextElideMode.ElideNone)
    assert cut_in(window) == ("GRANDSTANDED",)


def test_button_with_neither_a_word_nor_a_tip_is_named(window: QWidget, qtbot: QtBot):
    bare = QToolButton()
    bare.setIcon(icon("stop"))
    for number, button in enumerate((bare, tool_button(lambda: None, picture="stop", tip="Stop"), QPushButton("Stop"))):
        put(qtbot, button, window, 100 * number, 0, 60, 30)
    assert unnamed_in(window) == ("QToolButton in QWidget",)
