from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.formats.crop import crop_word, png, reading_quadrilateral
from core.labels.geometry import polygon_of
from core.labels.label import Polygon

RAMP = np.zeros((100, 200, 3), np.uint8)
RAMP[:, :, 0] = np.arange(200)
RAMP[:, :, 1] = np.arange(100)[:, None]


def corners(polygon: Polygon) -> list[list[float]]:
    return [[round(x, 6), round(y, 6)] for x, y in reading_quadrilateral(polygon)]


def test_an_upright_box_is_copied_pixel_by_pixel() -> None:
    crop = crop_word(RAMP, ((20, 10), (60, 10), (60, 30), (20, 30)))
    np.testing.assert_array_equal(crop, RAMP[10:30, 20:60])


def test_the_first_corner_is_where_reading_starts() -> None:
    crop = crop_word(RAMP, ((60, 30), (20, 30), (20, 10), (60, 10)))
    np.testing.assert_array_equal(crop, np.rot90(RAMP[10:30, 20:60], 2))


def test_a_word_that_runs_downwards_is_turned_to_run_rightwards() -> None:
    crop = crop_word(RAMP, ((60, 10), (60, 30), (20, 30), (20, 10)))
    np.testing.assert_array_equal(crop, np.rot90(RAMP[10:30, 20:60]))


def test_corners_that_run_counter_clockwise_do_not_mirror_the_word() -> None:
    crop = crop_word(RAMP, ((20, 10), (20, 30), (60, 30), (60, 10)))
    np.testing.assert_array_equal(crop, RAMP[10:30, 20:60])


def test_the_size_is_that_of_the_longer_sides() -> None:
    assert crop_word(RAMP, ((20, 10), (60, 10), (70, 40), (20, 30))).shape == (32, 51, 3)


def test_perspective_is_undone() -> None:
    upright = np.zeros((40, 120, 3), np.uint8)
    upright[10:30, 30:50] = (255, 128, 0)
    quadrilateral = ((30.0, 20.0), (150.0, 40.0), (140.0, 80.0), (25.0, 70.0))
    source = np.array([[0, 0], [120, 0], [120, 40], [0, 40]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (np.array(quadrilateral) - 0.5).astype(np.float32))
    scene = cv2.warpPerspective(upright, matrix, (200, 100), flags=cv2.INTER_CUBIC)
    crop = crop_word(scene.astype(np.uint8), quadrilateral)
    back = cv2.resize(crop, (120, 40), interpolation=cv2.INTER_AREA)
    assert (np.abs(back[12:28, 32:48].astype(int) - (255, 128, 0)) < 12).all()
    assert back[:8].max() < 12
    assert back[:, 54:].max() < 12


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_curved_word_is_cut_along_the_direction_its_corners_run(turn: int) -> None:
    above = [(10.0, 30.0), (30.0, 18.0), (60.0, 14.0), (90.0, 18.0), (110.0, 30.0)]
    below = [(x, y + 15) for x, y in reversed(above)]
    t = np.deg2rad(turn)
    turned = np.array(above + below) @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    start, end, *_ = reading_quadrilateral(polygon_of(turned))
    direction = (end - start) / np.linalg.norm(end - start)
    np.testing.assert_allclose(direction, [np.cos(t), np.sin(t)], atol=1e-4)
    assert np.linalg.norm(end - start) == pytest.approx(100, abs=0.01)


def test_a_quadrilateral_with_a_dent_is_cut_by_its_smallest_rectangle() -> None:
    found = corners(((0, 0), (40, 0), (20, 5), (0, 20)))
    assert len(found) == 4
    assert min(x for x, _ in found) <= 0
    assert max(x for x, _ in found) >= 39.9


def test_a_triangle_is_cut_upright() -> None:
    start, end, _, low = corners(((0, 0), (40, 0), (20, 20)))
    assert (start, end, low) == ([0, 0], [40, 0], [0, 20])


@pytest.mark.parametrize(
    ("polygon", "expected"),
    [
        (((20, 10), (60, 30), (60, 10), (20, 30)), "cross"),
        (((20, 10), (60, 10), (20, 10), (60, 10)), "no area"),
        (((20, 10), (60, 10), (100, 10)), "no area"),
        (((20, 10), (60, 10), (60, 11), (20, 11)), "40 × 1 pixels"),
        (((20, 10), (21, 10), (21, 40), (20, 40)), "1 × 30 pixels"),
        (((300, 10), (360, 10), (360, 40), (300, 40)), "mostly outside"),
        (((-60, 10), (20, 10), (20, 40), (-60, 40)), "mostly outside"),
        (((-1e6, -1e6), (1e6, -1e6), (1e6, 1e6), (-1e6, 1e6)), "over the limit"),
    ],
)
def test_a_polygon_that_shows_no_word_is_refused(polygon: Polygon, expected: str) -> None:
    with pytest.raises(LabelError, match=expected):
        crop_word(RAMP, polygon)


def test_what_lies_outside_the_picture_repeats_its_border() -> None:
    crop = crop_word(RAMP, ((-10, 10), (30, 10), (30, 30), (-10, 30)))
    assert crop.shape == (20, 40, 3)
    np.testing.assert_array_equal(crop[:, :10], np.repeat(RAMP[10:30, :1], 10, axis=1))


def test_a_crop_is_written_without_loss_and_with_its_colours() -> None:
    back = cv2.imdecode(np.frombuffer(png(RAMP), np.uint8), cv2.IMREAD_COLOR)
    assert back is not None
    np.testing.assert_array_equal(back[:, :, ::-1], RAMP)


@given(st.lists(st.tuples(st.floats(-300, 300), st.floats(-300, 300)), min_size=3, max_size=9))
def test_any_polygon_gives_a_crop_or_a_reason(points: list[tuple[float, float]]) -> None:
    try:
        crop = crop_word(RAMP, tuple(points))
    except LabelError:
        return
    assert crop.dtype == np.uint8
    assert min(crop.shape[:2]) >= 2
