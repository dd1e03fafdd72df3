"""The word tool: a box round the word becomes its characters, with cuts to drag."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.view import CanvasView
from core.labels.divide.divide import corners_of_box, division
from core.labels.edits import edits
from core.labels.geometry import bounds
from core.labels.label import ILLEGIBLE, WordLabel


@pytest.fixture
def canvas(qtbot: QtBot, session: Session) -> CanvasView:
    begin_with(session, WordLabel(text=session.editor.label.word))
    session.set_tool("word")
    return shown_canvas(qtbot, session)


def whole(session: Session) -> tuple[tuple[float, float], tuple[float, float]]:
    height, width = session.editor.image_size or (0, 0)
    return (0.0, 0.0), (float(width), float(height))


def cut_between(session: Session, rank: int) -> tuple[float, float]:
    """The middle of the gap behind a character of an upright, left-to-right word."""
    left, right = (bounds(character.polygon) for character in session.editor.label.in_order[rank - 1 : rank + 1])
    return (left[2] + right[0]) / 2, (left[1] + left[3]) / 2


def test_box_becomes_the_characters_of_the_text_in_one_step(session: Session, hand: Hand):
    text, pixels = session.editor.label.text, session.editor.pixels
    hand.drag(*whole(session))
    label = session.editor.label
    assert label.reading == text
    assert label.characters == division(pixels, corners_of_box(*whole(session)[0], *whole(session)[1]), text).characters
    assert steps(session) == 1


def test_characters_are_shown_while_the_box_is_drawn(session: Session, hand: Hand):
    hand.hold(*whole(session))
    assert session.editor.is_previewing
    assert len(session.editor.label.characters) == len(session.editor.label.text or "")
    hand.key(Qt.Key.Key_Escape)
    assert not session.editor.label.characters
    assert steps(session) == 0


def test_characters_that_were_there_are_replaced_and_the_hint_says_so(session: Session, canvas: CanvasView, hand: Hand):
    begin_with(session, three_boxes())
    hand.hold(*whole(session))
    assert "3" in canvas.hint
    assert "replace the present 3" in canvas.hint
    hand.release(whole(session)[1])
    assert len(session.editor.label.characters) == 3
    assert session.editor.label.characters != three_boxes().characters
    session.editor.undo()
    assert session.editor.label == three_boxes()


def test_dragged_cut_belongs_to_the_same_step(session: Session, hand: Hand):
    before = session.editor.label
    hand.drag(*whole(session))
    first, second = (bounds(character.polygon) for character in session.editor.label.characters[:2])
    x, y = cut_between(session, 1)
    hand.drag((x, y), (x - 3, y), (x - 6, y))
    moved = [bounds(character.polygon) for character in session.editor.label.characters[:2]]
    assert moved[0][2] < first[2]
    assert moved[1][0] < second[0]
    assert steps(session) == 1
    session.editor.undo()
    assert session.editor.label == before


def test_cut_that_is_not_pressed_in_its_middle_does_not_jump(session: Session, hand: Hand):
    text, pixels = session.editor.label.word, session.editor.pixels
    found = division(pixels, corners_of_box(*whole(session)[0], *whole(session)[1]), text)
    (x, y), _ = found.line(found.cuts[0])
    hand.drag(*whole(session))
    hand.drag((x + 0.8, y + 20), (x + 15.8, y + 20))  # into the second glyph, so that the cut is its edge
    expected = found.with_cut(0, found.share_at((x + 15, y + 20)))
    assert bounds(session.editor.label.characters[1].polygon) == pytest.approx(
        bounds(expected.characters[1].polygon), abs=0.1
    )


def test_cut_follows_the_mouse_before_it_is_let_go(session: Session, hand: Hand):
    hand.drag(*whole(session))
    committed = session.editor.committed_label
    x, y = cut_between(session, 1)
    hand.hold((x, y), (x - 6, y))
    assert session.editor.label != committed
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == committed


def test_box_without_a_text_waits_until_it_is_typed(session: Session, hand: Hand):
    begin_with(session, WordLabel())
    hand.drag(*whole(session))
    assert not session.editor.label.characters
    session.editor.apply("Type", edits.set_text, "xyz")
    assert session.editor.label.reading == "xyz"
    assert [character.symbol for character in session.editor.label.characters] == ["x", "y", "z"]
    assert steps(session) == 2


def test_box_that_waits_for_its_text_is_not_divided_into_another_image(session: Session, hand: Hand, qtbot: QtBot):
    begin_with(session, WordLabel())
    hand.drag(*whole(session))
    first = session.image
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image != first)
    assert steps(session) == 0
    assert session.editor.label == session.editor.committed_label


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("held", [Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier])
def test_four_clicks_make_a_slanted_box(clockwise: bool, held: Any, session: Session, hand: Hand):
    _, (width, height) = whole(session)
    corners = [(12.0, 2.0), (width - 2, 4.0), (width - 12, height - 2), (2.0, height - 4)]
    pixels = session.editor.pixels
    expected = division(pixels, corners, session.editor.label.word).characters
    way = corners if clockwise else [corners[0], *corners[:0:-1]]
    hand.click(way[0], held=held)
    hand.click(*way[1:])
    found = session.editor.label.characters
    assert [c.symbol for c in found] == [c.symbol for c in expected]
    for one, other in zip(found, expected, strict=True):
        assert one.corners == pytest.approx(other.corners, abs=3.0)


def test_box_read_downwards_is_cut_downwards(session: Session, hand: Hand):
    session.settings.set("label.divide_direction", "vertical")
    hand.drag(*whole(session))
    tops = [bounds(character.polygon)[1] for character in session.editor.label.in_order]
    lefts = [bounds(character.polygon)[0] for character in session.editor.label.in_order]
    assert tops == sorted(tops)
    assert np.ptp(tops) > np.ptp(lefts)


def test_illegible_characters_stay_illegible(session: Session, hand: Hand):
    label = edits.retype(three_boxes(None), [1], ILLEGIBLE)
    begin_with(session, label)
    hand.drag(*whole(session))
    assert [character.symbol for character in session.editor.label.in_order] == ["a", ILLEGIBLE, "c"]


def test_common_cut_of_characters_that_were_there_can_be_dragged(session: Session, hand: Hand):
    begin_with(session, three_boxes())
    x, y = cut_between(session, 2)
    hand.drag((x, y), (x + 4, y))
    first, second, third = (bounds(character.polygon) for character in session.editor.label.characters)
    assert first == (10, 10, 40, 50)
    assert second == pytest.approx((50, 10, 84, 50), abs=0.02)
    assert third == pytest.approx((94, 10, 120, 50), abs=0.02)
    assert steps(session) == 1
    assert all(character.shape_type == "rectangle" for character in session.editor.label.characters)


def test_press_a_little_beside_a_cut_moves_it_and_draws_no_box(session: Session, hand: Hand):
    begin_with(session, three_boxes())
    x, y = cut_between(session, 2)
    beside = x + 13 / session.viewport.scale
    hand.drag((beside, y), (beside + 4, y))
    assert bounds(session.editor.label.characters[1].polygon) == pytest.approx((50, 10, 84, 50), abs=0.02)


def test_undo_ends_the_adjusting_of_what_was_divided(session: Session, hand: Hand):
    begin_with(session, three_boxes())
    hand.drag(*whole(session))
    session.editor.undo()
    x, y = cut_between(session, 1)
    hand.drag((x, y), (x + 4, y))
    assert bounds(session.editor.label.characters[0].polygon) == pytest.approx((10, 10, 44, 50), abs=0.02)


def test_tiny_box_is_a_slip_of_the_hand(session: Session, hand: Hand):
    session.viewport.set_scale(20)
    hand.drag((20, 20), (21, 21))
    assert not session.editor.label.characters
    assert steps(session) == 0


@pytest.mark.parametrize(
    ("held", "alone"), [(Qt.KeyboardModifier.NoModifier, False), (Qt.KeyboardModifier.ShiftModifier, True)]
)
def test_end_of_a_cut_slants_all_cuts_or_with_shift_one(held: Any, alone: bool, session: Session, hand: Hand):
    begin_with(session, three_boxes())
    hand.drag((45, 10), (49, 10), held=held)
    first, second, third = (character.corners for character in session.editor.label.characters)
    assert first == pytest.approx(np.array(((10, 10), (44, 10), (40, 50), (10, 50))), abs=0.02)
    assert second[0] == pytest.approx((54, 10), abs=0.02)
    assert second[1] == pytest.approx((80, 10) if alone else (84, 10), abs=0.02)
    assert third[3] == pytest.approx((90, 50), abs=0.02)
    assert steps(session) == 1


def test_a_cut_slanted_too_far_leaves_a_pixel_of_each_character(session: Session, hand: Hand):
    begin_with(session, three_boxes())
    hand.drag((45, 10), (129, 10))
    for character in session.editor.label.characters:
        corners = character.polygon
        assert corners[1][0] - corners[0][0] >= 0.99
        assert corners[2][0] - corners[3][0] >= 0.99
