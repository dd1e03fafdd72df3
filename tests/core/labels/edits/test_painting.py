from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.edits import painting
from core.labels.geometry import rectangle
from core.labels.label import Area, CharacterLabel, WordLabel

SIZE = (12, 16)  # height, width


def word(area: Area | None = None) -> WordLabel:
    box = rectangle(2, 2, 6, 8)
    return WordLabel((CharacterLabel("A", box, area=area, source="model"), CharacterLabel("B", rectangle(9, 2, 13, 8))))


def canvas(label: WordLabel, place: int = 0) -> np.ndarray:
    area = label.characters[place].area
    pixels = np.zeros(SIZE, dtype=bool)
    if area is not None:
        pixels[area.y : area.y + area.height, area.x : area.x + area.width] = area.pixels
    return pixels


def box_of(x0: int, y0: int, x1: int, y1: int) -> np.ndarray:
    pixels = np.zeros(SIZE, dtype=bool)
    pixels[y0:y1, x0:x1] = True
    return pixels


@pytest.mark.parametrize(
    ("stroke", "radius", "painted"),
    [([(10.5, 10.5)], 0.4, (10, 10, 11, 11)), ([(-5.0, 5.0), (30.0, 5.0)], 0.6, (0, 4, 16, 6))],
)
def test_painting_starts_from_the_pixels_of_the_polygon_and_is_clipped_to_the_image(
    stroke: list[Any], radius: float, painted: tuple[Any, ...]
):
    label = painting.paint(word(), 0, stroke, radius, SIZE)
    np.testing.assert_array_equal(canvas(label), box_of(2, 2, 6, 8) | box_of(*painted))


@pytest.mark.parametrize(
    ("area", "at", "radius", "left"),
    [
        pytest.param((0, 0, 1), (4.5, 0.5), 0.4, ((0, 0, 1, 1), (4, 0, 5, 1)), id="goes on from the area"),
        pytest.param((0, 0, 1), (7.05, 7.95), 0.01, ((0, 0, 1, 1), (7, 7, 8, 8)), id="too thin: the pixel it is in"),
        pytest.param((-2, 0, 4), (5.5, 0.5), 0.4, ((0, 0, 2, 1), (5, 0, 6, 1)), id="cut off at the image's edge"),
    ],
)
def test_a_stroke_adds_to_the_area_that_is_there(
    area: tuple[Any, ...], at: tuple[Any, ...], radius: float, left: tuple[Any, ...]
):
    x, y, width = area
    label = painting.paint(word(Area.from_array(x, y, np.ones((1, width), dtype=bool))), 0, [at], radius, SIZE)
    np.testing.assert_array_equal(canvas(label), box_of(*left[0]) | box_of(*left[1]))


def test_a_brush_paints_the_pixels_whose_centres_are_within_its_radius_of_the_stroke():
    area = Area.from_array(0, 0, np.ones((1, 1), dtype=bool))
    label = painting.paint(word(area), 0, [(4.0, 5.0), (10.0, 5.0), (10.0, 8.0)], 1.6, SIZE)
    y, x = np.mgrid[: SIZE[0], : SIZE[1]] + 0.5
    across = np.hypot(x - np.clip(x, 4, 10), y - 5) <= 1.6
    down = np.hypot(x - 10, y - np.clip(y, 5, 8)) <= 1.6
    np.testing.assert_array_equal(canvas(label), across | down | box_of(0, 0, 1, 1))


def test_painting_accepts_a_draft_and_leaves_the_polygon():
    character = painting.paint(word(), 0, [(4, 4)], 1, SIZE).characters[0]
    assert (character.source, character.polygon) == (None, word().characters[0].polygon)


def test_erasing_takes_pixels_out_of_the_polygon_where_nothing_was_painted():
    label = painting.erase(word(), 0, [(2.5, 2.5), (5.5, 2.5)], 0.4, SIZE)
    np.testing.assert_array_equal(canvas(label), box_of(2, 3, 6, 8))


def test_erasing_beside_the_character_changes_nothing():
    label = word()
    assert painting.erase(label, 0, [(14, 10)], 1, SIZE) is label


def test_erasing_the_last_pixel_lets_the_polygon_count_again():
    area = Area.from_array(3, 3, np.ones((2, 2), dtype=bool))
    label = painting.erase(word(area), 0, [(4, 4)], 5, SIZE)
    assert label.characters[0].area is None


def test_painting_what_is_painted_and_painting_nothing_changes_nothing():
    painted = painting.paint(word(), 0, [(4, 4)], 1, SIZE)
    assert painting.paint(painted, 0, [(4, 4)], 1, SIZE) is painted
    assert painting.paint(painted, 0, [], 1, SIZE) is painted
    assert painting.paint(word(), 0, [(-50, 4)], 1, SIZE) == word()


@pytest.mark.parametrize(
    ("at", "radius"), [((1, 1), 0.0), ((1, 1), -1.0), ((1, 1), float("nan")), ((1, float("inf")), 1)]
)
def test_a_brush_without_extent_and_a_stroke_to_nowhere_are_refused(at: tuple[Any, ...], radius: Any):
    with pytest.raises(LabelError, match="brush"):
        painting.paint(word(), 0, [at], radius, SIZE)


def test_an_area_is_trimmed_and_cleared():
    pixels = np.zeros((5, 6), dtype=bool)
    assert painting.trimmed(4, 1, pixels) is None
    pixels[2, 3] = True
    area = painting.trimmed(4, 1, pixels)
    assert area == Area.from_array(7, 3, np.ones((1, 1), dtype=bool))
    first, second = word().characters
    label = replace(word(), characters=(first, replace(second, area=area)))
    assert painting.clear_area(label, [0, 1]) == word()


def test_the_pixels_of_a_polygon_are_those_whose_centres_lie_inside():
    area = painting.raster(((1.5, 1.5), (4.5, 1.5), (4.5, 3.6)))
    # a centre on an edge is outside: row 1 and column 4 have none
    assert (area.x, area.y) == (3, 2)
    np.testing.assert_array_equal(area.pixels, [[True]])


def test_a_self_crossing_polygon_has_the_pixels_of_its_two_halves():
    area = painting.raster(((0, 0), (8, 8), (8, 0), (0, 8)))
    assert area.pixels[4, 1]
    assert area.pixels[4, 6]
    assert not area.pixels[0, 4]


def test_an_area_too_large_for_any_image_is_refused():
    with pytest.raises(LabelError, match="larger than any word image"):
        painting.mapped(Area.from_array(0, 0, np.ones((2, 2), dtype=bool)), [[1e5, 0, 0], [0, 1e5, 0]])


bitmaps = st.integers(1, 6).flatmap(
    lambda w: st.lists(st.lists(st.booleans(), min_size=w, max_size=w), min_size=1, max_size=6)
)


@given(bitmaps, st.integers(-5, 5), st.integers(-5, 5), st.sampled_from([0, 90, 180, 270]))
def test_quarter_turns_move_every_pixel_exactly(rows: Any, x: int, y: int, degrees: Any):
    area = painting.trimmed(x, y, np.array(rows))
    if area is None:
        return
    t = np.deg2rad(degrees)
    linear = np.round([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    turned = painting.mapped(area, np.column_stack([linear, [3, -4]]))
    assert _centres(turned) == {tuple(linear @ centre + (3, -4)) for centre in _centres(area)}


def _centres(area: Area) -> set[tuple[float, ...]]:
    rows, columns = np.nonzero(area.pixels)
    return {(area.x + float(c) + 0.5, area.y + float(r) + 0.5) for r, c in zip(rows, columns, strict=True)}


@given(bitmaps, bitmaps, st.integers(-5, 5), st.integers(-5, 5))
def test_united_areas_hold_the_pixels_of_both(a: Any, b: Any, x: int, y: int):
    areas = [area for area in (painting.trimmed(0, 0, np.array(a)), painting.trimmed(x, y, np.array(b))) if area]
    united = painting.united(areas)
    assert (_centres(united) if united else set()) == set().union(*map(_centres, areas))


@given(bitmaps, st.integers(-3, 8), st.integers(-3, 8), st.integers(-3, 3), st.integers(-3, 3))
def test_a_parted_area_loses_no_pixel_and_doubles_none(rows: Any, x: int, y: int, dx: int, dy: int):
    area = painting.trimmed(0, 0, np.array(rows))
    if area is None:
        return
    left, right = (part and _centres(part) for part in painting.parted(area, (x, y), (dx, dy)))
    assert (left or set()) | (right or set()) == _centres(area)
    assert not (left or set()) & (right or set())
    # walking along +x, what is above on screen (smaller y) is to the left
    if (dx, dy) == (1, 0):
        assert all(centre[1] <= y for centre in left or set())
