"""Symbols typed on the canvas, composed by an input method or written into the symbol field."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.canvas import steps, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.symbol_field import SymbolField
from app.views.canvas.view import CanvasView

A, B, C = (25.0, 30.0), (65.0, 30.0), (105.0, 30.0)
"""In the middle of the three boxes."""


def compose(canvas: CanvasView, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(canvas, event)


def choose(hand: Hand, at: tuple[float, float]) -> None:
    """Click a character, and click it again: it is typed over."""
    hand.click(at)
    hand.click(at)


# Typing


def test_a_key_after_one_click_is_a_shortcut(session: Session, canvas: CanvasView, hand: Hand):
    hand.click(A)
    hand.key(Qt.Key.Key_T)
    hand.click(B)  # another one is selected, and not clicked again
    hand.key(Qt.Key.Key_T)
    assert session.editor.label.text == "abc"


def test_symbol_typed_after_a_second_click_replaces_the_characters_own_and_goes_on(
    session: Session, canvas: CanvasView, hand: Hand
):
    choose(hand, A)
    QTest.keyClicks(canvas, "X")
    assert session.editor.label.text == "Xbc"
    assert session.editor.selection == (1,)
    hand.key(Qt.Key.Key_B)  # as it is: nothing to undo, but on it goes
    hand.key(Qt.Key.Key_Z)
    assert session.editor.label.text == "Xbz"
    assert session.editor.selection == (2,), "there is no further character"
    assert steps(session) == 2


def test_after_a_drag_keys_are_no_typing(session: Session, hand: Hand):
    hand.drag(A, (28, 30), (30, 30))
    hand.key(Qt.Key.Key_X)
    assert session.editor.label.text == "abc"


def test_letter_is_typed_after_a_second_click_and_a_shortcut_once_escape_has_ended_the_typing(
    session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot
):
    done = list[str]()
    action = QAction(canvas)
    action.setShortcut("D")
    action.triggered.connect(lambda: done.append("D"))
    canvas.addAction(action)
    qtbot.waitUntil(canvas.isActiveWindow)
    choose(hand, A)
    hand.key(Qt.Key.Key_D)
    assert (done, session.editor.label.text) == ([], "dbc")
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.selection == (1,), "the first Esc ends the typing only"
    hand.key(Qt.Key.Key_D)
    assert (done, session.editor.label.text) == (["D"], "dbc")


def test_space_is_no_symbol_because_it_moves_the_picture(session: Session, hand: Hand):
    choose(hand, A)
    hand.key(Qt.Key.Key_Space)
    assert session.editor.label.text == "abc"


def test_what_an_input_method_composes_is_one_edit_and_never_its_first_letter(
    session: Session, canvas: CanvasView, hand: Hand
):
    choose(hand, A)
    assert canvas.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    for preedit in ("z", "zh", "zhong"):
        compose(canvas, preedit)
        assert session.editor.label.text == "abc"
    compose(canvas, "", "中文")
    assert session.editor.label.text == "中文c"
    assert session.editor.selection == (2,)
    assert steps(session) == 1


def test_input_method_is_told_where_the_character_typed_next_stands(
    session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot
):
    def rectangle() -> QRectF:
        return QRectF(canvas.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle))

    told = QGuiApplication.inputMethod().cursorRectangleChanged
    with qtbot.waitSignal(told):
        choose(hand, A)
    first = rectangle()
    with qtbot.waitSignal(told):
        compose(canvas, "", "中")
    assert rectangle().left() > first.left(), "the next character"
    second = rectangle()
    with qtbot.waitSignal(told):
        session.viewport.pan(-20, 0)
    assert rectangle().left() < second.left()


def test_press_elsewhere_finishes_what_is_being_composed_as_in_a_text_field(
    canvas: CanvasView, hand: Hand, monkeypatch: pytest.MonkeyPatch
):
    finished: list[str] = []

    class Method:
        commit = staticmethod(lambda: finished.append("committed"))
        update = staticmethod(lambda queries: None)

    choose(hand, A)
    compose(canvas, "zhong")
    monkeypatch.setattr(QGuiApplication, "inputMethod", staticmethod(Method))
    hand.click(B)
    assert finished == ["committed"]
    hand.click(C)
    assert finished == ["committed"], "nothing is being composed"


def test_more_symbols_than_there_are_characters_change_nothing_and_it_is_said(
    session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot
):
    choose(hand, C)
    with qtbot.waitSignal(session.workspace.notified) as told:
        compose(canvas, "", "中文")
    assert "one character is left; 2 were typed" in told.args[1]
    assert session.editor.label == three_boxes()


def test_input_method_is_off_while_keys_are_shortcuts(canvas: CanvasView, hand: Hand):
    choose(hand, A)
    hand.key(Qt.Key.Key_Escape)
    assert not canvas.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    assert not canvas.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)


# The symbol field


@pytest.fixture
def field(canvas: CanvasView) -> SymbolField:
    return canvas.findChild(SymbolField)


def test_double_click_opens_a_field_whose_text_enter_takes_over(
    session: Session, canvas: CanvasView, field: SymbolField, hand: Hand
):
    hand.double_click(B)
    assert field.isVisible()
    assert field.selectedText() == "b"
    QTest.keyClicks(field, "Q")
    assert session.editor.label.text == "abc"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert session.editor.label.text == "aQc"
    assert not field.isVisible()
    assert canvas.hasFocus()
    assert steps(session) == 1


def test_escape_closes_the_field_without_an_edit(session: Session, field: SymbolField, hand: Hand):
    hand.double_click(B)
    QTest.keyClicks(field, "Q")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible()
    assert session.editor.label == three_boxes()


def test_tab_in_the_field_goes_on_to_the_next_character(session: Session, field: SymbolField, hand: Hand):
    hand.double_click(A)
    for symbol in "XYZ":
        QTest.keyClicks(field, symbol)
        QTest.keyClick(field, Qt.Key.Key_Tab)
    assert session.editor.label.text == "XYZ"
    assert not field.isVisible()


def test_field_stays_open_with_what_is_no_symbol(session: Session, field: SymbolField, hand: Hand, qtbot: QtBot):
    hand.double_click(B)
    QTest.keyClicks(field, "no")
    with qtbot.waitSignal(session.workspace.notified) as told:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert "is not one symbol" in told.args[1]
    assert field.isVisible()
    assert field.text() == "no"
    assert session.editor.label == three_boxes()


def test_caller_is_told_once_the_symbol_is_taken_and_not_where_the_user_gives_up(
    canvas: CanvasView, field: SymbolField
):
    taken = list[int]()
    canvas.edit_symbol(0, lambda: taken.append(0))
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert taken == []
    canvas.edit_symbol(1, lambda: taken.append(1))
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert taken == [1]


def test_another_image_closes_the_field(session: Session, field: SymbolField, hand: Hand, qtbot: QtBot):
    hand.double_click(B)
    QTest.keyClicks(field, "Q")
    session.show(session.catalog.image_at(1))
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    assert not field.isVisible()
