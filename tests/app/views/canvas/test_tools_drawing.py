import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.view import CanvasView
from core.labels.edits import edits
from core.labels.geometry import bounds
from core.labels.label import WordLabel

TRIANGLE = ((12.0, 8.0), (42.0, 10.0), (30.0, 40.0))


@pytest.fixture
def canvas(qtbot: QtBot, session: Session) -> CanvasView:
    begin_with(session, WordLabel())
    return shown_canvas(qtbot, session)


def type_symbol(canvas: CanvasView, text: str, qtbot: QtBot) -> None:
    field = canvas.findChild(QLineEdit)
    assert field.isVisible()
    qtbot.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("way", ["double click", "enter", "first corner"])
def test_polygon_is_closed_in_three_ways(way: str, session: Session, hand: Hand):
    session.set_tool("polygon")
    if way == "double click":
        hand.click(*TRIANGLE[:2])
        hand.double_click(TRIANGLE[2])
    else:
        hand.click(*TRIANGLE)
        if way == "enter":
            hand.key(Qt.Key.Key_Return)
        else:
            hand.click((TRIANGLE[0][0] + 0.3, TRIANGLE[0][1]))
    (drawn,) = session.editor.label.characters
    assert drawn.corners == pytest.approx(np.array(TRIANGLE), abs=0.02)
    assert session.editor.selection == (0,)
    assert steps(session) == 1


def test_backspace_takes_the_last_corner_back(session: Session, hand: Hand):
    session.set_tool("polygon")
    hand.click(*TRIANGLE[:2], (60.0, 60.0))
    hand.key(Qt.Key.Key_Backspace)
    hand.click(TRIANGLE[2])
    hand.key(Qt.Key.Key_Return)
    assert session.editor.label.characters[0].corners == pytest.approx(np.array(TRIANGLE), abs=0.02)


def test_escape_gives_the_polygon_up(session: Session, canvas: CanvasView, hand: Hand):
    session.set_tool("polygon")
    hand.click(*TRIANGLE)
    hand.key(Qt.Key.Key_Escape)
    assert not canvas.tool.is_busy
    assert not session.editor.label.characters
    assert steps(session) == 0


def test_polygon_that_crosses_itself_is_refused_and_can_be_mended(session: Session, hand: Hand):
    told = list[tuple[str, str]]()
    session.workspace.notified.connect(lambda severity, sentence: told.append((severity, sentence)))
    session.set_tool("polygon")
    hand.click((10, 10), (40, 40), (40, 10), (16, 46))
    hand.key(Qt.Key.Key_Return)
    assert [severity for severity, _ in told] == ["warning"]
    assert not session.editor.label.characters
    hand.key(Qt.Key.Key_Backspace)
    hand.key(Qt.Key.Key_Return)
    assert len(session.editor.label.characters) == 1


def test_two_corners_are_no_polygon(session: Session, hand: Hand):
    session.set_tool("polygon")
    hand.click(*TRIANGLE[:2])
    hand.key(Qt.Key.Key_Return)
    assert not session.editor.label.characters


@pytest.mark.parametrize("by_clicks", [False, True])
def test_box_is_drawn_by_a_drag_or_by_two_clicks(by_clicks: bool, session: Session, hand: Hand):
    session.set_tool("box")
    if by_clicks:
        hand.click((40, 45), (10, 8))
    else:
        hand.drag((40, 45), (20, 20), (10, 8))
    (drawn,) = session.editor.label.characters
    assert drawn.shape_type == "rectangle"
    assert bounds(drawn.polygon) == pytest.approx((10, 8, 40, 45), abs=0.02)
    assert steps(session) == 1


def test_shift_makes_the_box_a_square(session: Session, hand: Hand):
    session.set_tool("box")
    hand.drag((10, 8), (40, 28), held=Qt.KeyboardModifier.ShiftModifier)
    assert bounds(session.editor.label.characters[0].polygon) == pytest.approx((10, 8, 30, 28), abs=0.02)


def test_box_ends_at_the_edge_of_the_image(session: Session, hand: Hand):
    height, width = session.editor.image_size or (0, 0)
    session.set_tool("box")
    hand.drag((width - 20, height - 20), (width + 8, height + 4))
    assert bounds(session.editor.label.characters[0].polygon)[2:] == (width, height)


def test_box_is_on_the_maps_while_it_is_drawn_and_gone_after_escape(session: Session, hand: Hand):
    session.set_tool("box")
    hand.hold((10, 8), (40, 45))
    assert session.editor.is_previewing
    assert not isinstance(session.editor.maps, str)
    assert session.editor.maps.localization.max() > 0.9
    hand.key(Qt.Key.Key_Escape)
    assert not session.editor.label.characters
    hand.release((40, 45))
    assert steps(session) == 0


def test_box_is_the_same_at_every_zoom(session: Session, hand: Hand):
    session.set_tool("box")
    for scale in (0.5, 3.0, 24.0):
        session.viewport.set_scale(scale)
        hand.drag((10, 8), (40, 45))
        assert bounds(session.editor.label.characters[-1].polygon) == pytest.approx((10, 8, 40, 45), abs=0.02)
        session.editor.undo()


def test_symbol_is_typed_after_drawing(session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot):
    session.set_tool("box")
    hand.drag((10, 8), (40, 45))
    assert session.editor.label.characters[0].is_ignored
    type_symbol(canvas, "Q", qtbot)
    assert session.editor.label.characters[0].symbol == "Q"
    assert not session.editor.label.characters[0].is_ignored


def test_symbols_are_proposed_from_the_text(session: Session, hand: Hand):
    begin_with(session, WordLabel(text="cat"))
    session.set_tool("box")
    for left in (10, 50, 90):
        hand.drag((left, 10), (left + 30, 50))
    assert session.editor.label.reading == "cat"
    assert not session.editor.label.disagrees


def test_missing_character_gets_its_rank_and_symbol(session: Session, hand: Hand):
    begin_with(session, edits.delete(three_boxes(None), [1]))
    session.editor.apply("text", lambda label: WordLabel(label.characters, "abc"))
    session.set_tool("box")
    hand.drag((50, 10), (80, 50))
    assert session.editor.label.reading == "abc"


@pytest.mark.parametrize("tool", ["box", "polygon"])
def test_last_character_that_the_text_lacks_is_not_asked_for_and_puts_the_tool_away(
    tool: str, session: Session, canvas: CanvasView, hand: Hand
):
    begin_with(session, WordLabel(edits.delete(three_boxes(None), [1]).characters, "abc"))
    session.set_tool(tool)
    if tool == "box":
        hand.drag((50, 10), (80, 50))
    else:
        hand.click((50, 10), (80, 10), (80, 50))
        hand.key(Qt.Key.Key_Return)
    assert session.editor.label.reading == "abc"
    assert session.tool == "select"
    assert canvas.hasFocus()
    assert session.editor.selection == (session.editor.label.ranking[1],)


def test_character_that_the_text_does_not_know_is_asked_for(
    session: Session, canvas: CanvasView, hand: Hand, qtbot: QtBot
):
    begin_with(session, three_boxes("abc"))
    session.set_tool("box")
    hand.drag((130, 10), (150, 50))
    assert session.tool == "box"
    type_symbol(canvas, "d", qtbot)
    assert session.editor.label.text == "abcd"


@pytest.mark.parametrize(
    ("tool", "stays"),
    [("box", False), ("polygon", False), ("split", False), ("renumber", False), ("word", True), ("gaussian", True)],
)
def test_drawing_tools_are_put_away_before_the_next_word_with_characters(
    tool: str, stays: bool, session: Session, canvas: CanvasView, qtbot: QtBot
):
    begin_with(session, three_boxes())
    session.set_tool(tool)
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    assert session.editor.label.characters
    assert session.tool == (tool if stays else "select")


def test_drawing_tool_stays_before_a_word_without_characters(session: Session, canvas: CanvasView, qtbot: QtBot):
    first = session.image
    begin_with(session, WordLabel())
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    session.set_tool("box")
    session.show(first)
    qtbot.waitUntil(lambda: session.editor.image == first)
    assert session.tool == "box"


def test_escape_with_nothing_begun_puts_the_tool_away(session: Session, hand: Hand):
    session.set_tool("box")
    hand.key(Qt.Key.Key_Escape)
    assert session.tool == "select"


def test_read_only_folder_says_so_and_draws_nothing(
    session: Session, sentences: list[str], canvas: CanvasView, hand: Hand
):
    session.editor.read_only = "read-only"
    for tool in ("box", "polygon", "word", "split", "brush", "renumber"):
        session.set_tool(tool)
        sentences.clear()
        hand.click((20, 20))
        assert sentences == ["read-only"], tool
        assert not canvas.tool.is_busy
