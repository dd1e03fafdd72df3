"""The decoder: sizes, channels, and that every level takes part."""

from typing import Any

import keras
import numpy as np
import pytest

from core.model.network.network import decode_features

WIDTHS = {16: 12, 8: 10, 4: 8, 2: 6}
STRIDES = (4, 8, 16)


def decoder(stride: int) -> keras.Model:
    inputs = [keras.Input((None, None, channels)) for channels in (3, 5, 7)]
    return keras.Model(inputs, decode_features(inputs, [(s, s) for s in STRIDES], stride, WIDTHS))


def features(height: int = 32, width: int = 64) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [
        rng.normal(0, 1, (1, height // s, width // s, c)).astype(np.float32)
        for s, c in zip(STRIDES, (3, 5, 7), strict=True)
    ]


@pytest.mark.long
@pytest.mark.parametrize("stride", [2, 4, 8, 16])
@pytest.mark.parametrize("size", [(32, 64), (96, 32)])
def test_result_has_the_size_and_channels_of_its_stride(stride: int, size: tuple[Any, ...]):
    found = decoder(stride)(features(*size))
    assert found.shape == (1, size[0] // stride, size[1] // stride, WIDTHS[stride])


@pytest.mark.parametrize("level", range(3))
def test_every_feature_down_to_the_deepest_takes_part(level: Any):
    model, given = decoder(2), features()
    before = model(given).numpy()
    given[level] = given[level] + 1
    assert np.abs(model(given).numpy() - before).max() > 1e-3


def test_upsampling_leaves_no_holes():
    found = decoder(2)([np.ones_like(value) for value in features(96, 128)]).numpy()[0]
    inner = found[12:-12, 12:-12]  # out of reach of the borders a constant stays one
    assert inner.max() > 0
    np.testing.assert_allclose(inner, np.broadcast_to(inner[0, 0], inner.shape), atol=1e-5)


def test_the_width_grows_only_where_the_backbone_had_halved_it():
    strides = ((4, 4), (8, 4), (16, 8))
    inputs = [keras.Input((None, None, channels)) for channels in (3, 5, 7)]
    model = keras.Model(inputs, decode_features(inputs, strides, 2, WIDTHS))
    given = [
        np.zeros((1, 32 // down, 64 // across, c), np.float32)
        for (down, across), c in zip(strides, (3, 5, 7), strict=True)
    ]
    assert model(given).shape == (1, 16, 32, WIDTHS[2])
