"""The warp by TensorFlow's own operations against the warp by OpenCV, over words as they stand in streets."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from core.data.augmentation.augmentation import FULL, draw_warp
from core.data.drawing.synthesis import sample
from core.labels.label import WordLabel

tf = pytest.importorskip("tensorflow")
from core.data.augmentation.native_warp import warp_image  # noqa: E402

WORDS = 60
MEDIAN, MEAN = 2, 1.0  # grey levels


def both(image: np.ndarray, label: WordLabel, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The same random warp both ways, with either border."""
    rng = np.random.default_rng(seed)
    warp = draw_warp(rng, label, image.shape[:2], FULL)
    border = cv2.BORDER_REPLICATE if seed % 2 else cv2.BORDER_CONSTANT
    fill = (90.0, 120.0, 150.0)
    ours = warp.image(image, border, (*fill, 0.0), linear=True)
    native = warp_image(tf.constant(image), warp, border, fill).numpy()
    assert ours.shape == native.shape
    return ours, native


@pytest.fixture(scope="module")
def differences(configure) -> list[np.ndarray]:  # type: ignore[no-untyped-def]
    """Grey levels by which both ways differ, of each word."""
    config = configure("scene")
    found = []
    for number in range(WORDS):
        word = sample(config, 3, number)
        ours, native = both(word.image, word.label, number)
        found.append(np.abs(ours.astype(int) - native.astype(int)))
    return found


def test_both_ways_agree_to_two_grey_levels_at_the_median_of_every_word(differences: list[np.ndarray]) -> None:
    assert max(np.median(each) for each in differences) <= MEDIAN


def test_both_ways_agree_on_average_and_nearly_everywhere(differences: list[np.ndarray]) -> None:
    assert max(each.mean() for each in differences) <= MEAN
    assert np.mean(np.concatenate([each.ravel() for each in differences]) <= 8) > 0.99


def test_a_warp_by_half_a_pixel_too_much_would_be_noticed(configure) -> None:  # type: ignore[no-untyped-def]
    word = sample(configure("scene"), 3, 0)
    ours, native = both(word.image, word.label, 1)
    shifted = cv2.warpAffine(native, np.array([[1, 0, 0.5], [0, 1, 0.5]]), native.shape[1::-1])
    assert np.abs(ours.astype(int) - shifted.astype(int)).mean() > MEAN


def test_pixels_are_moved_inside_a_graph_too(configure) -> None:  # type: ignore[no-untyped-def]
    word = sample(configure(), 0, 0)
    warp = draw_warp(np.random.default_rng(1), word.label, word.image.shape[:2], FULL)
    graph = tf.function(lambda image: warp_image(image, warp))
    inside, outside = (
        warped(tf.constant(word.image)).numpy() for warped in (graph, lambda image: warp_image(image, warp))
    )
    assert np.abs(inside.astype(int) - outside.astype(int)).max() <= 1  # a graph may round another way
