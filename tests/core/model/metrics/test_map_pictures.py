"""Pictures of maps that explain themselves."""

import numpy as np
import pytest

from core.labels.maps.pictures import character_picture, localization_picture
from core.model.metrics.map_pictures import channels_picture, map_picture

WIDTH = 320  # of a column: an input of 64 pixels, five times


def case(symbol: int = 1) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """One image of 32 × 64 with one character, whose symbol is predicted as `symbol`."""
    rng = np.random.default_rng(0)
    batch = {
        "image": rng.integers(0, 256, (1, 32, 64, 3)).astype(np.uint8),
        "character": np.zeros((1, 8, 16), np.int32),
        "order": np.zeros((1, 8, 16), np.int32),
        "localization": np.zeros((1, 8, 16), np.float32),
    }
    batch["character"][0, 2:6, 2:6] = batch["order"][0, 2:6, 2:6] = 1
    batch["localization"][0, 2:6, 2:6] = 1
    predicted = {name: batch[name].copy() for name in ("character", "order", "localization")}
    predicted["character"][0, 2:6, 2:6] = symbol
    predicted["positions"] = np.eye(4, dtype=np.float32)[batch["order"]]
    return batch, predicted


def test_equal_maps_look_alike_but_for_the_titles_and_others_do_not():
    def halves(symbol: int) -> tuple[np.ndarray, np.ndarray]:
        picture = map_picture(*case(symbol), 0, "ab")
        return picture[:, :WIDTH], picture[:, -WIDTH:]

    target, predicted = halves(1)
    differing = np.flatnonzero((target != predicted).any(axis=(1, 2)))
    titles = 3 * 16  # the word "target" or "predicted"
    assert 0 < len(differing) <= titles
    other_target, other = halves(2)
    np.testing.assert_array_equal(target, other_target)
    assert np.count_nonzero((other != predicted).any(axis=(1, 2))) > 16


@pytest.mark.parametrize("symbols", ["ab", "中文", "\ue000\ue001"])
def test_symbols_in_a_map_stand_below_it_in_their_colours(symbols: str):
    picture = map_picture(*case(2), 0, symbols)
    top = 2 * 16 + 2 * 160
    legend = picture[top : top + 16]
    for place, left in ((1, 0), (2, WIDTH + 8)):
        colour = character_picture(np.array([[place]], np.int32), symbols)[0, 0]
        half = legend[:, left : left + WIDTH]
        assert np.count_nonzero((half == colour).all(axis=-1)) >= 64
        assert np.count_nonzero((half > 150).all(axis=-1)) > 3  # the symbol or its code point


def test_each_order_channel_has_a_row_with_its_own_position():
    batch, predicted = case()
    batch["order"][0, 2:6, 8:12] = 2
    batch["localization"][0, 2:6, 8:12] = 1
    picture = channels_picture(batch, predicted, 0)
    bright, dark = (localization_picture(np.full((1, 1), value, np.float32))[0, 0] for value in (1, 0))
    for row, columns in ((0, (2, 8)), (1, (8, 2))):
        map_of_row = picture[16 + row * 176 : 176 + row * 176, :WIDTH]
        there, elsewhere = (map_of_row[80, 20 * column + 30] for column in columns)
        np.testing.assert_array_equal(there, bright)
        np.testing.assert_array_equal(elsewhere, dark)
    assert picture.shape[0] == 2 * 176 + 20


def test_image_without_characters_has_a_picture_too():
    batch, predicted = case()
    for maps in (batch, predicted):
        for name in ("character", "order", "localization"):
            maps[name][:] = 0
    assert map_picture(batch, predicted, 0, "ab").shape[1] == 2 * WIDTH + 8
    assert channels_picture(batch, predicted, 0).shape[0] == 176 + 20
