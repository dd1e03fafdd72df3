"""Shows the samples of a training as the network gets them, before and after augmentation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.progress import Progress, ignore_news
from core.data.batches.batches import usable_sample
from core.data.batches.feeds import Feed
from core.data.samples.samples import LabelledWord, Prepared, fit_image
from core.labels.geometry import transform
from core.labels.maps.render import BACKGROUND, NO_SYMBOL
from core.labels.maps.spec import MapSpec

COUNT = 60  # samples of a sheet

Polygons = tuple[NDArray[np.float64], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SeenSample:
    """One training sample before and after augmentation, with input sides H and W, and map sides h and w."""

    name: str
    """Path of the word, or the number of a synthetic word."""
    text: str
    """The text that the network is taught."""
    before: NDArray[np.uint8]
    """(H, W, 3) uint8 RGB: the network's input without augmentation."""
    after: NDArray[np.uint8]
    """(H, W, 3) uint8 RGB: the network's input with augmentation."""
    polygons_before: Polygons
    """The characters' polygons in reading order, (n, 2) float64 in pixels of `before`. Empty for a word-level label."""
    polygons_after: Polygons
    """The characters' polygons in reading order, (n, 2) float64 in pixels of `after`. Empty for a word-level label."""
    character: NDArray[np.int32]
    """(h, w) int32: the character map after augmentation, all zero if `has_maps` is False."""
    order: NDArray[np.int32]
    """(h, w) int32: the order map after augmentation, all zero if `has_maps` is False."""
    localization: NDArray[np.float32]
    """(h, w) float32: the localization map after augmentation, all zero if `has_maps` is False."""
    has_maps: bool
    """True if the label is character-level."""


def seen_samples(
    feed: Feed, first: int = 0, count: int = COUNT, padding: int = 0, progress: Progress = ignore_news
) -> tuple[SeenSample, ...]:
    """Return the samples at some positions of a feed, the same ones as in a training.

    Parameters
    ----------
    feed : Feed
        The feed of the samples.
    first, count : int
        The `count` positions from `first` on.
    padding : int
        Grey value of the pixels that a resized image leaves empty (`core.data.samples.samples.Preparation`).
    progress : Progress
        Called before each sample, so that it may stop the work.

    Raises
    ------
    StudioError
        If no sample can be used.
    """
    samples = []
    for position in range(first, first + count):
        progress(position - first, count)  # told before each sample: a caller may stop the work
        sample = usable_sample(feed, position)[0]
        if sample is not None:
            samples.append(_seen(sample, feed.spec, padding))
    progress(count, count)
    return tuple(samples)


def _seen(sample: Prepared, spec: MapSpec, padding: int) -> SeenSample:
    before = sample.image if sample.original is None else fit_image(sample.original.image, spec, padding)
    return SeenSample(
        name=sample.name,
        text="" if sample.word is None else sample.word.label.word,
        before=before,
        after=sample.image,
        polygons_before=_polygons(sample.original, spec),
        polygons_after=_polygons(sample.word, spec),
        character=np.where(sample.character == NO_SYMBOL, BACKGROUND, sample.character),
        order=sample.order,
        localization=sample.localization,
        has_maps=sample.has_maps,
    )


def _polygons(word: LabelledWord | None, spec: MapSpec) -> Polygons:
    if word is None:
        return ()
    matrix = spec.to_input((word.image.shape[0], word.image.shape[1]))
    return tuple(transform(character.polygon, matrix) for character in word.label.in_order)
