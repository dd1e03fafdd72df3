"""Computes the output of one layer of a model for an image."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.model.network.layer_outputs import feature_maps, leaf_layers
from core.model.network.saving import Recogniser
from core.model.using.opening import open_recogniser, prepared
from core.plugins.inside.maps import FeatureMaps


def probe(recogniser: Recogniser, image: NDArray[np.uint8], layer: str) -> FeatureMaps:
    """Return the feature maps of a layer for a prepared image, and leave the network unchanged.

    Raises
    ------
    ModelError
        If there is no such layer, or its output is no maps.
    """
    values = feature_maps(recogniser.model, image, layer)
    if values is not None:
        return FeatureMaps(layer, values)
    if layer in dict(leaf_layers(recogniser.model)):
        raise ModelError("{layer}: this layer does not give maps. Choose another layer.", layer=layer)
    raise ModelError("{layer}: the model has no such layer. “textscanner layers” lists them.", layer=layer)


def probe_model(model: Path, image: Path, layer: str) -> FeatureMaps:
    """Return the feature maps of a layer for an image file, as `probe` does, from a model file, a run or a checkpoint.

    Raises
    ------
    ModelError
        If the model cannot be used, and as `probe`.
    ImageError
        If the image cannot be read.
    """
    recogniser = open_recogniser(model)
    return probe(recogniser, prepared(recogniser, image), layer)
