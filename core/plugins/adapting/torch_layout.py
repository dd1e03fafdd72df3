"""Converts weights to and from PyTorch's layout with NumPy, which differs in names and axes for each kind of layer.

Convolutions of both correlate and do not flip, so that a kernel needs its axes moved and nothing else. What a file of
weights does not hold differs all the same: PyTorch's batch normalisation adds 1e-5 to the variance, Keras adds 1e-3,
and a padding of 1 is not Keras' "same" if the stride is 2 (Keras then pads only below and at the right).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

COUNTERS = "num_batches_tracked"
"""The last part of a name that PyTorch's batch normalisations keep and Keras' have no use for."""

_NAMES = {
    "kernel": "weight",
    "gamma": "weight",
    "beta": "bias",
    "moving_mean": "running_mean",
    "moving_variance": "running_var",
}
_GATED = {"kernel": ("weight_ih_l0",), "recurrent_kernel": ("weight_hh_l0",), "bias": ("bias_ih_l0", "bias_hh_l0")}
_CELL = "/gru_cell/"
_MOVED = (3, 2, 0, 1)  # [h, w, in, out] to [out, in, h, w], and of a transposed convolution [h, w, out, in] likewise


def torch_names(weight: str) -> tuple[str, ...]:
    """Return the names of a weight in PyTorch's layout, two for a GRU's bias.

    `weight` is a name that `core.model.network.surgery.weights_by_layer` gives, such as `backbone/conv1_conv/kernel`.
    """
    owner, _, own = weight.rpartition("/")
    if _CELL not in weight:
        return (f"{owner.replace('/', '.')}.{_NAMES.get(own, own)}",)
    layer, *inside = owner.split("/both_ways/")
    back = "_reverse" if "".join(inside).startswith("backward") else ""
    return tuple(f"{layer.replace('/', '.')}.{name}{back}" for name in _GATED[own])


def to_torch(kind: str, weight: str, value: Array) -> tuple[Array, ...]:
    """Return a weight in PyTorch's layout, one array for each of `torch_names`.

    Parameters
    ----------
    kind : str
        The class of the weight's layer.
    weight : str
        The weight's name, as that of `torch_names`.
    value : array
        [h, w, in, out] of a convolution becomes [out, in, h, w], [h, w, out, in] of a transposed one [in, out, h, w],
        [h, w, c, m] of a depthwise one [c · m, 1, h, w], [in, out] of a dense layer [out, in], [in, 3 out] of a GRU [3
        out, in], its gates in the order r, z, n instead of z, r, n.
    """
    own = weight.rpartition("/")[2]
    if _CELL in weight:
        return tuple(_swapped(value)) if own == "bias" else (_swapped(value).T,)
    if own != "kernel":
        return (value,)
    if value.ndim == 2:
        return (value.T,)
    if "Depthwise" in kind:
        height, width, channels, multiplier = value.shape
        return (value.transpose(2, 3, 0, 1).reshape(channels * multiplier, 1, height, width),)
    return (value.transpose(_MOVED),)


def from_torch(kind: str, weight: str, values: Sequence[Array], shape: tuple[int, ...]) -> Array:
    """Return a weight in Keras' layout, as the inverse of `to_torch`.

    The result has another shape if the arrays do not fit.

    Parameters
    ----------
    kind : str
        The class of the weight's layer.
    weight : str
        The weight's name, as that of `torch_names`.
    values : sequence of array
        One array for each of `torch_names`.
    shape : tuple of int
        The weight's shape in Keras' layout.
    """
    own = weight.rpartition("/")[2]
    value = values[0]
    try:
        if _CELL in weight:
            return _swapped(np.stack(values)) if own == "bias" else _swapped(value.T)
        if own == "kernel" and value.ndim == len(shape):
            if value.ndim == 2:
                return value.T
            if "Depthwise" in kind:
                _, _, channels, multiplier = shape
                return value.reshape(channels, multiplier, *value.shape[2:]).transpose(2, 3, 0, 1)
            return value.transpose(np.argsort(_MOVED))
    except (ValueError, IndexError):  # no three gates, two biases of different lengths, other channels
        return value.reshape(-1) if value.shape == shape else value  # which does not fit
    return value


def _swapped(value: Array) -> Array:
    """Return the gates z, r, n of a GRU, side by side on the last axis, as r, z, n, or the latter as the former."""
    first, second, third = np.split(value, 3, axis=-1)
    return np.concatenate([second, first, third], axis=-1)
