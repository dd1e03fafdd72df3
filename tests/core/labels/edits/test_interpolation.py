from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.edits.interpolation import Guesses, guess_polygons
from core.labels.geometry import bounds, polygon_of, rectangle
from core.labels.label import Polygon

LEFT, RIGHT = rectangle(10, 10, 20, 30), rectangle(50, 14, 60, 34)


def test_heights_are_interpolated_between_the_neighbours():
    (polygon,) = guess_polygons([rectangle(10, 20, 20, 40), rectangle(32, 10, 42, 50)], [0, 1, 0]).inserted[1]
    left, right = abs(polygon[3][1] - polygon[0][1]), abs(polygon[2][1] - polygon[1][1])
    assert 20 < left < right < 40


def test_a_guess_in_a_wide_gap_stands_in_its_middle():
    (polygon,) = guess_polygons([rectangle(0, 0, 10, 20), rectangle(90, 0, 100, 20)], [0, 1, 0]).inserted[1]
    assert bounds(polygon) == (42.5, 0, 57.5, 20)


def test_nothing_is_guessed_where_nothing_is_missing():
    assert guess_polygons([LEFT, RIGHT], [0, 0, 0]) == Guesses(((), (), ()), {})


def test_a_neighbour_may_have_to_give_room_on_both_sides():
    boxes = [rectangle(0, 0, 4, 20), rectangle(5, 0, 17, 20), rectangle(18, 0, 22, 20)]
    guesses = guess_polygons(boxes, [0, 1, 1, 0])
    assert bounds(guesses.inserted[1][0]) == (5, 0, 11, 20)
    assert bounds(guesses.narrowed[1]) == (11, 0, 14, 20)
    assert bounds(guesses.inserted[2][0]) == (14, 0, 17, 20)


def test_a_lone_character_is_taken_to_be_read_from_left_to_right():
    assert bounds(guess_polygons([LEFT], [0, 1]).inserted[1][0]) == (21, 10, 31, 30)


# How a guess leans


def sides_of(polygon: Polygon) -> list[tuple[float, float]]:
    """The ways from top to foot of a quadrilateral's two sides."""
    (a, b, c, d) = polygon
    return [(d[0] - a[0], d[1] - a[1]), (c[0] - b[0], c[1] - b[1])]


def is_upright(polygon: Polygon) -> bool:
    return all(x == pytest.approx(0, abs=0.011) and y > 0 for x, y in sides_of(polygon))


boxes_in_a_row = st.lists(
    st.tuples(st.floats(0, 20), st.floats(6, 15), st.floats(-4, 4), st.floats(10, 25)), min_size=1, max_size=5
)


@given(boxes_in_a_row, st.data())
def test_beside_upright_boxes_guesses_are_upright(row: Any, data: Any):
    boxes, x, y = [], 100.0, 100.0
    for gap, width, step, height in row:
        x, y = x + gap, y + step
        boxes.append(rectangle(x, y, x + width, y + height))
        x += width
    counts = data.draw(st.lists(st.integers(0, 2), min_size=len(boxes) + 1, max_size=len(boxes) + 1))
    guesses = guess_polygons(boxes, counts)
    for polygon in [*guesses.narrowed.values(), *(p for run in guesses.inserted for p in run)]:
        assert is_upright(polygon)


def test_upright_box_on_stairs_is_cut_upright():
    boxes = [rectangle(0, 40, 20, 60), rectangle(20, 30, 50, 50), rectangle(50, 20, 70, 40)]
    guesses = guess_polygons(boxes, [0, 0, 1, 0])
    assert (guesses.narrowed[1], guesses.inserted[2]) == (rectangle(20, 30, 35, 50), (rectangle(35, 30, 50, 50),))
    boxes = [rectangle(6, 0, 12, 10), rectangle(12, 0, 19, 10), rectangle(19, 3, 25, 14)]
    assert is_upright(guess_polygons(boxes, [0, 2, 0, 1]).inserted[3][0])  # beside one that has become a sliver


@pytest.mark.parametrize(("top", "foot"), [(25, 40), (0, 15)], ids=["stands on the line", "hangs from it"])
def test_character_behind_a_low_one_is_as_high_and_where_its_neighbours_are(top: int, foot: int):
    tall, low = rectangle(0, 0, 10, 40), rectangle(12, top, 22, foot)
    assert bounds(guess_polygons([tall, low], [0, 0, 1]).inserted[2][0]) == (23, top, 33, foot)


def test_italic_characters_are_divided_along_their_slant():
    italic = ((10.0, 0.0), (40.0, 0.0), (30.0, 30.0), (0.0, 30.0))
    guesses = guess_polygons([italic], [0, 1], (30, 40))
    (part,) = guesses.inserted[1]
    assert [y / x for x, y in sides_of(part)] == pytest.approx([-3, -3])
    assert [y / x for x, y in sides_of(guesses.narrowed[0])] == pytest.approx([-3, -3])


@given(st.floats(-40, 40), st.floats(-0.4, 0.4), st.tuples(*[st.integers(0, 2)] * 4))
def test_guesses_turn_and_lean_with_the_word(degrees: float, lean: float, counts: tuple[Any, ...]):
    drawn = [rectangle(100, 100, 110, 120), rectangle(125, 96, 133, 120), rectangle(134, 100, 150, 120)]
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = np.array([[c, -s], [s, c]]) @ np.array([[1, lean], [0, 1]])
    turned = [polygon_of((np.array(box) - 120) @ turn.T + 400) for box in drawn]
    plain, leaning = guess_polygons(drawn, counts), guess_polygons(turned, counts)
    for run, other in zip(plain.inserted, leaning.inserted, strict=True):
        assert len(run) == len(other)
        for expected, found in zip(run, other, strict=True):
            wanted = np.array(expected) @ turn.T + (400 - turn @ [120, 120])
            distances = np.linalg.norm(wanted[:, None] - np.array(found)[None], axis=2)
            assert distances.min(axis=1).max() < 0.05  # both are rounded; the corners may begin elsewhere


def test_between_characters_on_an_arc_a_guess_leans_half_way():
    def turned(degrees: float, x: float) -> Polygon:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        corners = (np.array(rectangle(-5, -10, 5, 10)) @ np.array([[c, s], [-s, c]])) + [x, 50]
        return polygon_of(corners)

    (guess,) = guess_polygons([turned(-20, 30), turned(20, 70)], [0, 1, 0]).inserted[1]
    (left, _), (right, _) = sides_of(guess)
    assert left == pytest.approx(-right, abs=0.02)
    assert 0 < left < np.tan(np.radians(20)) * 20


coordinates = st.floats(-50, 150, allow_nan=False)
polygons = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=6).map(polygon_of)


@given(st.lists(polygons, min_size=1, max_size=4), st.data())
def test_any_polygons_get_as_many_neighbours_as_asked_with_finite_corners(drawn: list[Any], data: Any):
    counts = data.draw(st.lists(st.integers(0, 3), min_size=len(drawn) + 1, max_size=len(drawn) + 1))
    guesses = guess_polygons(drawn, counts, (100, 100))
    assert [len(run) for run in guesses.inserted] == counts
    for polygon in [*guesses.narrowed.values(), *(p for run in guesses.inserted for p in run)]:
        assert len(polygon) >= 3
        assert all(abs(value) < 1e4 for corner in polygon for value in corner)
