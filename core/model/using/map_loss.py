"""Computes the loss of one prediction from an image's predicted maps alone, without the network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.render import IGNORE, TargetMaps
from core.runs.spec import LossWeights

_LEAST = 2.0**-24  # the smallest probability above 0 that float16 can hold


def map_loss(predicted: PredictedMaps, target: TargetMaps) -> float:
    """Return λ_l·L_l + λ_o·L_o + L_s of one image, as `compute_loss` returns it for a batch of this image, without L_m.

    The kind of the loss is "balanced", and its constants are the defaults of `LossWeights`, whatever the model was
    trained with: images are compared with each other.

    Parameters
    ----------
    predicted : PredictedMaps
        A symbol that was not kept at a pixel gets an even share of the pixel's remaining probability.
    target : TargetMaps
        Rendered with the model's charset and spec.
    """
    weights = LossWeights()
    deviation = np.abs(predicted.localization.astype(np.float64) - target.localization)
    small, large = 0.5 * deviation**2, weights.delta * (deviation - 0.5 * weights.delta)  # Girshick 2015, eq. 3
    localization = np.where(deviation < weights.delta, small, large).mean()
    order = np.take_along_axis(predicted.order, target.order[..., None].astype(np.int64), axis=-1)[..., 0]
    wanted = np.maximum(target.character, 0)
    kept = predicted.symbol_ids == wanted[..., None]
    known = (kept * predicted.symbol_scores.astype(np.float64)).sum(axis=-1)
    rest = predicted.symbols.rest.reshape(predicted.map_size)
    character = np.where(kept.any(axis=-1), known, rest)
    judged = target.character != IGNORE
    return float(
        weights.localization * localization
        + weights.order * _balanced(order, target.order)
        + weights.character * _balanced(character[judged], target.character[judged])
    )


def _balanced(probability: NDArray[np.floating], classes: NDArray[np.int32]) -> float:
    """Mean cross-entropy with half the weight on the background and half on the foreground."""
    entropy = -np.log(np.maximum(probability.astype(np.float64), _LEAST))
    halves = (entropy[classes == 0], entropy[classes > 0])
    return 0.5 * sum(float(half.mean()) for half in halves if half.size)
