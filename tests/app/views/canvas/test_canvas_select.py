"""The select tool on the canvas, driven by real keys and mouse events."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from pytestqt.qtbot import QtBot
from support.window.canvas import steps, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.frame import Kind, frame_of
from app.views.canvas.view import CanvasView
from core.labels.edits import edits
from core.labels.geometry import bounds, rectangle
from core.labels.label import WordLabel
from tests.support.words.centres import common_centre

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
A, B, C = (25.0, 30.0), (65.0, 30.0), (105.0, 30.0)
"""In the middle of the three boxes."""
GROUND = (45.0, 56.0)
"""Below and between the boxes."""


def handle(canvas: CanvasView, kind: Kind, index: int = 0) -> tuple[float, float]:
    """Where a handle of the selected characters is, in image pixels."""
    editor, size = canvas.session.editor, canvas.handle_size()
    pane = QRectF(canvas.rect())
    frame = frame_of(editor.label, editor.selection, canvas.pane_transform(), size, False, pane)
    found = next(each for each in frame.handles if (each.kind, each.index) == (kind, index))
    point = canvas.to_image(found.at)
    return point.x(), point.y()


def same(label: WordLabel, other: WordLabel) -> bool:
    """Whether polygons are the same to a twentieth of a pixel, and all symbols."""
    return label.reading == other.reading and all(
        one.corners.shape == two.corners.shape and np.allclose(one.corners, two.corners, atol=0.05)
        for one, two in zip(label.in_order, other.in_order, strict=True)
    )


# Selecting


def test_click_selects_one_character_and_a_click_beside_them_none(session: Session, hand: Hand):
    hand.click(A)
    assert session.editor.selection == (0,)
    hand.click(B)
    assert session.editor.selection == (1,)
    hand.click(GROUND)
    assert session.editor.selection == ()
    assert steps(session) == 0


@pytest.mark.parametrize("held", [SHIFT, CTRL])
def test_click_with_shift_or_ctrl_adds_and_takes_away(held: Any, session: Session, hand: Hand):
    hand.click(A)
    hand.click(C, held=held)
    assert session.editor.selection == (0, 2)
    hand.click(A, held=held)
    assert session.editor.selection == (2,)


def test_click_on_one_of_several_selected_ones_leaves_it_alone(session: Session, hand: Hand):
    session.editor.select((0, 1, 2))
    hand.click(B)
    assert session.editor.selection == (1,)


def test_frame_dragged_on_empty_ground_selects_what_it_touches(session: Session, hand: Hand):
    hand.drag((60, 56), (55, 50), (15, 40))
    assert session.editor.selection == (0, 1)
    assert steps(session) == 0


def test_frame_dragged_with_shift_adds_to_the_selection(session: Session, hand: Hand):
    session.editor.select((2,))
    hand.drag((5, 5), (10, 8), (20, 20), held=SHIFT)
    assert session.editor.selection == (2, 0)


def test_escape_gives_a_frame_up_with_what_it_had_selected(session: Session, hand: Hand):
    session.editor.select((2,))
    hand.hold((5, 5), (10, 8), (20, 20))
    hand.key(Qt.Key.Key_Escape)
    hand.release((20, 20))
    assert session.editor.selection == (2,)


def test_escape_selects_none(session: Session, hand: Hand):
    session.editor.select((0, 1))
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.selection == ()


def test_tab_goes_through_the_characters_in_reading_order_and_then_leaves_the_canvas(session: Session, hand: Hand):
    session.editor.commit("renumber", edits.reverse(session.editor.label))
    seen = []
    for _ in range(3):
        hand.key(Qt.Key.Key_Tab)
        seen.append(session.editor.selection)
    assert seen == [(2,), (1,), (0,)]
    hand.key(Qt.Key.Key_Backtab, SHIFT)
    assert session.editor.selection == (1,)
    session.editor.select((0,))
    hand.key(Qt.Key.Key_Tab)
    assert session.editor.selection == (0,), "past the last one Tab is the window's"


# Moving


def test_drag_moves_all_selected_characters_as_one_step(session: Session, hand: Hand):
    session.editor.select((0, 1))
    hand.drag(A, (27, 31), (31, 26))
    assert same(session.editor.label, edits.move(three_boxes(), [0, 1], 6, -4))
    assert session.editor.selection == (0, 1)
    assert steps(session) == 1


def test_drag_on_a_character_that_is_not_selected_moves_only_it(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.drag(B, (67, 30), (68, 33))
    assert same(session.editor.label, edits.move(three_boxes(), [1], 3, 3))


def test_label_follows_the_mouse_before_the_button_is_let_go(session: Session, hand: Hand):
    hand.hold(A, (30, 30), (35, 30))
    assert same(session.editor.label, edits.move(three_boxes(), [0], 10, 0))
    assert session.editor.committed_label == three_boxes()
    hand.release((35, 30))
    assert steps(session) == 1


@pytest.mark.parametrize("end", [(35.0, 30.0), (36.0, 30.0)])
def test_button_that_is_let_go_changes_the_label_once(session: Session, hand: Hand, end: tuple[Any, ...]):
    hand.hold(A, (30, 30), (35, 30))
    changes: list[WordLabel] = []
    session.editor.label_changed.connect(lambda: changes.append(session.editor.label))
    hand.release(end)
    assert changes == [edits.move(three_boxes(), [0], end[0] - A[0], 0)]


def test_hand_that_trembles_while_it_clicks_moves_nothing(session: Session, hand: Hand):
    hand.drag(A, (25.3, 30.2), (25.1, 30.3))
    assert session.editor.label == three_boxes()
    assert steps(session) == 0


def test_drag_with_shift_moves_along_one_axis(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.drag(A, (30, 31), (37, 33), held=SHIFT)
    assert same(session.editor.label, edits.move(three_boxes(), [0], 12, 0))


def test_escape_in_a_drag_puts_everything_back(session: Session, canvas: CanvasView, hand: Hand):
    hand.hold(A, (30, 30), (35, 30))
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == three_boxes()
    assert not canvas.tool.is_busy
    hand.release((35, 30))
    assert session.editor.label == three_boxes()
    assert steps(session) == 0


def test_undo_in_a_drag_ends_the_drag(session: Session, hand: Hand):
    session.editor.apply("Delete", edits.delete, [2])
    hand.hold(A, (30, 30), (35, 30))
    session.editor.undo()
    hand.move((40, 30))
    hand.release((40, 30))
    assert session.editor.label == three_boxes()


def test_drag_with_ctrl_puts_a_copy_there_and_selects_it(session: Session, hand: Hand):
    hand.drag(A, (25, 40), (25, 75), held=CTRL)
    label = session.editor.label
    assert label.reading == "aabc"
    (copy,) = session.editor.selected
    assert bounds(copy.polygon) == pytest.approx((10, 55, 40, 95), abs=0.05)
    assert bounds(label.in_order[0].polygon) == bounds(three_boxes().characters[0].polygon)
    assert steps(session) == 1


def test_arrow_keys_move_by_the_chosen_steps(session: Session, hand: Hand):
    session.editor.select((1,))
    session.settings.set("canvas.nudge", 0.5)
    hand.key(Qt.Key.Key_Right)
    assert session.editor.label == edits.move(three_boxes(), [1], 0.5, 0)
    hand.key(Qt.Key.Key_Up, SHIFT)
    assert session.editor.label == edits.move(three_boxes(), [1], 0.5, -10)


def test_arrow_key_held_down_is_one_step_for_each_selection(session: Session, hand: Hand):
    session.editor.select((1,))
    for _ in range(5):
        hand.key(Qt.Key.Key_Down)
    assert steps(session) == 1
    session.editor.select((0,))
    hand.key(Qt.Key.Key_Down)
    assert steps(session) == 2
    session.editor.undo()
    assert session.editor.label == edits.move(three_boxes(), [1], 0, 5)


# Reshaping


def test_corner_of_a_box_takes_its_neighbours_along(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.drag((40, 50), (41, 52), (44, 55))
    (shape, *_) = session.editor.label.characters
    assert shape.shape_type == "rectangle"
    assert bounds(shape.polygon) == pytest.approx((10, 10, 44, 55), abs=0.05)
    assert steps(session) == 1


def test_corner_of_a_box_dragged_with_alt_moves_alone(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.drag((40, 50), (41, 52), (44, 55), held=ALT)
    (shape, *_) = session.editor.label.characters
    assert shape.shape_type == "polygon"
    assert shape.corners == pytest.approx(np.array([(10, 10), (40, 10), (44, 55), (10, 50)]), abs=0.05)


def test_middle_of_an_edge_dragged_out_is_a_new_corner(session: Session, canvas: CanvasView, hand: Hand):
    session.editor.select((0,))
    hand.drag(handle(canvas, "edge", 1), (43, 31), (46, 32))
    (shape, *_) = session.editor.label.characters
    expected = [(10, 10), (40, 10), (46, 32), (40, 50), (10, 50)]
    assert shape.corners == pytest.approx(np.array(expected), abs=0.05)
    assert steps(session) == 1


def test_click_with_alt_on_a_corner_removes_it(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.click((40, 50), held=ALT)
    assert session.editor.label.characters[0].corners.tolist() == [[10, 10], [40, 10], [10, 50]]


def test_delete_over_a_corner_removes_the_corner_and_not_the_character(session: Session, hand: Hand):
    session.editor.select((0,))
    hand.hover((40, 50))
    hand.key(Qt.Key.Key_Delete)
    assert session.editor.label.characters[0].corners.tolist() == [[10, 10], [40, 10], [10, 50]]
    assert len(session.editor.label.characters) == 3


def test_triangle_keeps_its_corners_and_it_is_said_why(session: Session, hand: Hand, qtbot: QtBot):
    session.editor.apply("triangle", edits.remove_vertex, 0, 3)
    session.editor.select((0,))
    with qtbot.waitSignal(session.workspace.notified) as told:
        hand.click((40, 50), held=ALT)
    assert "three corners" in told.args[1]
    assert len(session.editor.label.characters[0].polygon) == 3


def test_frame_round_several_scales_them_about_the_opposite_corner(session: Session, canvas: CanvasView, hand: Hand):
    session.editor.select((0, 1))
    x, y = handle(canvas, "scale", 2)
    hand.drag((x, y), (x + 5, y), (x + 35, y + 20))
    first, second, _ = session.editor.label.characters
    assert bounds(first.polygon) == pytest.approx((10, 10, 55, 70), abs=0.1)
    assert bounds(second.polygon) == pytest.approx((70, 10, 115, 70), abs=0.1)
    assert steps(session) == 1


def test_frame_dragged_through_itself_leaves_something_of_its_characters(
    session: Session, canvas: CanvasView, hand: Hand
):
    session.editor.select((0, 1))
    x, y = handle(canvas, "scale", 2)
    hand.drag((x, y), (x - 40, y), (-30, -30))
    assert all(np.ptp(c.corners, axis=0).min() > 0 for c in session.editor.label.characters)


def test_rotate_handle_turns_in_steps_of_fifteen_degrees_while_shift_is_held(
    session: Session, canvas: CanvasView, hand: Hand
):
    session.editor.select((1,))
    start = handle(canvas, "rotate")
    assert start[1] > 50, "below the box"
    hand.drag(start, (60, start[1]), (20, 32), held=SHIFT)  # a quarter turn clockwise, nearly
    assert same(session.editor.label, edits.rotate(three_boxes(), [1], 90, common_centre(three_boxes(), [1])))
    assert steps(session) == 1


# What may not be edited


def test_in_a_read_only_folder_characters_can_be_selected_and_a_drag_says_once_why_nothing_moves(
    session: Session, sentences: list[str], hand: Hand
):
    session.editor.set_project(session.project, None, "Only to be looked at.")
    hand.click(B)
    assert session.editor.selection == (1,)
    hand.drag(B, (70, 30), (75, 30), (80, 30))
    assert session.editor.label == three_boxes()
    assert sentences == ["Only to be looked at."]


def test_polygon_drawn_by_a_person_is_whole_after_undo_and_redo(session: Session, hand: Hand):
    hand.drag(A, (30, 30), (35, 30))
    moved = session.editor.label
    session.editor.undo()
    assert session.editor.label == three_boxes()
    session.editor.redo()
    assert session.editor.label == moved
    assert moved.characters[1].polygon == rectangle(50, 10, 80, 50)
