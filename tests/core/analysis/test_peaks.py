"""Peaks of the localization map and the polygons that they stand for."""

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from support.words.synthetic_maps import (
    CHARSETS,
    SPEC,
    Dense,
    Float,
    compact,
    noisy,
    overlap,
    probabilities,
    seen,
    synthetic_word,
)

from core.analysis.peaks import Peak, find_peaks, unshrunk
from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.edits.edits import rotate
from core.labels.geometry import polygon_of, rectangle, signed_area
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec, Sigma
from tests.support.words.centres import common_centre

ALL = CHARSETS["alnum"]
ONE = Charset(("A",))
SIZE = (64, 256)  # as the network's input, so that image pixels are input pixels


def row(*boxes: tuple[float, float, float, float]) -> WordLabel:
    return WordLabel(tuple(CharacterLabel("A", rectangle(*box)) for box in boxes))


@settings(max_examples=60)
@given(st.floats(7, 15), st.floats(6, 14), st.floats(0, 20), st.floats(0, 2), st.sampled_from([1, 2, 4]), st.booleans())
def test_box_is_found_again_from_its_target_maps(
    width: float, height: float, x: float, y: float, stride: Any, is_vertical: bool
):
    box = np.array([x, y, x + width, y + height]) * stride  # in map pixels, or it would be smaller than one can see
    size = SIZE
    if is_vertical:
        box, size = box[[1, 0, 3, 2]], SIZE[::-1]
    label = row(*[tuple(box.tolist())])
    spec = SPEC.with_(stride=stride)
    (peak,) = find_peaks(seen(label, size, ONE, spec=spec), size, spec)
    assert overlap(peak.polygon, label.characters[0].polygon) > 0.9
    assert peak.presence == pytest.approx(1, abs=0.05)
    assert signed_area(peak.polygon) > 0


def test_slanted_box_keeps_its_slant():
    label = row((60, 12, 110, 36))
    label = rotate(label, [0], 20, common_centre(label, [0]))
    (peak,) = find_peaks(seen(label, SIZE, ALL), SIZE, SPEC)
    assert overlap(peak.polygon, label.characters[0].polygon) > 0.9


def hump(center: tuple[float, float], deviations: tuple[float, float], degrees: float, height: float = 0.5) -> Float:
    """A Gaussian of Q in maps of 16 × 64, stride 4; centre and deviations in map pixels."""
    turn = np.deg2rad(degrees)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    y, x = np.indices((16, 64)) + 0.5
    along = np.stack([x - center[0], y - center[1]], axis=-1) @ axes.T / deviations
    return np.asarray(height * np.exp(-(along**2).sum(axis=-1) / 2))


def maps_of(*humps: Float) -> PredictedMaps:
    """One position a hump, all reading A."""
    q = np.stack(humps)
    order = np.zeros((16, 64, SPEC.max_length + 1))
    near = q.max(axis=0) > 0.05
    order[..., 0] = ~near
    for k in range(len(q)):
        order[..., k + 1] = near & (q.argmax(axis=0) == k)
    character = np.stack([~near, near], axis=-1).astype(float)
    return compact(Dense(character, order, q.max(axis=0)), ONE, SIZE)


def slant_of(peak: Peak) -> float:
    """Degrees of the upper edge, −45 to 45."""
    (x, y), (x2, y2) = peak.polygon[:2]
    return float((np.rad2deg(np.arctan2(y2 - y, x2 - x)) + 45) % 90 - 45)


@given(st.floats(4, 60), st.floats(4, 12), st.floats(1.2, 2), st.floats(1, 1.4), st.floats(-45, 45))
def test_a_small_round_hump_gives_an_upright_box(x: float, y: float, deviation: float, ratio: float, degrees: float):
    maps = maps_of(hump((x, y), (deviation, deviation * ratio), degrees))
    (peak,) = find_peaks(maps, SIZE, SPEC)
    assert slant_of(peak) == pytest.approx(0, abs=0.5)


@pytest.mark.parametrize("degrees", [-12, 7, 12])
def test_round_humps_along_a_slanted_line_have_its_angle(degrees: int):
    slope = np.tan(np.deg2rad(degrees))
    humps = [hump((x, 8 + (x - 32) * slope), (1.5, 1.7), 40) for x in (12, 22, 32, 42, 52)]
    peaks = find_peaks(maps_of(*humps), SIZE, SPEC)
    assert len(peaks) == 5
    assert [slant_of(peak) for peak in peaks] == pytest.approx([degrees] * 5, abs=2)


def test_humps_that_stand_up_and_down_along_a_line_leave_their_boxes_upright():
    humps = [hump((x, y), (1.5, 1.7), 40) for x, y in ((12, 8.4), (22, 7.3), (32, 8.2), (42, 7.1), (52, 7.5))]
    assert [slant_of(peak) for peak in find_peaks(maps_of(*humps), SIZE, SPEC)] == pytest.approx([0] * 5, abs=0.5)


@pytest.mark.parametrize("degrees", [-35, 25, 40])
def test_a_long_slanted_hump_keeps_its_angle_whatever_the_line(degrees: int):
    humps = [hump((x, 8), (1.5, 1.7), 40) for x in (8, 18, 50, 60)]
    humps.insert(2, hump((34, 8), (4, 1.2), degrees))
    peaks = find_peaks(maps_of(*humps), SIZE, SPEC)
    assert [slant_of(peak) for peak in peaks] == pytest.approx([0, 0, degrees, 0, 0], abs=3)


def test_a_slanted_piece_of_foreground_keeps_its_angle_and_a_round_one_stands_upright():
    spec = MapSpec(stride=1, max_length=12, sigma=Sigma("fixed", 4))
    label = row((20, 12, 90, 40), (130, 20, 160, 50))
    label = rotate(label, [0], 20, common_centre(label, [0]))
    long, square = find_peaks(seen(label, SIZE, ALL, spec=spec), SIZE, spec)
    assert slant_of(long) == pytest.approx(20, abs=3)
    assert slant_of(square) == pytest.approx(0, abs=0.5)


@given(st.floats(2, 200), st.floats(2, 200), st.floats(0.1, 0.95))
def test_growing_back_undoes_the_shrinking_of_a_rectangle(a: float, b: float, shrink: float):
    inward = 2 * a * b * (1 - shrink**2) / (2 * (a + b))
    assert unshrunk((a - inward, b - inward), shrink) == pytest.approx((a, b), rel=1e-6)


def test_with_one_sigma_for_all_the_foreground_of_the_character_map_tells_the_size():
    spec = MapSpec(stride=1, max_length=12, sigma=Sigma("fixed", 4))
    label = row((10, 8, 60, 56), (70, 20, 90, 50))
    peaks = find_peaks(seen(label, SIZE, ALL, spec=spec), SIZE, spec)
    for peak, character in zip(peaks, label.characters, strict=True):
        assert overlap(peak.polygon, character.polygon) > 0.85


@pytest.mark.parametrize("noise", [None, 0.1, 0.3])
def test_polygons_of_synthetic_words_are_found_again(noise: float | None):
    overlaps = []
    for index in range(15):
        label, size = synthetic_word(index)
        maps = probabilities(render(label, size, ALL, SPEC), len(ALL))
        if noise:
            maps = noisy(maps, np.random.default_rng(index), noise)
        peaks = find_peaks(compact(maps, ALL, size), size, SPEC)
        assert len(peaks) == len(label.characters)
        overlaps += [overlap(s.polygon, c.polygon) for s, c in zip(peaks, label.in_order, strict=True)]
    assert np.mean(overlaps) > 0.9
    assert np.quantile(overlaps, 0.05) > 0.8


def test_two_humps_that_the_order_map_takes_for_one_are_two_peaks():
    label = row((10, 8, 50, 56), (60, 8, 100, 56))
    maps = probabilities(render(label, SIZE, ALL, SPEC), len(ALL))
    order = maps.order.copy()
    order[..., 1] += order[..., 2]
    order[..., 2] = 0
    peaks = find_peaks(compact(maps._replace(order=order), ALL, SIZE), SIZE, SPEC)
    assert [peak.position for peak in peaks] == [1, 1]
    assert peaks[0].center[0] < peaks[1].center[0]


def test_one_hump_that_the_order_map_takes_for_two_is_two_peaks():
    label = row((10, 8, 90, 56))
    maps = probabilities(render(label, SIZE, ALL, SPEC), len(ALL))
    order = maps.order.copy()
    order[:, 12:, 2], order[:, 12:, 1] = order[:, 12:, 1], 0
    peaks = find_peaks(compact(maps._replace(order=order), ALL, SIZE), SIZE, SPEC)
    assert [peak.position for peak in peaks] == [1, 2]


def test_hump_without_a_position_is_a_peak_all_the_same():
    label = row((10, 8, 50, 56), (60, 8, 100, 56))
    maps = probabilities(render(label, SIZE, ALL, SPEC), len(ALL))
    order = maps.order.copy()
    order[:, 14:] = np.eye(SPEC.max_length + 1)[0]
    assert len(find_peaks(compact(maps._replace(order=order), ALL, SIZE), SIZE, SPEC)) == 2


def test_empty_maps_have_no_peaks():
    assert find_peaks(seen(WordLabel(), SIZE, ALL), SIZE, SPEC) == []


def test_polygon_stays_inside_the_image():
    label = row((-10, -5, 30, 70))
    (peak,) = find_peaks(seen(label, SIZE, ALL), SIZE, SPEC)
    assert shapely.box(0, 0, SIZE[1], SIZE[0]).covers(shapely.Polygon(polygon_of(peak.polygon)))
