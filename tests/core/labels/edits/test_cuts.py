from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.edits.cuts import character_cut_by, common_cut, line_across, move_cut, slant_cuts
from core.labels.edits.cutting import halves, joined
from core.labels.geometry import bounds, polygon_of, rectangle, signed_area
from core.labels.label import CharacterLabel, Polygon, WordLabel


def word(*polygons: Polygon, shape_type: str = "polygon") -> WordLabel:
    return WordLabel(tuple(CharacterLabel("a", polygon, shape_type=shape_type) for polygon in polygons))


def turned(polygon: Polygon, degrees: float) -> Polygon:
    t = np.deg2rad(degrees)
    return polygon_of(np.array(polygon) @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]))


TWO = (rectangle(0, 0, 20, 30), rectangle(24, 2, 50, 32))


def test_cut_is_halfway_between_the_facing_edges():
    start, end = common_cut(word(*TWO), 1) or pytest.fail("no cut")
    assert sorted((start, end), key=lambda point: point[1]) == [(22, 1), (22, 31)]


@given(st.floats(-180, 180), st.integers(0, 3), st.integers(0, 3), st.floats(-15, 15), st.floats(-20, 20))
def test_moving_a_cut_is_the_same_whichever_way_the_word_is_turned(
    degrees: float, first: int, second: int, dx: float, dy: float
):
    corners = [
        polygon_of(np.roll(np.array(polygon), shift, axis=0))
        for polygon, shift in zip(TWO, (first, second), strict=True)
    ]
    way = turned(((dx, dy),), degrees)[0]
    moved = move_cut(word(*(turned(polygon, degrees) for polygon in corners)), 1, *way)
    left, right = (bounds(turned(character.polygon, -degrees)) for character in moved.characters)
    assert left == pytest.approx((0, 0, 20 + dx, 30), abs=0.05)
    assert right == pytest.approx((24 + dx, 2, 50, 32), abs=0.05)


@given(st.floats(-1000, 1000))
def test_no_character_becomes_thinner_than_a_pixel(dx: float):
    left, right = move_cut(word(*TWO), 1, dx, 0).characters
    assert bounds(left.polygon)[2] - bounds(left.polygon)[0] >= 0.99
    assert bounds(right.polygon)[2] - bounds(right.polygon)[0] >= 0.99
    assert signed_area(left.polygon) > 0
    assert signed_area(right.polygon) > 0


def test_boxes_stay_boxes():
    moved = move_cut(word(*TWO, shape_type="rectangle"), 1, 3.3, 9)
    assert [character.shape_type for character in moved.characters] == ["rectangle", "rectangle"]
    assert bounds(moved.characters[0].polygon) == (0, 0, 23.3, 30)


def test_cut_of_a_word_read_downwards_moves_downwards():
    moved = move_cut(word(rectangle(0, 0, 30, 20), rectangle(0, 20, 30, 50)), 1, 7, 4)
    assert [bounds(character.polygon) for character in moved.characters] == [(0, 0, 30, 24), (0, 24, 30, 50)]


def test_cut_goes_by_reading_order_not_by_the_file():
    label = WordLabel((CharacterLabel("b", TWO[1], order=2), CharacterLabel("a", TWO[0], order=1)))
    moved = move_cut(label, 1, 2, 0)
    assert [bounds(character.polygon)[0] for character in moved.characters] == [26, 0]


def test_characters_of_another_shape_have_no_common_cut():
    label = word(TWO[0], ((24, 0), (50, 0), (40, 30)))
    assert common_cut(label, 1) is None
    with pytest.raises(LabelError, match="no cut"):
        move_cut(label, 1, 1, 0)


@pytest.mark.parametrize("rank", [0, 2])
def test_there_is_no_cut_before_the_first_or_behind_the_last(rank: int):
    with pytest.raises(LabelError, match="no cut after"):
        move_cut(word(*TWO), rank, 1, 0)


def test_line_across_a_nearly_level_word_is_upright():
    label = word(rectangle(0, 0, 20, 30), rectangle(24, 3, 50, 33), rectangle(54, 1, 70, 31))
    start, end = line_across(label, 1, (40, 10))
    assert {start, end} == {(40, 3), (40, 33)}


@given(st.floats(20, 70))
def test_line_across_a_slanted_word_is_at_right_angles_to_it(degrees: float):
    label = word(*(turned(rectangle(30 * i, 0, 30 * i + 25, 30), degrees) for i in range(3)))
    (at,) = turned(((40, 10),), degrees)
    line = np.array(line_across(label, 1, at))
    assert turned(polygon_of(line), -degrees) == pytest.approx(np.array([[40, 0], [40, 30]]), abs=1e-6)


@pytest.mark.parametrize(("polygon", "upright"), [(rectangle(0, 0, 40, 20), True), (rectangle(0, 0, 20, 40), False)])
def test_lonely_character_is_cut_across_its_longer_side(polygon: Any, upright: bool):
    (x0, y0), (x1, y1) = line_across(word(polygon), 0, (10, 10))
    assert (x0 == pytest.approx(x1)) is upright
    assert (y0 == pytest.approx(y1)) is not upright


def test_stroke_cuts_the_character_that_it_passes_farthest_through():
    label = word(*TWO)
    assert character_cut_by(label, (10, 15), (34, 15)) == 0
    assert character_cut_by(label, (16, 15), (40, 15)) == 1
    assert character_cut_by(label, (10, 15), (34, 15), preferred=(1,)) == 1
    assert character_cut_by(label, (22, 0), (22, 40)) is None


@pytest.mark.parametrize("top", [10, 30])
def test_lower_characters_get_the_same_slant_from_the_end_of_a_line_through_the_box(top: int):
    label = WordLabel(tuple(CharacterLabel(c, rectangle(x, top, x + 20, 50)) for c, x in (("a", 0), ("b", 20))))
    (x, y), (foot, below) = common_cut(slant_cuts(label, (1,), (20, 0), 10, 0), 1) or ((0, 0), (0, 0))
    assert (foot, y, below) == (20, top, 50)
    assert (x - foot) / (below - y) == pytest.approx(10 / 50)


SQUARE = rectangle(0, 0, 10, 10)


def test_the_first_half_is_the_one_to_the_left_of_the_line_on_screen():
    upper, lower = halves(SQUARE, (0, 4), (1, 0)) or ((), ())
    assert (set(upper), set(lower)) == (set(rectangle(0, 0, 10, 4)), set(rectangle(0, 4, 10, 10)))


def test_halves_are_clockwise_from_the_top_left():
    for part in halves(SQUARE[::-1], (4, 0), (0, 1)) or ():
        assert signed_area(part) > 0
        assert part[0] == min(part, key=sum)


def test_a_line_beside_or_along_the_rim_leaves_one_side_empty():
    assert halves(SQUARE, (20, 0), (0, 1)) is None
    assert halves(SQUARE, (0, 0), (0, 1)) is None


def test_a_part_of_several_pieces_is_their_convex_hull():
    u = ((0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (10, 0), (10, 10), (0, 10))
    upper, _ = halves(u, (0, 4), (1, 0)) or ((), ())
    assert set(upper) == set(rectangle(0, 0, 10, 4))


def test_a_self_crossing_polygon_is_cut_without_an_exception():
    bow = ((0, 0), (10, 10), (10, 0), (0, 10))
    assert halves(bow, (5, 0), (0, 1)) is not None


def test_a_polygon_without_area_cannot_be_cut():
    assert halves(((0, 0), (5, 0), (10, 0)), (5, 0), (0, 1)) is None


@given(st.floats(0, 180), st.floats(2, 8), st.floats(2, 8))
def test_both_halves_together_have_the_area_of_the_whole(angle: float, x: float, y: float):
    t = np.deg2rad(angle)
    parts = halves(SQUARE, (x, y), (float(np.cos(t)), float(np.sin(t))))
    assert sum(map(signed_area, parts)) == pytest.approx(100, abs=0.3)  # corners are rounded


def test_shapes_without_area_are_joined_to_what_holds_their_corners():
    flat = ((0.0, 0.0), (5.0, 0.0), (10.0, 0.0))
    assert shapely.MultiPoint(joined([flat, flat])).covers(shapely.MultiPoint([(0, 0), (10, 0)]))
