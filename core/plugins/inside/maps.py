"""The feature maps of one layer for one image, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.labels.maps.pictures import write_pictures

_NOTHING = 1e-30  # less than any span that is not 0
_TILE, _LINE = 128, 128  # px that a map is wide at least; the grey between two


@dataclass(frozen=True, eq=False)
class FeatureMaps:
    """The feature maps of one layer for one image."""

    layer: str
    """The layer's name, as `core.plugins.inside.facts.LayerFacts.name`."""
    values: NDArray[np.float32]
    """(h, w, channels) float32: they cover the network's whole input, in the frame of the turned and resized image."""
    step: int | None = None
    """The training step of the weights. None for those of a finished model."""

    @cached_property
    def activity(self) -> NDArray[np.float32]:
        """The mean |value| of each channel, with NaN counted as 0."""
        means: NDArray[np.float32] = np.nan_to_num(np.abs(self.values)).mean(axis=(0, 1))
        return means

    @cached_property
    def by_activity(self) -> tuple[int, ...]:
        """The channels in order of activity, the most active first."""
        return tuple(map(int, np.argsort(-self.activity, kind="stable")))

    @cached_property
    def span(self) -> tuple[float, float]:
        """The least and the greatest finite value over all channels, or (0, 0) if there is none."""
        finite = self.values[np.isfinite(self.values)]
        return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def shades(maps: FeatureMaps, channel: int, span: tuple[float, float] | None = None) -> NDArray[np.uint8]:
    """Return a channel as shades of a span, 0 to 255, with 0 for NaN and for a channel that is constant.

    Parameters
    ----------
    span : (float, float) or None
        The values of 0 and 255; None: the channel's own least and greatest finite value.

    Returns
    -------
    (h, w) uint8
    """
    values = maps.values[..., channel].astype(np.float64)
    finite = values[np.isfinite(values)]
    least, most = span or ((finite.min(), finite.max()) if finite.size else (0.0, 0.0))
    scaled = (np.nan_to_num(values, nan=least, posinf=most, neginf=least) - least) / max(most - least, _NOTHING)
    return np.round(255 * np.clip(scaled, 0, 1)).astype(np.uint8)


def picture_of(maps: FeatureMaps, across: int = 8) -> NDArray[np.uint8]:
    """Draw all channels side by side, the most active first, `across` in each row.

    Returns
    -------
    (height, width, 3) uint8
        Each map pixel as a square, channels a grey line apart.
    """
    height, width, channels = maps.values.shape
    side = max(1, _TILE // max(width, 1))
    tall, wide = height * side + 1, width * side + 1
    rows = -(-channels // across)
    picture = np.full((rows * tall + 1, min(across, channels) * wide + 1), _LINE, np.uint8)
    for place, channel in enumerate(maps.by_activity):
        row, column = divmod(place, across)
        top, left = row * tall + 1, column * wide + 1
        large = np.repeat(np.repeat(shades(maps, channel), side, axis=0), side, axis=1)
        picture[top : top + height * side, left : left + width * side] = large
    return np.repeat(picture[..., None], 3, axis=-1)


def write_maps(folder: Path, maps: FeatureMaps) -> tuple[Path, ...]:
    """Write a picture of all channels, and the arrays `values`, `activity` and `order`, the most active first.

    Parameters
    ----------
    folder : Path
        The folder of the files.
    maps : FeatureMaps
        The output of a layer.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    FileWriteError
        If a file cannot be written.
    """
    arrays = {"values": maps.values, "activity": maps.activity, "order": np.array(maps.by_activity)}
    return write_pictures(folder, {"maps.png": picture_of(maps)}, arrays)
