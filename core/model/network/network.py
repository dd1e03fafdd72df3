"""The network: image in, the three predicted maps out (Wan et al. 2020, fig. 2)."""

from __future__ import annotations

from pathlib import Path

import keras

from core.model.network.backbones import SCALINGS, build_backbone
from core.model.network.blocks import PixelScaling
from core.model.network.branches import class_branch, localization_branch, order_branch
from core.model.network.fcn import decode_features
from core.runs.spec import NetworkSpec

NAME = "network"  # the layer's name in the predicting model

__all__ = ["NAME", "NetworkSpec", "build_network"]


def build_network(spec: NetworkSpec, weights: str | Path | None = None) -> keras.Model:
    """Build a network with random weights, under the global precision policy.

    Parameters
    ----------
    weights : path, "imagenet" or None
        Weights of the backbone, as `core.model.network.backbones.build_backbone` reads them.

    Returns
    -------
    keras.Model
        Functional. Input `image` (b, H, W, 3) uint8 RGB, any H and W that 32 divides. Output a dict, h = H/stride and
        w = W/stride, all float32: `character` (b, h, w, C + 1) logits of G, `order` (b, h, w, max_length + 1) logits of
        S, `localization` (b, h, w) Q. Layers are named, so that two builds agree.

    Raises
    ------
    ModelError
        If the backbone's weights cannot be used.
    """
    sizes = spec.sizes
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    backbone = build_backbone(sizes.backbone, weights)
    features = backbone.model(PixelScaling(SCALINGS[sizes.backbone], name="pixels")(image))
    x = decode_features(features, backbone.strides, spec.maps.stride, sizes.decoder)
    outputs = {
        "character": class_branch(x, sizes, len(spec.charset)),
        "order": order_branch(x, sizes, spec.maps.max_length),
        "localization": localization_branch(x, sizes),
    }
    return keras.Model(image, outputs, name=NAME)
