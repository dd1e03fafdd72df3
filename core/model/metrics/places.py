"""Reads the maps' values at the places of labelled characters inside the graph, so that only a few numbers leave it.

Neither the maps nor anything with a number for each symbol of the charset does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.analysis.learning.history import PlaceFacts
from core.model.network.blocks import Tensor
from core.runs.spec import NetworkSpec

_LEVELS = 255  # of a confidence


def place_facts(
    outputs: Mapping[str, Tensor], words: Mapping[str, Tensor], batch: Mapping[str, Tensor], spec: NetworkSpec
) -> Tensor:
    """Compare the maps of a batch with the labelled places of its characters.

    Parameters
    ----------
    outputs : mapping
        The network's `character` and `order` logits and `localization`.
    words : mapping
        What word formation makes of them.
    batch : mapping
        `order`, the target order map, (b, h, w) int32, and `text`, (b, n) int32.

    Returns
    -------
    (b, n, 6) int32
        The fields of `core.analysis.learning.history.PlaceFacts`, in their order; all about places is 0 without target
        maps.
    """
    localization = ops.cast(outputs["localization"], "float32")
    _, h, w = localization.shape
    positions = words["ids"].shape[1]
    order = _widened(ops.cast(batch["order"], "int32"))
    ranks = ops.arange(1, positions + 1, dtype="int32")
    places = ops.reshape(order, (-1, h * w, 1)) == ranks  # (b, h·w, n)
    placed = ops.any(places, axis=1)

    inside = ops.where(places, ops.reshape(localization, (-1, h * w, 1)), -1.0)
    peaks = ops.cast(ops.argmax(inside, axis=1), "int32")
    found = placed & (ops.max(inside, axis=1) >= spec.score_threshold)

    present = words["presence"] >= spec.score_threshold
    centres = ops.cast(ops.floor(words["centres"] / spec.maps.stride), "int32")  # map pixels, (x, y)
    words_before = ops.arange(ops.shape(order)[0], dtype="int32")[:, None] * (h * w)  # pixels of the words before
    held = ops.take(ops.reshape(order, (-1,)), words_before + centres[..., 1] * w + centres[..., 0], axis=0)
    in_order = placed & present & (held == ranks)

    logits = ops.reshape(outputs["character"], (-1, outputs["character"].shape[-1]))
    at_peaks = ops.take(logits, words_before + peaks, axis=0)
    seen = 1 + ops.cast(ops.argmax(at_peaks[..., 1:], axis=-1), "int32")
    symbols = ops.where(in_order, words["ids"], seen)
    known = placed & (symbols == ops.cast(batch["text"], "int32"))

    confidence = ops.round(_LEVELS * words["scores"])
    fields = (words["ids"], confidence, placed, found, in_order, known)
    return ops.stack([ops.cast(field, "int32") for field in fields], axis=-1)


def facts_of(numbers: NDArray[np.integer]) -> PlaceFacts:
    """Split the numbers of one word, (n, 6) int32 from `place_facts`, into named arrays."""
    ids, confidence, *flags = np.moveaxis(np.asarray(numbers), -1, 0)
    placed, present, in_order, known = (flag > 0 for flag in flags)
    confidence = np.clip(confidence, 0, _LEVELS)  # a network that is not finite has no score
    return PlaceFacts(ids, confidence, placed, present, in_order, known)


def _widened(order: Tensor) -> Tensor:
    """Give the pixels that hold no position that of their neighbours: a peak one pixel off is still the character's."""
    wider = ops.max_pool(ops.cast(order, "float32")[..., None], 3, strides=1, padding="same")[..., 0]
    return ops.where(order > 0, order, ops.cast(wider, "int32"))
