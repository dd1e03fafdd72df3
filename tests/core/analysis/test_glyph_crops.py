"""Glyphs side by side: straightened crops, and strangers among them first."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from core.analysis.glyph_crops import SIDE, Crop, crop_glyph, describe, unusualness
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import sample
from core.labels.geometry import polygon_of, rectangle, transform


def glyphs(symbols: str, count: int) -> dict[str, list[Crop]]:
    """Crops of drawn symbols."""
    config = prepare(Charset(tuple(symbols)), PRESETS["mild"], (4, 8)).config
    found: dict[str, list[Crop]] = {symbol: [] for symbol in symbols}
    index = 0
    while min(map(len, found.values())) < count:
        drawn = sample(config, 3, index)
        for character in drawn.label.in_order:
            found[character.symbol].append(crop_glyph(drawn.image, character.polygon))
        index += 1
    return found


@pytest.mark.parametrize(("usual", "stranger"), [("0", "O"), ("8", "B"), ("6", "b")])
def test_strangers_among_many_of_one_symbol_come_first(usual: str, stranger: str) -> None:
    drawn = glyphs(usual + stranger, 150)
    planted = 6
    crops = drawn[usual][:144] + drawn[stranger][:planted]
    order = np.argsort(-unusualness(describe(crops)))
    assert sorted(order) == list(range(150))
    places = np.flatnonzero(np.isin(order, np.arange(144, 150)))
    assert np.median(places) < 30  # by chance it would be 75


def test_colours_turned_round_look_the_same() -> None:
    crop = glyphs("5", 1)["5"][0]
    np.testing.assert_allclose(*describe([crop, 255 - crop]), atol=1e-3)


def test_crop_of_a_turned_character_is_straight() -> None:
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


def test_crop_keeps_the_aspect_ratio_and_repeats_the_border() -> None:
    image = np.full((40, 20, 3), 90, np.uint8)
    image[:, 5:15] = 200
    crop = crop_glyph(image, rectangle(5, 0, 15, 40), side=48)
    bright = crop[:, :, 0] > 150
    assert bright.sum(axis=1).max() == pytest.approx(10, abs=2)
    assert bright.any(axis=1).all()


def test_all_alike_are_equally_usual() -> None:
    crop = glyphs("3", 1)["3"][0]
    np.testing.assert_allclose(unusualness(describe([crop] * 5)), 0, atol=1e-3)


def test_no_crops_have_no_order() -> None:
    assert unusualness(describe([])).tolist() == []


def test_one_crop_is_the_usual_one() -> None:
    assert unusualness(describe(glyphs("3", 1)["3"][:1])).tolist() == [0]
