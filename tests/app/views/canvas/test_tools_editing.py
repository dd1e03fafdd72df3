from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, steps, three_boxes
from support.window.hand import Hand

from app.actions.table.tools import change_brush
from app.session import Session
from app.views.canvas.view import CanvasView
from core.labels.edits import edits
from core.labels.geometry import bounds
from core.labels.label import WordLabel

CENTERS = ((25.0, 30.0), (65.0, 30.0), (105.0, 30.0))


# split


def test_drag_across_a_character_cuts_it_along_the_line(session: Session, hand: Hand):
    session.set_tool("split")
    hand.drag((60, 5), (60, 30), (60, 55))
    label = session.editor.label
    assert len(label.characters) == 4
    assert [bounds(c.polygon)[0:3:2] for c in label.in_order[1:3]] == [
        pytest.approx((50, 60), abs=0.05),
        pytest.approx((60, 80), abs=0.05),
    ]
    assert steps(session) == 1


def test_click_cuts_straight_across_the_reading_direction(session: Session, hand: Hand):
    session.set_tool("split")
    hand.click((62, 30))
    second, third = session.editor.label.in_order[1:3]
    assert bounds(second.polygon) == pytest.approx((50, 10, 62, 50), abs=0.05)
    assert bounds(third.polygon) == pytest.approx((62, 10, 80, 50), abs=0.05)


@pytest.mark.parametrize(
    ("tool", "places", "is_shown"),
    [
        ("split", ((60, 5), (60, 55)), lambda label: len(label.characters) == 4),
        ("brush", ((65, 30), (65, 56)), lambda label: label.characters[1].area is not None),
    ],
)
def test_halves_and_paint_are_shown_while_they_are_drawn_and_escape_gives_them_up(
    session: Session, hand: Hand, tool: str, places: tuple[Any, ...], is_shown: Callable[..., Any]
):
    session.set_tool(tool)
    hand.hold(*places)
    assert is_shown(session.editor.label)
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == three_boxes()
    hand.release(places[1])
    assert steps(session) == 0


def test_symbols_of_both_halves_are_asked_in_turn(session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot):
    session.set_tool("split")
    hand.click((62, 30))
    field = canvas.findChild(QLineEdit)
    for symbol in "xy":
        assert field.isVisible()
        qtbot.keyClicks(field, symbol)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert session.editor.label.reading == "axyc"
    assert session.editor.label.text == "axyc"


def test_symbols_that_the_text_tells_are_not_asked(session: Session, canvas: CanvasView, hand: Hand):
    begin_with(session, WordLabel(three_boxes().characters, "axyc"))
    session.set_tool("split")
    hand.click((62, 30))
    field = canvas.findChild(QLineEdit)
    assert not field.isVisible()
    assert session.editor.label.reading == "axyc"


@pytest.mark.parametrize(("tool", "places"), [("split", ((45, 5), (45, 55))), ("brush", ((45, 55), (46, 56)))])
def test_what_meets_no_character_is_told_and_changes_nothing(
    session: Session, hand: Hand, tool: str, places: tuple[Any, ...]
):
    told = list[str]()
    session.workspace.notified.connect(lambda severity, sentence: told.append(severity))
    session.set_tool(tool)
    hand.drag(*places)
    assert told == ["warning"]
    assert session.editor.label == three_boxes()


# brush and eraser


@pytest.mark.parametrize(("tool", "edit"), [("brush", edits.paint), ("eraser", edits.erase)])
def test_stroke_is_one_step_of_the_pure_edit(tool: str, edit: Any, session: Session, hand: Hand):
    session.set_tool(tool)
    session.editor.select([1])
    way = ((60.5, 30.5), (66.5, 30.5), (72.5, 34.5))
    hand.drag(*way)
    expected = edit(three_boxes(), 1, way, 4.0, session.editor.image_size)
    area, wanted = session.editor.label.characters[1].area, expected.characters[1].area
    assert (area.x, area.y) == (wanted.x, wanted.y)
    assert np.count_nonzero(area.pixels != wanted.pixels) <= 4  # mouse positions are rounded by the screen
    assert steps(session) == 1


def test_without_a_selection_the_character_under_the_press_is_painted(session: Session, hand: Hand):
    session.set_tool("brush")
    hand.drag(CENTERS[2], (105, 55))
    assert [c.area is not None for c in session.editor.label.characters] == [False, False, True]
    assert session.editor.selection == (2,)


def test_key_of_the_larger_brush_acts_in_the_middle_of_a_stroke(session: Session, canvas: CanvasView, hand: Hand):
    shortcut = QShortcut(QKeySequence("]"), canvas)
    shortcut.activated.connect(lambda: change_brush(session, 2.0))
    session.set_tool("eraser")
    hand.hold((65, 30), (65, 32))
    before = session.editor.label.characters[1].area
    hand.key(Qt.Key.Key_BracketRight)
    after = session.editor.label.characters[1].area
    assert session.settings.value("canvas.brush_radius") == 8.0
    assert np.count_nonzero(~after.pixels) > 2 * np.count_nonzero(~before.pixels)
    assert "8 px" in canvas.hint


def test_undo_in_the_middle_of_a_stroke_ends_it(session: Session, canvas: CanvasView, hand: Hand):
    session.editor.apply("Add", edits.add, "d", ((130, 10), (150, 10), (150, 50)), select=[3])
    session.set_tool("brush")
    hand.hold((140, 20), (142, 22))
    session.editor.undo()
    assert not canvas.tool.is_busy
    hand.release((142, 22))
    assert session.editor.label == three_boxes()


# renumber


def test_clicks_one_after_the_other_give_the_order_and_the_last_puts_the_tool_away(session: Session, hand: Hand):
    session.set_tool("renumber")
    hand.click(CENTERS[2], CENTERS[0])
    assert session.tool == "renumber"
    hand.click(CENTERS[1])
    assert session.tool == "select"
    assert session.editor.label.reading == "cab"
    assert session.editor.label.text == "cab"
    assert steps(session) == 1


def test_enter_lets_the_rest_follow_as_it_is(session: Session, hand: Hand):
    session.set_tool("renumber")
    hand.click(CENTERS[1])
    assert session.editor.label.reading == "bac"
    assert steps(session) == 0
    hand.key(Qt.Key.Key_Return)
    assert session.editor.label.reading == "bac"
    assert steps(session) == 1


def test_backspace_takes_the_last_number_back(session: Session, hand: Hand):
    session.set_tool("renumber")
    hand.click(CENTERS[2], CENTERS[0])
    hand.key(Qt.Key.Key_Backspace)
    hand.click(CENTERS[1], CENTERS[0])
    assert session.editor.label.reading == "cba"


def test_escape_gives_the_numbers_up(session: Session, canvas: CanvasView, hand: Hand):
    session.set_tool("renumber")
    hand.click(CENTERS[2], CENTERS[1])
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == three_boxes()
    assert not canvas.tool.is_busy
    assert steps(session) == 0


def test_drag_across_the_word_numbers_what_it_passes(session: Session, hand: Hand):
    session.set_tool("renumber")
    hand.drag(*CENTERS[::-1])
    assert session.editor.label.reading == "cba"


def test_another_tool_gives_the_numbers_up(session: Session, hand: Hand):
    session.set_tool("renumber")
    hand.click(CENTERS[2])
    session.set_tool("select")
    assert session.editor.label == three_boxes()
