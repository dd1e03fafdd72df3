import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from core.labels.edits.cutting import halves, joined
from core.labels.geometry import rectangle, signed_area

SQUARE = rectangle(0, 0, 10, 10)


def test_the_first_half_is_the_one_to_the_left_of_the_line_on_screen() -> None:
    upper, lower = halves(SQUARE, (0, 4), (1, 0)) or ((), ())
    assert (set(upper), set(lower)) == (set(rectangle(0, 0, 10, 4)), set(rectangle(0, 4, 10, 10)))


def test_halves_are_clockwise_from_the_top_left() -> None:
    for part in halves(SQUARE[::-1], (4, 0), (0, 1)) or ():
        assert signed_area(part) > 0
        assert part[0] == min(part, key=sum)


def test_a_line_beside_or_along_the_rim_leaves_one_side_empty() -> None:
    assert halves(SQUARE, (20, 0), (0, 1)) is None
    assert halves(SQUARE, (0, 0), (0, 1)) is None


def test_a_part_of_several_pieces_is_their_convex_hull() -> None:
    u = ((0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (10, 0), (10, 10), (0, 10))
    upper, _ = halves(u, (0, 4), (1, 0)) or ((), ())
    assert set(upper) == set(rectangle(0, 0, 10, 4))


def test_a_self_crossing_polygon_is_cut_without_an_exception() -> None:
    bow = ((0, 0), (10, 10), (10, 0), (0, 10))
    assert halves(bow, (5, 0), (0, 1)) is not None


def test_a_polygon_without_area_cannot_be_cut() -> None:
    assert halves(((0, 0), (5, 0), (10, 0)), (5, 0), (0, 1)) is None


@given(st.floats(0, 180), st.floats(2, 8), st.floats(2, 8))
def test_both_halves_together_have_the_area_of_the_whole(angle: float, x: float, y: float) -> None:
    t = np.deg2rad(angle)
    parts = halves(SQUARE, (x, y), (float(np.cos(t)), float(np.sin(t))))
    assert parts is not None
    assert sum(map(signed_area, parts)) == pytest.approx(100, abs=0.3)  # corners are rounded


def test_boxes_are_joined_to_a_box() -> None:
    assert joined([SQUARE, rectangle(20, 5, 30, 15)]) == rectangle(0, 0, 30, 15)


def test_shapes_without_area_are_joined_to_what_holds_their_corners() -> None:
    flat = ((0.0, 0.0), (5.0, 0.0), (10.0, 0.0))
    assert shapely.MultiPoint(joined([flat, flat])).covers(shapely.MultiPoint([(0, 0), (10, 0)]))
