"""Measures the strength of each output channel of a layer by the mean size of its kernel, with NumPy alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.base.plugins.asked import NetworkQuestion, PluginJob
from core.base.spreadsheet import csv_text

WEAK = 1e-3  # the share of its layer's strongest channel below which a channel counts as dead

_GATES = 3  # of a GRU, side by side in its kernels


@dataclass(frozen=True, slots=True)
class LayerSaliency:
    """The strengths of a layer's output channels."""

    layer: str
    """The layer's name, as `core.model.network.layer_outputs.leaf_layers` gives it."""
    values: tuple[float, ...]
    """The mean |kernel| of each output channel."""

    @property
    def least(self) -> float:
        """The strength of the weakest channel."""
        return min(self.values, default=0.0)

    @property
    def most(self) -> float:
        """The strength of the strongest channel, ignoring NaN."""
        return max((value for value in self.values if not math.isnan(value)), default=0.0)

    def below(self, share: float) -> tuple[int, ...]:
        """Return the channels weaker than this share of the strongest one, and any with a kernel of only 0."""
        limit = share * self.most
        return tuple(channel for channel, value in enumerate(self.values) if value < limit or value == 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in `textscanner prune --json`, with null for NaN."""
        return {"layer": self.layer, "values": [None if math.isnan(value) else value for value in self.values]}


@dataclass(frozen=True, slots=True)
class StrengthsQuestion(NetworkQuestion):
    """Asks for the strengths of a network's channels, with a tuple of `LayerSaliency` as the answer."""

    plugin: ClassVar[str] = "pruning"
    work: ClassVar[str] = "core.plugins.pruning.channels:answer"


@dataclass(frozen=True, slots=True)
class PruneJob(PluginJob):
    """The request for pruning a model."""

    plugin: ClassVar[str] = "pruning"
    work: ClassVar[str] = "core.plugins.pruning.channels:prune_model"

    model: Path
    """A model file, a run, or one of its checkpoints."""
    out: Path
    """The new model. There must be no such file."""
    folder: Path
    """A project, whose validation words are read before and after."""
    share: float = WEAK
    """The share of the layer's greatest strength below which channels are weak, as that of `LayerSaliency.below`."""
    layers: tuple[str, ...] = ()
    """The layers that are pruned. Empty: all."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """The result of pruning: a model with some kernels set to 0."""

    out: Path
    """The file of the new model."""
    zeroed: tuple[tuple[str, tuple[int, ...]], ...]
    """Layers with the numbers of their channels whose kernels were set to 0."""
    words: int
    """The number of validation words that were read."""
    before: dict[str, float]
    """`word_accuracy`, `one_minus_ned` and `character_f1` of these words before the pruning."""
    after: dict[str, float]
    """The same measures after the pruning."""

    @property
    def channels(self) -> int:
        """The number of channels that were set to 0."""
        return sum(len(channels) for _, channels in self.zeroed)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner prune --out FILE --json`."""
        zeroed = {layer: list(channels) for layer, channels in self.zeroed}
        return {"zeroed": zeroed, "words": self.words, "before": self.before, "after": self.after}


def channel_numbers(kind: str, name: str, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the output channel to which each number in a kernel belongs.

    Parameters
    ----------
    kind : str
        The class of the kernel's layer.
    name : str
        The weight's name in the layer.
    shape : tuple of int
        [h, w, in, out] of a convolution, [h, w, out, in] of a transposed one, [h, w, in, multiplier] of a depthwise
        one, [in, out] of a dense layer, [in, 3 out] of a GRU.

    Returns
    -------
    array of int64
        The channels, from 0, as an array of that shape.
    """
    if "gru_cell/" in name:
        numbers = np.arange(shape[-1]) % (shape[-1] // _GATES)
    elif "Transpose" in kind:
        numbers = np.arange(shape[-2])[:, None]
    elif "Depthwise" in kind:
        numbers = np.arange(shape[-2] * shape[-1]).reshape(shape[-2:])
    else:
        numbers = np.arange(shape[-1])
    return np.broadcast_to(numbers, shape)


def strengths(kernels: Sequence[tuple[NDArray[Any], NDArray[np.int64]]]) -> tuple[float, ...]:
    """Return the mean |number| of each channel over several kernels that share their channels.

    Parameters
    ----------
    kernels : sequence of (array, int64 array)
        Each kernel, and its channel numbers as `channel_numbers` gives them.
    """
    sizes = np.concatenate([np.abs(values.astype(np.float64)).ravel() for values, _ in kernels])
    numbers = np.concatenate([numbers.ravel() for _, numbers in kernels])
    return tuple(map(float, np.bincount(numbers, sizes) / np.bincount(numbers)))


def saliency_csv(saliencies: Sequence[LayerSaliency], share: float) -> str:
    """Return a table of all channels: layer, channel, mean |kernel|, its share of the strongest, and if it is weak."""
    rows: list[tuple[object, ...]] = [("layer", "channel", "mean_abs_kernel", "share_of_strongest", "weak")]
    for saliency in saliencies:
        weak = set(saliency.below(share))
        rows += (
            (saliency.layer, channel, f"{value:.6g}", f"{value / (saliency.most or 1):.6g}", int(channel in weak))
            for channel, value in enumerate(saliency.values)
        )
    return csv_text(rows, end="\n")
