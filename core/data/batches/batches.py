"""Collates samples of a feed into batches, and defines the arrays of a sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError, StudioError
from core.data.batches.feeds import Feed
from core.data.samples.samples import LeftOut, Prepared
from core.labels.maps.spec import MapSpec

_ATTEMPTS = 50  # most unusable replacements in a row

Batch: TypeAlias = dict[str, NDArray[np.generic]]
"""The arrays of several samples, by the names of `structure`, with the samples along the first axis."""

Structure: TypeAlias = Mapping[str, tuple[tuple[int, ...], np.dtype[np.generic]]]
"""Shape, without the axis of the batch, and dtype of each array."""


def structure(spec: MapSpec) -> Structure:
    """Return the shapes and dtypes of a sample's arrays, which are the same for all samples of a spec."""
    h, w = spec.map_size
    return {
        "image": ((spec.height, spec.width, 3), np.dtype(np.uint8)),
        "character": ((h, w), np.dtype(np.int32)),
        "order": ((h, w), np.dtype(np.int32)),
        "localization": ((h, w), np.dtype(np.float32)),
        "text": ((spec.max_length,), np.dtype(np.int32)),
        "has_maps": ((), np.dtype(np.bool_)),
    }


def empty_batch(spec: MapSpec) -> Batch:
    """Return a batch of no samples, for its shapes and dtypes."""
    return {key: np.empty((0, *shape), dtype) for key, (shape, dtype) in structure(spec).items()}


def collate(samples: Sequence[Prepared], spec: MapSpec) -> Batch:
    """Collate samples into one batch.

    Raises
    ------
    DataError
        If an array of a sample has another shape or dtype than the spec says. The sentence names sample and array.
    """
    wanted = structure(spec)
    batch: Batch = {}
    for key, (shape, dtype) in wanted.items():
        array = np.empty((len(samples), *shape), dtype)
        for row, sample in enumerate(samples):
            value = np.asarray(getattr(sample, key))
            if value.shape != shape or value.dtype != dtype:
                raise DataError(
                    "{name}: {key} is {present} {present_shape} where {dtype} {shape} is expected. "
                    "Prepare all samples with one spec.",
                    name=sample.name,
                    key=key,
                    present=value.dtype,
                    present_shape=value.shape,
                    dtype=dtype,
                    shape=shape,
                )
            array[row] = value
        batch[key] = array
    return batch


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A batch, with the names of its samples and of those left out."""

    batch: Batch
    """The batch, without unusable samples."""
    names: tuple[str, ...]
    """Names of the batch's samples."""
    left_out: tuple[LeftOut, ...]
    """The samples that could not be used, each with its reason."""


def make_batch(feed: Feed, first: int, count: int) -> Made:
    """Make the batch of `count` positions, beginning with `first`.

    The batch is smaller if samples are unusable and the feed does not replace them.

    Raises
    ------
    StudioError
        If no replacement can be used either, or preparing a sample fails for another reason than the sample.
    """
    samples: list[Prepared] = []
    left_out: list[LeftOut] = []
    for position in range(first, first + count):
        prepared, unusable = usable_sample(feed, position)
        left_out += unusable
        if prepared is not None:
            samples.append(prepared)
    return Made(collate(samples, feed.spec), tuple(sample.name for sample in samples), tuple(left_out))


def usable_sample(feed: Feed, position: int) -> tuple[Prepared | None, list[LeftOut]]:
    """Return the sample at a position, or its first usable replacement, and the unusable samples tried before it.

    The sample is None if it cannot be used and the feed does not replace samples.

    Raises
    ------
    StudioError
        If no replacement can be used either, or preparing a sample fails for another reason than the sample.
    """
    left_out: list[LeftOut] = []
    for attempt in range(_ATTEMPTS if feed.replaces else 1):
        sample = _sample(feed, position, attempt)
        if isinstance(sample, Prepared):
            return sample, left_out
        left_out.append(sample)
    if feed.replaces:
        raise DataError(
            "training data: {count} {count:|sample|samples} in a row cannot be used, the last one: {reason}",
            count=_ATTEMPTS,
            reason=left_out[-1].reason,
        )
    return None, left_out


def _sample(feed: Feed, position: int, attempt: int) -> Prepared | LeftOut:
    try:
        return feed.sample(position, attempt)
    except StudioError:
        raise
    except Exception as error:  # name the file after any error
        reason = " ".join(str(error).split())[:200]
        raise DataError(
            "{name}: preparing it failed ({type}: {reason}). Move the image and its label out of the folder, and "
            "report this.",
            name=feed.name_of(position),
            type=type(error).__name__,
            reason=reason,
        ) from error
