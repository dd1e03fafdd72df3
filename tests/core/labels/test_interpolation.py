from hypothesis import given
from hypothesis import strategies as st

from core.labels.geometry import bounds, polygon_of, rectangle
from core.labels.interpolation import guess_polygons
from core.labels.label import Polygon

LEFT, RIGHT = rectangle(10, 10, 20, 30), rectangle(50, 14, 60, 34)


def test_heights_are_interpolated_between_the_neighbours() -> None:
    (polygon,) = guess_polygons([rectangle(10, 20, 20, 40), rectangle(32, 10, 42, 50)], [0, 1, 0]).inserted[1]
    left, right = abs(polygon[3][1] - polygon[0][1]), abs(polygon[2][1] - polygon[1][1])
    assert 20 < left < right < 40


def test_a_guess_in_a_wide_gap_stands_in_its_middle() -> None:
    (polygon,) = guess_polygons([rectangle(0, 0, 10, 20), rectangle(90, 0, 100, 20)], [0, 1, 0]).inserted[1]
    assert bounds(polygon) == (42.5, 0, 57.5, 20)


def test_nothing_is_guessed_where_nothing_is_missing() -> None:
    guesses = guess_polygons([LEFT, RIGHT], [0, 0, 0])
    assert guesses.inserted == ((), (), ())
    assert not guesses.narrowed


def test_a_neighbour_may_have_to_give_room_on_both_sides() -> None:
    boxes = [rectangle(0, 0, 4, 20), rectangle(5, 0, 17, 20), rectangle(18, 0, 22, 20)]
    guesses = guess_polygons(boxes, [0, 1, 1, 0])
    assert bounds(guesses.inserted[1][0]) == (5, 0, 11, 20)
    assert bounds(guesses.narrowed[1]) == (11, 0, 14, 20)
    assert bounds(guesses.inserted[2][0]) == (14, 0, 17, 20)


def test_a_lone_character_is_taken_to_be_read_from_left_to_right() -> None:
    assert bounds(guess_polygons([LEFT], [0, 1]).inserted[1][0]) == (21, 10, 31, 30)


coordinates = st.floats(-50, 150, allow_nan=False)
polygons = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=6).map(polygon_of)


@given(st.lists(polygons, min_size=1, max_size=4), st.data())
def test_any_polygons_get_as_many_neighbours_as_asked_with_finite_corners(
    drawn: list[Polygon], data: st.DataObject
) -> None:
    counts = data.draw(st.lists(st.integers(0, 3), min_size=len(drawn) + 1, max_size=len(drawn) + 1))
    guesses = guess_polygons(drawn, counts, (100, 100))
    assert [len(run) for run in guesses.inserted] == counts
    for polygon in [*guesses.narrowed.values(), *(p for run in guesses.inserted for p in run)]:
        assert len(polygon) >= 3
        assert all(abs(value) < 1e4 for corner in polygon for value in corner)
