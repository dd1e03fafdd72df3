"""Removes the padding from predicted maps that are written for a person or another program."""

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
    """Crop predicted maps to the image, and stretch them as if the image had not been padded.

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
        The same arrays, and the spec without padding, whose `to_image` leads from them to the image. A map pixel has
        the values of the padded map pixel that holds its centre; centres in the padding are moved to the image's rim.
    """
    plain = spec.with_(padding=None)
    if spec.rims(image_size) == (0, 0):
        return outputs, plain
    # Both are turned alike, so each axis is but scaled and moved.
    from_plain = spec.to_input(image_size)[:, :2] @ plain.to_image(image_size)[:, :2]
    scale, shift = np.diag(from_plain), np.array(spec.image_box(image_size)[:2])
    columns, rows = (
        np.clip(((np.arange(count) + 0.5) * factor + start).astype(np.int64), 0, count - 1)
        for count, factor, start in zip(spec.map_size[::-1], scale, shift / spec.stride, strict=True)
    )
    cut = {name: outputs[name][rows[:, None], columns] for name in _MAPS if name in outputs}
    if "centres" in outputs:
        height, width = plain.content_size(image_size)
        centres = np.clip((outputs["centres"] - shift) / scale, 0, (width, height))
        cut["centres"] = centres.astype(outputs["centres"].dtype)
    return {**outputs, **cut}, plain
