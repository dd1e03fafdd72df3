"""Builds the network, which predicts the three maps from an image (Wan et al. 2020, fig. 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import keras
from keras import layers

from core.model.network.backbones import build_backbone
from core.model.network.blocks import PixelScaling, Tensor, convolution, upsample
from core.model.network.branches import class_branch, localization_branch, order_branch
from core.model.network.first_weights import drawn_by_numpy
from core.runs.spec import NetworkSpec

NAME = "network"  # the layer's name in the predicting model

__all__ = ["NAME", "NetworkSpec", "build_network"]


def decode_features(
    features: Sequence[Tensor], strides: Sequence[tuple[int, int]], stride: int, widths: Mapping[int, int]
) -> Tensor:
    """Build the feature map at one stride, (b, H/stride, W/stride, widths[stride]), from all deeper features.

    From the deepest feature upwards: repeat to twice the height, add the backbone's feature of that stride if there is
    one, convolve.

    Parameters
    ----------
    features : sequence of tensor
        The backbone's features.
    strides : sequence of (int, int)
        The (down, across) of each feature, down ascending, each twice the previous. If the backbone has no feature,
        across equals down.
    stride : int
        The stride of the result along height and width, at most the deepest.
    widths : mapping of int to int
        Channels at each stride along the height from the deepest to `stride`.
    """
    skips = {down: feature for (down, _), feature in zip(strides, features, strict=True)}
    columns = dict(strides)
    at = max(columns)
    x = convolution(skips[at], widths[at], f"fcn_stride{at}_skip", kernel=1)
    while at > stride:
        before, at = at, at // 2
        name = f"fcn_stride{at}"
        if x.shape[-1] != widths[at]:
            x = convolution(x, widths[at], f"{name}_narrow", kernel=1)  # before the repetition, when it is cheaper
        x = upsample(x, name, (2, columns.get(before, before) // columns.get(at, at)))
        if at in skips:
            lateral = convolution(skips[at], widths[at], f"{name}_skip", kernel=1, activate=False)
            x = layers.Add(name=f"{name}_add")([x, lateral])
        x = convolution(x, widths[at], name)
    return x


def build_network(spec: NetworkSpec, weights: str | Path | None = None) -> keras.Model:
    """Build a network with random weights, under the global precision policy, from NumPy's seed.

    Parameters
    ----------
    weights : path, "imagenet" or None
        Weights of the backbone, as `core.model.network.backbones.build_backbone` reads them.

    Returns
    -------
    keras.Model
        Functional. Input `image` (b, H, W, 3) uint8 RGB, any H and W that 32 divides. Output a dict, h = H/stride and
        w = W/stride, all float32: `character` (b, h, w, C + 1) logits of G, `order` (b, h, w, max_length + 1) logits of
        S, `localization` (b, h, w) Q, and `unknown` (b, h, w) U if the spec has `unknown_units`. Layers are named, so
        that two builds agree.

    Raises
    ------
    ModelError
        If the backbone's weights cannot be used.
    """
    with drawn_by_numpy():
        return _built(spec, weights)


def _built(spec: NetworkSpec, weights: str | Path | None) -> keras.Model:
    sizes = spec.sizes
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    backbone = build_backbone(sizes.backbone, weights)
    features = backbone.model(PixelScaling(sizes.scaling, name="pixels")(image))
    deepest = sizes.decoder[max(sizes.decoder)]  # the width at strides that only the backbone of a plug-in has
    widths = {down: deepest for down, _ in backbone.strides} | dict(sizes.decoder)
    x = decode_features(features, backbone.strides, spec.maps.stride, widths)
    outputs = {
        **class_branch(x, sizes, len(spec.charset), spec.unknown_units),
        "order": order_branch(x, sizes, spec.maps.max_length),
        "localization": localization_branch(x, sizes),
    }
    return keras.Model(image, outputs, name=NAME)
