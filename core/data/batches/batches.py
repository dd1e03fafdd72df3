"""Prepared samples put together, and what arrays they consist of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError
from core.data.samples.samples import Prepared
from core.labels.maps.spec import MapSpec

Batch: TypeAlias = dict[str, NDArray[np.generic]]
"""The arrays of several samples, by the names of `structure`, with the samples along the first axis."""

Structure: TypeAlias = Mapping[str, tuple[tuple[int, ...], np.dtype[np.generic]]]
"""Shape, without the axis of the batch, and dtype of each array."""


def structure(spec: MapSpec) -> Structure:
    """What a sample consists of, static for every sample of a spec."""
    h, w = spec.map_size
    return {
        "image": ((spec.height, spec.width, 3), np.dtype(np.uint8)),
        "character": ((h, w), np.dtype(np.int32)),
        "order": ((h, w), np.dtype(np.int32)),
        "localization": ((h, w), np.dtype(np.float32)),
        "text": ((spec.max_length,), np.dtype(np.int32)),
        "has_maps": ((), np.dtype(np.bool_)),
    }


def collate(samples: Sequence[Prepared], spec: MapSpec) -> Batch:
    """The samples as one batch.

    Raises
    ------
    DataError
        If an array of a sample has another shape or dtype than the spec says; the sentence names sample and array.
    """
    wanted = structure(spec)
    batch: Batch = {}
    for key, (shape, dtype) in wanted.items():
        array = np.empty((len(samples), *shape), dtype)
        for row, sample in enumerate(samples):
            value = np.asarray(getattr(sample, key))
            if value.shape != shape or value.dtype != dtype:
                raise DataError(
                    f"{sample.name}: {key} is {value.dtype} {value.shape} where {dtype} {shape} is expected. "
                    "Prepare all samples with one spec."
                )
            array[row] = value
        batch[key] = array
    return batch
