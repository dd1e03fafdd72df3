"""The nearest flip of a slider, and the pixels that a position depends on. A test reads in the network's place."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.data.what_if.change import SLIDERS, Change, Picture
from core.data.what_if.searching import AT_ONCE, Flip, cells_of, occlude, patches_of, seek_flips, seek_steps, support
from core.labels.label import WordLabel


def found_by(search: Any, read: Callable[[Any], object]) -> tuple[Any, int]:
    """What a search finds, and how many readings that took."""
    asked, count = next(search), 0
    while True:
        assert 0 < len(asked) <= AT_ONCE
        count += len(asked)
        try:
            asked = search.send([read(each) for each in asked])
        except StopIteration as end:
            return end.value, count


@pytest.mark.parametrize("count", [1, 2, 7, 60, 99, 100, 180])
def test_the_least_step_is_found_wherever_it_is(count: int):
    for first in range(1, count + 1):
        found, readings = found_by(
            seek_steps(lambda text: text == "new", count), lambda steps, first=first: "new" if steps >= first else "old"
        )
        assert found == (first, "new")
        assert readings <= 24
    assert found_by(seek_steps(lambda text: text == "new", count), lambda steps: "old")[0] is None


def test_a_slider_that_cannot_move_has_no_flip():
    with pytest.raises(StopIteration) as end:
        next(seek_steps(bool, 0))
    assert end.value.value is None


def test_the_nearer_of_two_flips_is_found():
    found, _ = found_by(
        seek_steps(lambda text: text != "a", 80), lambda steps: "a" if steps < 13 else "b" if steps < 50 else "a"
    )
    assert found == (13, "b")


GREY = np.full((20, 40, 3), 100, np.uint8)


def read(pixels: Picture) -> str:
    return "dark" if pixels.mean() < 60 else "light" if pixels.mean() > 170 else "grey"


def test_flips_are_sought_below_and_above_while_other_sliders_stay():
    found, _ = found_by(seek_flips(GREY, WordLabel(), Change(), "brightness"), read)
    assert found == (Flip("brightness", -0.16, "dark"), Flip("brightness", 0.28, "light"))
    lighter, _ = found_by(seek_flips(GREY, WordLabel(), Change(brightness=0.2, size=0.5), "brightness"), read)
    assert lighter == found, "where the slider itself stands does not matter"
    assert found_by(seek_flips(GREY, WordLabel(), Change(brightness=0.28), "contrast"), read)[0] == ()


def test_a_misread_word_is_sought_where_it_is_read_right():
    found, _ = found_by(seek_flips(GREY, WordLabel(text="light"), Change(), "brightness"), read)
    assert found == (Flip("brightness", 0.28, "light", is_right=True),)
    assert found_by(seek_flips(GREY, WordLabel(text="black"), Change(), "brightness"), read)[0] == ()


def test_a_position_depends_on_the_cells_whose_pixels_it_needs():
    image = np.full((64, 128, 3), 90, np.uint8)
    image[:, :64] = 200

    def read(pixels: Picture) -> np.ndarray:
        """The first position needs the light pixels in a corner, the second needs nothing, the third is not there."""
        return np.array([(pixels[:16, :16] == 200).mean(), 0.7, 0.0])

    heat, readings = found_by(occlude(image), read)
    assert heat.shape == (3, *cells_of((64, 128))) == (3, 8, 16)
    assert readings == patches_of((64, 128)) + 1
    first, second, third = heat
    assert first[0, 0] == first.max() == 1.0
    assert first[4:].max() == first[:, 4:].max() == 0
    assert not second.any()
    assert not third.any()
    assert cells_of((128, 64)) == (16, 8)
    assert cells_of((30, 3000)) == (8, 32)


def test_support_is_the_share_of_the_symbol_where_something_is_present():
    outputs = {
        "candidate_ids": np.array([[4, 2], [2, 1], [1, 2]]),
        "candidate_scores": np.array([[0.6, 0.3], [0.5, 0.4], [0.9, 0.1]]),
        "presence": np.array([0.5, 1.0, 1.0]),
    }
    np.testing.assert_allclose(support(outputs, np.array([2, 2, 3])), [0.15, 0.5, 0.0])


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (1, 300), (200, 2)])
def test_an_image_of_a_few_pixels_can_be_searched(size: tuple[Any, ...]):
    image = np.random.default_rng(0).integers(0, 255, (*size, 3), dtype=np.uint8)
    for item in SLIDERS:
        assert found_by(seek_flips(GREY, WordLabel(), Change(), item), lambda pixels: "same")[0] == ()
    heat, _ = found_by(occlude(image), lambda pixels: np.ones(2))
    assert heat.shape == (2, *cells_of(size))
