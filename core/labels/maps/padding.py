"""Predicted maps without the padding: as they are written for a person or another program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.labels.maps.spec import MapSpec

_MAPS = ("order_map", "localization_map", "symbol_ids", "symbol_scores")  # of the outputs of word formation


def without_padding(
    outputs: Mapping[str, NDArray[Any]], spec: MapSpec, image_size: tuple[int, int]
) -> tuple[Mapping[str, NDArray[Any]], MapSpec]:
    """Cut what a network predicts back to the image, and stretch it as an image that is not padded is stretched.

    Parameters
    ----------
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation` for one image: maps (h, w, …) and `centres` (n, 2), resized
        input pixels.
    spec : MapSpec
        The network's.
    image_size : (height, width)

    Returns
    -------
    (mapping of arrays, MapSpec)
        The same arrays, and the spec without padding, whose `to_image` leads from them to the image. A map pixel is
        that of the padded maps in which its centre lies; centres in the padding are moved to the image's rim.
    """
    plain = spec.with_(padding=None)
    if spec.rims(image_size) == (0, 0):
        return outputs, plain
    left, _, right, _ = spec.image_box(image_size)
    full = plain.content_size(image_size)[1]
    scale = (right - left) / full
    w = spec.map_size[1]
    columns = (left + (np.arange(w) + 0.5) * spec.stride * scale) / spec.stride
    columns = np.clip(np.floor(columns).astype(np.int64), 0, w - 1)
    cut = {name: outputs[name][:, columns] for name in _MAPS if name in outputs}
    if "centres" in outputs:
        centres = outputs["centres"].copy()
        centres[:, 0] = np.clip((centres[:, 0] - left) / scale, 0, full)
        cut["centres"] = centres
    return {**outputs, **cut}, plain
