from pathlib import Path

import numpy as np
import pytest

from core.base.images import read_image
from core.plugins.inside.maps import FeatureMaps, picture_of, shades, write_maps

VALUES = np.zeros((2, 4, 3), np.float32)
VALUES[0, 1] = (0.0, -8.0, 2.0)
VALUES[1, 3] = (0.0, 4.0, 1.0)
MAPS = FeatureMaps("conv", VALUES)


def test_most_active_channel_comes_first_and_signs_do_not_cancel():
    assert MAPS.activity == pytest.approx([0.0, 12 / 8, 3 / 8])
    assert MAPS.by_activity == (1, 2, 0)
    assert MAPS.span == (-8.0, 4.0)


def test_shades_are_of_the_channels_own_span_or_of_a_common_one():
    own = shades(MAPS, 2)
    assert (own[0, 1], own[1, 3], own[0, 0]) == (255, 128, 0)
    common = shades(MAPS, 2, MAPS.span)
    assert (common[0, 1], common[0, 0]) == (round(255 * 10 / 12), round(255 * 8 / 12))
    assert not shades(MAPS, 0).any(), "a dead channel is dark"


def test_values_that_are_not_finite_are_shown_at_the_ends():
    values = VALUES.copy()
    values[0, 0, 2], values[0, 2, 2], values[0, 3, 2] = np.nan, np.inf, -np.inf
    maps = FeatureMaps("conv", values)
    found = shades(maps, 2)
    assert (found[0, 0], found[0, 2], found[0, 3], found[0, 1]) == (0, 255, 0, 255)
    assert maps.span == (-8.0, 4.0)


def test_picture_and_numbers_are_written(tmp_path: Path):
    write_maps(tmp_path / "maps", MAPS)
    picture = read_image(tmp_path / "maps" / "maps.png")
    assert np.array_equal(picture, picture_of(MAPS))
    first = picture[1:65, 1:129, 0]
    assert np.array_equal(first[::32, ::32], shades(MAPS, 1)), "the most active one stands first"
    with np.load(tmp_path / "maps" / "maps.npz") as arrays:
        assert np.array_equal(arrays["values"], VALUES)
        assert arrays["order"].tolist() == [1, 2, 0]
