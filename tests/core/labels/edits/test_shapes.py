from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.base.errors import LabelError
from core.labels.edits import shapes
from core.labels.geometry import centroid, is_rectangle, rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, Polygon, WordLabel
from tests.support.words.centres import common_centre

SQUARE: Polygon = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))
SLANTED: Polygon = ((32.0, 10.0), (42.0, 11.0), (40.0, 30.0), (30.0, 29.0))


def word() -> WordLabel:
    return WordLabel(
        (
            CharacterLabel("A", SQUARE, shape_type="rectangle"),
            CharacterLabel("B", SLANTED, source="model", score=0.5, extra=(("flags", "{}"),)),
        ),
        text="AB",
        status="reviewed",
        reviewed_at="2025-01-01T00:00:00+00:00",
    )


def painted() -> WordLabel:
    area = Area.from_array(12, 14, np.array([[1, 1, 1], [1, 0, 0]], dtype=bool))
    gaussian = Gaussian((15.0, 20.0), (4.0, 2.0), 30.0)
    label = word()
    return replace(label, characters=(replace(label.characters[0], area=area, gaussian=gaussian), label.characters[1]))


def test_a_moved_character_takes_gaussian_and_area_along():
    moved = shapes.move(painted(), [0], 3, -2).characters[0]
    before = painted().characters[0]
    assert moved.polygon == rectangle(13, 8, 23, 28)
    assert moved.gaussian == Gaussian((18.0, 18.0), (4.0, 2.0), 30.0)
    assert moved.area == replace(before.area, x=15, y=12)


def test_many_small_moves_carry_the_area_as_far_as_one_large_move():
    label = painted()
    for _ in range(10):
        label = shapes.move(label, [0], 0.3, -0.3)
    assert label.characters[0] == shapes.move(painted(), [0], 3, -3).characters[0]


def test_moving_there_and_back_gives_the_label_again():
    there = shapes.move(painted(), [0, 1], 7.25, 3.5)
    assert shapes.move(there, [0], -7.25, -3.5).characters[0] == painted().characters[0]


def test_moving_a_draft_accepts_it_and_keeps_what_others_wrote():
    moved = shapes.move(word(), [1], 1, 0).characters[1]
    assert (moved.source, moved.score, moved.extra) == (None, None, (("flags", "{}"),))


def test_nudging_moves_every_character():
    nudged = shapes.nudge_all(word(), 1, 2)
    assert [c.polygon[0] for c in nudged.characters] == [(11.0, 12.0), (33.0, 12.0)]


NAN = float("nan")


@pytest.mark.parametrize(
    ("edit", "arguments", "said"),
    [
        (shapes.move, ([0], 999_995, 0), "within ±1,000,000"),
        (shapes.move, ([0], NAN, 0), "moving"),
        (shapes.move, ([0], float("inf"), 0), "moving"),
        (shapes.move_vertex, (0, 4, 0, 0), "4 corners, so 5 is not one"),
        (shapes.scale, ([0], 0.0, 0.0, (0, 0)), "scaling"),
        (shapes.scale, ([0], -1.0, -1.0, (0, 0)), "scaling"),
        (shapes.scale, ([0], NAN, NAN, (0, 0)), "scaling"),
        (shapes.set_gaussian, (0, (0, 0), (0.0, 1.0)), "Gaussian"),
        (shapes.set_gaussian, (0, (0, 0), (1.0, -1.0)), "Gaussian"),
        (shapes.set_gaussian, (0, (0, 0), (1.0, NAN)), "Gaussian"),
    ],
)
def test_what_has_no_range_number_corner_or_extent_is_refused(edit: Any, arguments: tuple[Any, ...], said: str):
    with pytest.raises(LabelError, match=said):
        edit(word(), *arguments)


def test_the_last_three_corners_cannot_be_removed():
    label = shapes.remove_vertex(word(), 1, 1)
    with pytest.raises(LabelError, match="at least three corners"):
        shapes.remove_vertex(label, 1, 0)


def test_a_corner_moved_out_of_a_box_makes_it_a_polygon():
    character = shapes.move_vertex(word(), 0, 0, 8, 9).characters[0]
    assert character.polygon == ((8.0, 9.0), *SQUARE[1:])
    assert character.shape_type == "polygon"


@pytest.mark.parametrize("corner", range(4))
def test_a_corner_moved_with_keep_rectangle_resizes_the_box_about_the_opposite_one(corner: Any):
    character = shapes.move_vertex(word(), 0, corner, 14, 18, keep_rectangle=True).characters[0]
    assert character.shape_type == "rectangle"
    assert is_rectangle(character.polygon)
    assert {(14.0, 18.0), SQUARE[(corner + 2) % 4]} <= set(character.polygon)


def test_a_new_corner_may_part_the_closing_edge():
    polygon = shapes.insert_vertex(word(), 0, 9, 20, 4).characters[0].polygon
    assert polygon == (*SQUARE, (9.0, 20.0))


def test_a_new_corner_gets_the_index_asked_for():
    assert shapes.insert_vertex(word(), 0, 5, 5, 1).characters[0].polygon[1] == (5.0, 5.0)


def test_a_removed_corner_is_gone():
    assert shapes.remove_vertex(word(), 1, 1).characters[1].polygon == (SLANTED[0], *SLANTED[2:])


def test_a_box_scaled_about_its_centre_stays_a_box():
    character = shapes.scale(word(), [0], 2, 0.5, centroid(SQUARE)).characters[0]
    assert character.polygon == rectangle(5, 15, 25, 25)
    assert character.shape_type == "rectangle"


def test_scaling_several_keeps_their_common_centre():
    label = word()
    scaled = shapes.scale(label, [0, 1], 1.5, 1.5, common_centre(label, [0, 1]))
    assert common_centre(scaled, [0, 1]) == pytest.approx(common_centre(label, [0, 1]), abs=0.01)


def test_scaling_takes_gaussian_and_area_along():
    character = shapes.scale(painted(), [0], 2, 2, (10, 10)).characters[0]
    assert character.gaussian == Gaussian((20.0, 30.0), (8.0, 4.0), 30.0)
    assert (character.area.x, character.area.y) == (14, 18)
    np.testing.assert_array_equal(
        character.area.pixels, np.kron(np.array([[1, 1, 1], [1, 0, 0]]), np.ones((2, 2))).astype(bool)
    )


def test_a_box_turned_by_a_quarter_stays_a_box_and_any_other_way_becomes_a_polygon():
    quarter = shapes.rotate(word(), [0], 90, centroid(SQUARE)).characters[0]
    assert quarter.polygon == rectangle(5, 15, 25, 25)
    assert quarter.shape_type == "rectangle"
    assert shapes.rotate(word(), [0], 30, centroid(SQUARE)).characters[0].shape_type == "polygon"


def test_rotation_is_clockwise_on_screen():
    turned = shapes.rotate(word(), [1], 90, about=(0, 0)).characters[1]
    assert turned.polygon[0] == (-10.0, 32.0)  # +x goes to +y, +y to -x


def test_rotation_takes_gaussian_and_area_along():
    character = shapes.rotate(painted(), [0], 90, about=(10, 10)).characters[0]
    assert character.gaussian == Gaussian((0.0, 15.0), (4.0, 2.0), 120.0)
    # rows 14, 15 become columns 5, 4; columns 12 to 14 become rows 12 to 14
    assert (character.area.x, character.area.y) == (4, 12)
    np.testing.assert_array_equal(character.area.pixels, [[1, 1], [0, 1], [0, 1]])


def test_stretching_a_slanted_gaussian_stretches_its_covariance():
    before = painted().characters[0].gaussian
    after = shapes.scale(painted(), [0], 3, 1, (0, 0)).characters[0].gaussian
    stretch = np.diag([3.0, 1.0])
    np.testing.assert_allclose(after.covariance, stretch @ before.covariance @ stretch, atol=0.1)
    assert after.sigma[0] > after.sigma[1]  # the first axis is still the long one


def test_turning_there_and_back_gives_the_polygon_again():
    label = shapes.rotate(shapes.rotate(word(), [0, 1], 33, (15, 20)), [0, 1], -33, (15, 20))
    for character, original in zip(label.characters, word().characters, strict=True):
        np.testing.assert_allclose(character.polygon, original.polygon, atol=0.03)


def test_a_single_character_stays_where_it_turns_about_its_centroid():
    turned = shapes.rotate(word(), [1], 50, common_centre(word(), [1])).characters[1]
    assert centroid(turned.polygon) == pytest.approx(centroid(SLANTED), abs=0.02)


def test_a_set_polygon_is_a_rectangle_only_where_it_was_one_and_is_a_box():
    box = rectangle(1, 2, 3, 4)
    assert shapes.set_polygon(word(), 1, box).characters[1].shape_type == "polygon"
    assert shapes.set_polygon(word(), 0, box).characters[0].shape_type == "rectangle"
    assert shapes.set_polygon(word(), 0, SQUARE[:3]).characters[0].shape_type == "polygon"


@pytest.mark.parametrize(
    "points", [[], [(0, 0), (1, 1)], [(0, 0), (1, 1), (float("nan"), 0)], [(0, 0, 0)] * 3, [("a", 0)] * 3, [1, 2, 3]]
)
def test_what_is_no_polygon_is_refused(points: Any):
    with pytest.raises(LabelError, match="polygon"):
        shapes.set_polygon(word(), 0, points)


def test_a_gaussian_is_set_and_cleared():
    label = shapes.set_gaussian(word(), 0, (12.341, 20), (3, 5), 15)
    assert label.characters[0].gaussian == Gaussian((12.34, 20.0), (3.0, 5.0), 15.0)
    assert shapes.clear_gaussian(label, [0]) == word()
