"""Each kind of layer, computed from PyTorch's layout as PyTorch defines it, gives what Keras gives."""

from typing import Any

import keras
import numpy as np
import pytest
from keras import layers
from numpy.typing import NDArray
from support.networks.rounding import rounding

from core.plugins.adapting.torch_layout import from_torch, to_torch, torch_names

Array = NDArray[np.float32]
SIZE = 5  # px


def windows(x: Array, kernel: int) -> Array:
    """(c, h, w) to (c, h', w', kernel, kernel)."""
    return np.lib.stride_tricks.sliding_window_view(x, (kernel, kernel), axis=(1, 2))


def conv2d(x: Array, weight: Array, bias: Array) -> Array:
    return np.einsum("ihwab,oiab->ohw", windows(x, weight.shape[2]), weight) + bias[:, None, None]


def depthwise(x: Array, weight: Array, bias: Array) -> Array:
    """`groups` equals the channels: output o takes channel o // (outputs / channels)."""
    each = len(weight) // len(x)
    chosen = np.repeat(windows(x, weight.shape[2]), each, axis=0)
    return np.einsum("ohwab,oab->ohw", chosen, weight[:, 0]) + bias[:, None, None]


def conv_transpose2d(x: Array, weight: Array, bias: Array) -> Array:
    """Stride 2, no padding: each pixel adds its kernel to the result."""
    _, outputs, size, _ = weight.shape
    found = np.zeros((outputs, 2 * (SIZE - 1) + size, 2 * (SIZE - 1) + size), np.float64)
    for down in range(SIZE):
        for across in range(SIZE):
            part = np.einsum("i,ioab->oab", x[:, down, across], weight)
            found[:, 2 * down : 2 * down + size, 2 * across : 2 * across + size] += part
    return found + bias[:, None, None]


def batch_norm(x: Array, weight: Array, bias: Array, running_mean: Array, running_var: Array) -> Array:
    by_channel = [value[:, None, None] for value in (weight, bias, running_mean, running_var)]
    scale, shift, mean, variance = by_channel
    return (x - mean) / np.sqrt(variance + 1e-3) * scale + shift  # eps as Keras has it


def linear(x: Array, weight: Array, bias: Array) -> Array:
    return np.einsum("ihw,oi->ohw", x, weight) + bias[:, None, None]


@pytest.mark.parametrize(
    ("layer", "computed", "terms"),
    [
        (layers.Conv2D(4, 3, name="a"), conv2d, 28),
        (layers.DepthwiseConv2D(3, depth_multiplier=2, name="a"), depthwise, 10),
        (layers.Conv2DTranspose(4, 3, strides=2, name="a"), conv_transpose2d, 28),
        (layers.Dense(4, name="a"), linear, 4),
        (layers.BatchNormalization(name="a"), batch_norm, 4),
    ],
    ids=lambda value: value.name if isinstance(value, keras.layers.Layer) else None,
)
def test_layer_computed_by_pytorchs_definition_gives_the_same(layer: Any, computed: Any, terms: int):
    rng = np.random.default_rng(0)
    x = rng.random((1, SIZE, SIZE, 3)).astype(np.float32)
    layer.build(x.shape)
    layer.set_weights([rng.random(weight.shape).astype(np.float32) for weight in layer.weights])
    kind = type(layer).__name__
    weights = {}
    for weight in layer.weights:
        value = np.array(weight)
        there = to_torch(kind, f"a/{weight.name}", value)
        weights |= {
            name.removeprefix("a."): part for name, part in zip(torch_names(f"a/{weight.name}"), there, strict=True)
        }
        np.testing.assert_array_equal(from_torch(kind, f"a/{weight.name}", there, value.shape), value)
    found = computed(x[0].transpose(2, 0, 1), **weights)
    wanted = np.array(layer(x, training=False))[0].transpose(2, 0, 1)
    np.testing.assert_allclose(found, wanted, rtol=4 * rounding(terms), atol=1e-6)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def test_gru_of_both_directions_computed_by_pytorchs_definition_gives_the_same():
    rng = np.random.default_rng(0)
    units, x = 3, rng.random((1, SIZE, 2)).astype(np.float32)
    layer = layers.Bidirectional(layers.GRU(units, return_sequences=True, name="gru"), name="both_ways")
    layer.build(x.shape)
    layer.set_weights([rng.normal(size=weight.shape).astype(np.float32) for weight in layer.weights])
    there: dict[str, Array] = {}
    for weight in layer.weights:
        name = f"rows/{weight.path}"
        parts = to_torch("RowGRU", name, np.array(weight))
        there |= dict(zip(torch_names(name), parts, strict=True))
        np.testing.assert_array_equal(from_torch("RowGRU", name, parts, tuple(weight.shape)), np.array(weight))
    found = []
    for back in ("", "_reverse"):
        w_ih, w_hh, b_ih, b_hh = (
            there[f"rows.{name}_l0{back}"] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        state, states = np.zeros(units), []
        for moment in x[0][::-1] if back else x[0]:
            of_input, of_state = np.split(w_ih @ moment + b_ih, 3), np.split(w_hh @ state + b_hh, 3)
            reset, update = sigmoid(of_input[0] + of_state[0]), sigmoid(of_input[1] + of_state[1])
            new = np.tanh(of_input[2] + reset * of_state[2])
            state = (1 - update) * new + update * state
            states.append(state)
        found.append(states[::-1] if back else states)
    wanted = np.array(layer(x))[0]
    np.testing.assert_allclose(np.concatenate(found, axis=1), wanted, rtol=0, atol=SIZE * rounding(16 * units))


@pytest.mark.parametrize(
    ("weight", "there", "shape"),
    [
        ("a/kernel", (4, 3, 3), (3, 3, 3, 4)),
        ("a/kernel", (4, 5, 3, 3), (3, 3, 3, 4)),
        ("rows/both_ways/forward_gru/gru_cell/kernel", (7, 2), (2, 9)),
    ],
)
def test_array_that_does_not_fit_keeps_another_shape(weight: str, there: tuple[Any, ...], shape: tuple[Any, ...]):
    assert from_torch("Conv2D", weight, [np.zeros(there, np.float32)], shape).shape != shape
