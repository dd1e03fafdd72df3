"""What the canvas is made of, without a window: hit tests, badges, handles, the picture's tones and copies."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QTransform

from app.views.canvas.frame import frame_of
from app.views.canvas.hits import character_at, characters_in, distance_to_outline
from app.views.canvas.marks import badge_box, shown_symbol
from app.views.canvas.shown_image import Picture, tone_table, worst_by_rank
from app.views.canvas.tools.select import typed_over
from core.base.errors import LabelError
from core.labels.checks.problems import Problem
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, Polygon, WordLabel

PLAIN = (0.0, 1.0, 1.0)
PANE = QRectF(0, 0, 400, 200)


def word(*polygons: Polygon) -> WordLabel:
    return WordLabel(tuple(CharacterLabel(chr(ord("a") + i), polygon) for i, polygon in enumerate(polygons)))


def test_character_that_lies_inside_another_is_hit_before_it():
    label = word(rectangle(0, 0, 100, 100), rectangle(40, 40, 60, 60))
    assert character_at(label, (), QPointF(50, 50)) == 1
    assert character_at(label, (), QPointF(59, 41)) == 1
    assert character_at(label, (), QPointF(10, 10)) == 0


def test_of_characters_that_overlap_that_whose_middle_is_nearest_is_hit():
    label = word(rectangle(0, 0, 40, 40), rectangle(15, 10, 39, 50))
    assert character_at(label, (), QPointF(20, 20)) == 0
    assert character_at(label, (), QPointF(27, 30)) == 1


def test_selected_character_is_hit_before_a_smaller_one():
    label = word(rectangle(0, 0, 100, 100), rectangle(40, 40, 60, 60))
    assert character_at(label, (0,), QPointF(50, 50)) == 0


def test_thin_character_is_hit_from_beside_it_within_reach():
    label = word(rectangle(10, 0, 10.5, 40))
    assert character_at(label, (), QPointF(12, 20), reach=2) == 0
    assert character_at(label, (), QPointF(13, 20), reach=2) is None
    assert character_at(label, (), QPointF(12, 20)) is None


def test_hole_between_the_arms_of_a_polygon_is_outside_of_it():
    arms: Polygon = ((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30))
    assert character_at(word(arms), (), QPointF(15, 20)) is None
    assert characters_in(word(arms), QRectF(12, 15, 6, 10)) == ()
    assert characters_in(word(arms), QRectF(12, 5, 6, 10)) == (0,)


def test_characters_in_a_frame_are_named_in_reading_order():
    first, second = rectangle(0, 0, 10, 10), rectangle(20, 0, 30, 10)
    label = WordLabel((CharacterLabel("b", second, order=2), CharacterLabel("a", first, order=1)))
    assert characters_in(label, QRectF(-5, -5, 100, 100)) == (1, 0)


def test_distance_to_an_outline_is_that_to_its_nearest_edge():
    assert distance_to_outline(rectangle(0, 0, 10, 10), QPointF(13, 14)) == pytest.approx(5)
    assert distance_to_outline(rectangle(0, 0, 10, 10), QPointF(5, 2)) == pytest.approx(2)


@given(
    left=st.floats(0, 300),
    top=st.floats(0, 150),
    width=st.floats(1, 100),
    height=st.floats(1, 50),
    beside=st.booleans(),
)
def test_badge_of_a_character_in_sight_is_in_sight_and_hides_nothing_of_it(
    left: float, top: float, width: float, height: float, beside: bool
):
    around = QRectF(left, top, width, height)
    badge = badge_box(around, 30, 16, beside, PANE)
    assert PANE.contains(badge)
    assert not badge.intersects(around)


def test_badge_stands_above_its_character_and_below_where_there_is_no_room():
    assert badge_box(QRectF(100, 100, 40, 40), 30, 16, False, PANE).bottom() < 100
    assert badge_box(QRectF(100, 5, 40, 40), 30, 16, False, PANE).top() > 45


def test_space_and_control_characters_are_shown_by_a_sign():
    assert shown_symbol(" ") == "␣"
    assert shown_symbol("é") == "é"
    assert shown_symbol("\n") == "\\n"


@pytest.mark.parametrize("scale", [1.0, 4.0])
def test_handles_are_hit_from_the_same_distance_at_each_zoom(scale: float):
    label = word(((0, 0), (50, 5), (50, 60), (0, 55)))
    frame = frame_of(label, (0,), QTransform.fromScale(scale, scale), 8, False, QRectF(-500, -500, 2000, 2000))
    corner = QPointF(50 * scale, 60 * scale)
    hit = frame.handle_at(corner + QPointF(4.5, 0), 8)
    assert (hit.kind, hit.index) == ("corner", 2)
    assert frame.handle_at(corner + QPointF(0, 5.5), 8) is None


def test_tiny_character_shows_no_corner_handles():
    label = word(((0, 0), (10, 1), (10, 12), (0, 11)))
    frame = frame_of(label, (0,), QTransform(), 8, False, PANE)
    assert {handle.kind for handle in frame.handles} == {"scale", "rotate"}


def test_single_box_needs_no_frame_around_it():
    frame = frame_of(word(rectangle(50, 50, 150, 120)), (0,), QTransform(), 8, False, PANE)
    assert not frame.is_drawn
    assert {handle.kind for handle in frame.handles} == {"corner", "edge", "rotate"}


def test_rotate_handle_is_always_where_it_can_be_reached():
    label = word(rectangle(150, 20, 250, 195))
    frame = frame_of(label, (0,), QTransform(), 8, False, PANE)
    assert PANE.contains(next(handle.at for handle in frame.handles if handle.kind == "rotate"))


def test_brightness_contrast_and_gamma_do_what_they_say():
    assert (tone_table(PLAIN) == np.arange(256)).all()
    assert tone_table((0.2, 1.0, 1.0))[100] == 151
    assert tone_table((0.0, 3.0, 1.0))[[60, 100, 160, 200]].tolist() == [0, 45, 225, 255]
    assert tone_table((0.0, 1.0, 2.0))[64] == round((64 / 255) ** 0.5 * 255)


def test_picture_is_painted_from_a_copy_that_has_a_pixel_for_each_pixel_of_the_screen():
    picture = Picture()
    picture.show(np.zeros((100, 400, 3), np.uint8), PLAIN)
    assert [picture.at_scale(scale).width() for scale in (2.0, 1.0, 0.51, 0.5, 0.26, 0.1)] == [
        400,
        400,
        400,
        200,
        200,
        50,
    ]


def test_smaller_copy_holds_the_mean_of_the_pixels_that_it_stands_for():
    pixels = np.zeros((4, 7, 3), np.uint8)
    pixels[:2, :2] = [[[200, 0, 40], [100, 0, 40]], [[0, 0, 40], [100, 0, 40]]]
    picture = Picture()
    picture.show(pixels[:, :6], PLAIN)
    assert picture.at_scale(0.5).pixelColor(0, 0) == QColor(100, 0, 40)


def test_character_is_marked_by_the_worst_of_its_problems():
    problems = (
        Problem("polygon-tiny", "warning", "", character=2),
        Problem("symbol-invalid", "error", "", character=2),
        Problem("label-encoding", "note", "", character=1),
        Problem("text-mismatch", "warning", ""),
    )
    assert worst_by_rank(problems) == {2: "error", 1: "note"}


def test_typed_symbols_go_to_the_characters_in_reading_order():
    label = WordLabel(
        (CharacterLabel("x", rectangle(20, 0, 30, 9), order=2), CharacterLabel("y", rectangle(0, 0, 9, 9), order=1)),
        text="yx",
    )
    after = typed_over(label, 1, "AB")
    assert (after.reading, after.text) == ("AB", "AB")


def test_more_symbols_than_characters_are_refused():
    with pytest.raises(LabelError, match="Only 2 characters are left; 3 were typed"):
        typed_over(word(rectangle(0, 0, 9, 9), rectangle(10, 0, 19, 9)), 0, "abc")
