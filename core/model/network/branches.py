"""Builds the class branch and the geometry branch, after Wan et al. 2020, fig. 3 (docs/paper.md lists differences)."""

from __future__ import annotations

from typing import Any

import keras
from keras import layers, ops

from core.model.network.blocks import PACKAGE, BackgroundPrior, Tensor, convolution, head, upsample
from core.runs.spec import Preset

CLASS_HEAD = "character_logits"  # name of the layer that gives the logits of the character map

CLASS_FEATURES = "class_features"
"""Output in place of `character`: the input of the class head, which is then computed only at some pixels."""

UNKNOWN_LAYERS = ("unknown1", "unknown2", "unknown_logit")  # names of the layers with weights before U

# Sigmoid of it is 0.12. Below ε = 0.2 and L_score = 0.3, so that an untrained network neither supervises itself nor
# reads anything; yet not far below the mean of the targets (some 0.2: Gaussians fill a good part of a word image), and
# at which the sigmoid still has a third of its slope, because smooth L1 acts on Q itself.
_LOCALIZATION_PRIOR = -2.0
_UNKNOWN_PRIOR = -2.0  # most characters are symbols of the charset


def class_branch(x: Tensor, sizes: Preset, classes: int, unknown_units: int = 0) -> dict[str, Tensor]:
    """Build the class branch.

    Parameters
    ----------
    x : (b, h, w, c)
    classes : int
        C.
    unknown_units : int
        Channels of the two layers before U, an addition to the paper. 0: there is no U.

    Returns
    -------
    dict of str to Tensor
        `character`, the logits of the character map G, (b, h, w, C + 1) float32; channel 0 is background. `unknown`,
        the probability U, (b, h, w) float32, that the character at a pixel is none of the symbols. It has layers of its
        own: what tells an é from an e is no plane in the features of the e.
    """
    features = convolution(x, sizes.character, "character")
    maps = {"character": head(features, classes + 1, CLASS_HEAD, BackgroundPrior())}
    if not unknown_units:
        return maps
    x = features
    for name in UNKNOWN_LAYERS[:-1]:
        x = layers.Conv2D(unknown_units, 1, activation="relu", kernel_initializer="he_normal", name=name)(x)
    x = head(x, 1, UNKNOWN_LAYERS[-1], keras.initializers.Constant(_UNKNOWN_PRIOR))
    return maps | {"unknown": SigmoidMap(dtype="float32", name="unknown_map")(x)}


def without_class_head(network: keras.Model) -> keras.Model:
    """Return a network, with the same weights, that gives `CLASS_FEATURES` (b, h, w, c) in place of `character`."""
    outputs = {name: output for name, output in network.output.items() if name != "character"}
    return keras.Model(network.input, {**outputs, CLASS_FEATURES: network.get_layer(CLASS_HEAD).input})


def localization_branch(x: Tensor, sizes: Preset) -> Tensor:
    """Build the branch of the localization map Q: (b, h, w, c) → (b, h, w) float32, 0 to 1."""
    x = convolution(x, sizes.localization, "localization")
    x = head(x, 1, "localization_logits", keras.initializers.Constant(_LOCALIZATION_PRIOR))
    return SigmoidMap(dtype="float32", name="localization_map")(x)


def order_branch(x: Tensor, sizes: Preset, max_length: int) -> Tensor:
    """Build the order branch, which gives the logits of the order map S, (b, h, w, max_length + 1) float32.

    Three strided convolutions, a GRU along the width at the top, for which every row has seen its neighbours, and three
    upsamplings with added skips. A step of the GRU is 8 map pixels wide if the convolutions halve the width each
    time, as in the paper, and 2 in the preset `reader`. h and w have to be divisible by 8; this holds if 32 divides
    the input's height and width.

    Parameters
    ----------
    x : (b, h, w, c)
    max_length : int
        Channel 0 of the result is "no character".
    """
    skips = [x]
    for step, (filters, stride) in enumerate(zip(sizes.order, sizes.order_strides, strict=True), 1):
        x = convolution(x, filters, f"order_down{step}", stride=stride)
        skips.append(x)
    x = RowGRU(sizes.order[-1], name="order_gru")(skips.pop())
    for step in range(len(skips), 0, -1):
        skip = skips.pop()
        x = convolution(
            upsample(x, f"order_up{step}", sizes.order_strides[step - 1]), skip.shape[-1], f"order_up{step}"
        )
        x = layers.Add(name=f"order_up{step}_add")([x, skip])
    x = convolution(x, sizes.order_head, "order")
    return head(x, max_length + 1, "order_logits", BackgroundPrior())


@keras.saving.register_keras_serializable(package=PACKAGE)
class SigmoidMap(layers.Layer):  # type: ignore[misc]  # Keras carries no types
    """Applies a sigmoid to one channel and drops the channel axis: (b, h, w, 1) → (b, h, w)."""

    def call(self, x: Tensor) -> Tensor:
        return ops.sigmoid(ops.squeeze(x, axis=-1))

    def compute_output_spec(self, x: Tensor) -> Tensor:
        return keras.KerasTensor(x.shape[:-1], dtype=self.compute_dtype)


@keras.saving.register_keras_serializable(package=PACKAGE)
class RowGRU(layers.Layer):  # type: ignore[misc]  # Keras carries no types
    """Runs a GRU along the width of every row, with the same weights for all rows, so that height and width are free.

    It runs in both directions, half of the units each: whether a stroke begins a new character or ends the last shows
    only on its right. (The reference's GRU runs one way, and over whole columns, which fixes the height.)

    Parameters
    ----------
    units : int
        Channels of the result, even.
    unroll : bool
        Write the steps out instead of looping, for converters that know no loops; needs a fixed width.

    Notes
    -----
    (b, h, w, c) → (b, h, w, units).
    """

    def __init__(self, units: int, unroll: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if units < 2 or units % 2:
            raise ValueError(f"units: {units} is no even number from 2")
        self.units = units
        self.unroll = unroll
        self.gru = layers.Bidirectional(
            layers.GRU(units // 2, return_sequences=True, unroll=unroll, dtype=self.dtype_policy, name="gru"),
            merge_mode="concat",
            dtype=self.dtype_policy,
            name="both_ways",
        )

    def build(self, shape: tuple[int | None, ...]) -> None:
        self.gru.build((None, shape[2], shape[3]))
        self.built = True

    def call(self, x: Tensor) -> Tensor:
        _, height, width, channels = ops.shape(x)
        rows = self.gru(ops.reshape(x, (-1, width, channels)))
        return ops.reshape(rows, (-1, height, width, self.units))

    def compute_output_spec(self, x: Tensor) -> Tensor:
        return keras.KerasTensor((*x.shape[:-1], self.units), dtype=self.compute_dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "units": self.units, "unroll": self.unroll}
