"""Glyphs side by side: straightened crops, strangers among them first, and words that look similar."""

import cv2
import numpy as np
import pytest

from core.analysis.label_errors.glyph_crops import SIDE, Crop, crop_glyph, describe, unusualness
from core.analysis.label_errors.similar_words import nearest
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import sample
from core.labels.geometry import polygon_of, rectangle, transform


def glyphs(symbols: str, count: int) -> dict[str, list[Crop]]:
    config = prepare(Charset(tuple(symbols)), PRESETS["mild"], (4, 8)).config
    found: dict[str, list[Crop]] = {symbol: [] for symbol in symbols}
    index = 0
    while min(map(len, found.values())) < count:
        synthetic = sample(config, 3, index)
        for character in synthetic.label.in_order:
            found[character.symbol].append(crop_glyph(synthetic.image, character.polygon))
        index += 1
    return found


@pytest.mark.parametrize(("usual", "stranger"), [("0", "O"), ("8", "B"), ("6", "b")])
def test_strangers_among_many_of_one_symbol_come_first(usual: str, stranger: str):
    crops_of = glyphs(usual + stranger, 150)
    planted = 6
    crops = crops_of[usual][:144] + crops_of[stranger][:planted]
    order = np.argsort(-unusualness(describe(crops)))
    assert sorted(order) == list(range(150))
    places = np.flatnonzero(np.isin(order, np.arange(144, 150)))
    assert np.median(places) < 30  # by chance it would be 75


def test_colours_turned_round_look_the_same():
    crop = glyphs("5", 1)["5"][0]
    np.testing.assert_allclose(*describe([crop, 255 - crop]), atol=1e-3)


def test_crop_of_a_turned_character_is_straight():
    upright = np.full((80, 80, 3), 255, np.uint8)
    box = rectangle(30, 20, 50, 60)
    cv2.rectangle(upright, (30, 20), (49, 59), (0, 0, 0), -1)
    cv2.rectangle(upright, (34, 24), (45, 30), (200, 0, 0), -1)  # tells above from below
    matrix = cv2.getRotationMatrix2D((39.5, 39.5), 30, 1)
    turned = cv2.warpAffine(upright, matrix, (80, 80), borderValue=(255, 255, 255), flags=cv2.INTER_CUBIC)
    corner = matrix.copy()
    corner[:, 2] += 0.5 - matrix[:, :2] @ (
        0.5,
        0.5,
    )  # OpenCV counts from the first pixel's centre, polygons from its corner
    straight = crop_glyph(turned, polygon_of(transform(box, corner)))
    assert straight.shape == (SIDE, SIDE, 3)
    difference = np.abs(straight.astype(int) - crop_glyph(upright, box).astype(int))
    assert difference.mean() < 8


def test_crop_keeps_the_aspect_ratio_and_repeats_the_border():
    image = np.full((40, 20, 3), 90, np.uint8)
    image[:, 5:15] = 200
    crop = crop_glyph(image, rectangle(5, 0, 15, 40), side=48)
    bright = crop[:, :, 0] > 150
    assert bright.sum(axis=1).max() == pytest.approx(10, abs=2)
    assert bright.any(axis=1).all()


def test_all_alike_are_equally_usual():
    crop = glyphs("3", 1)["3"][0]
    np.testing.assert_allclose(unusualness(describe([crop] * 5)), 0, atol=1e-3)


def test_no_crops_have_no_order():
    assert unusualness(describe([])).tolist() == []


def test_one_crop_is_the_usual_one():
    assert unusualness(describe(glyphs("3", 1)["3"][:1])).tolist() == [0]


def test_the_nearest_point_the_same_way_from_what_all_have_in_common():
    away = np.array([[1, 0], [3, 0.2], [0, 2], [-1, 0], [0, -2]], np.float32)
    vectors = (away + 50).astype(np.float16)  # all alike but for a little, as behind rectified units
    (place, cosine), *others = nearest(vectors, 0, 3)
    assert place == 1 and cosine > 0.9
    assert all(other < 0.1 for _, other in others), "as they stand, all vectors point the same way"


@pytest.mark.parametrize("count", [0, 1, 2, 20_000])
def test_every_other_word_once_at_most(count: int):
    vectors = np.random.default_rng(1).normal(size=(10_000, 4)).astype(np.float16)
    vectors[9_999] = vectors[3]
    found = nearest(vectors, 3, count)
    assert len(found) == min(count, 9_999) == len({place for place, _ in found})
    assert 3 not in [place for place, _ in found]
    if count:
        assert found[0][0] == 9_999, "beyond the words that are compared at once"


def test_words_in_which_nothing_is_seen_have_no_direction():
    assert [cosine for _, cosine in nearest(np.zeros((3, 2), np.float16), 0, 2)] == [0.0, 0.0]
