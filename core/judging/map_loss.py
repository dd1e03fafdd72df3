"""The loss of a prediction that is at hand, in NumPy: how surprised the network was by what the label says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.judging.predicted_maps import PredictedMaps
from core.labels.maps.render import IGNORE, TargetMaps

LOCALIZATION, ORDER, CHARACTER = 10.0, 10.0, 1.0
"""Weights of L_l, L_o and L_s (Wan et al. 2020, "Loss")."""

_LEAST = 2.0**-24  # the smallest probability above 0 that float16 can hold


def map_loss(predicted: PredictedMaps, target: TargetMaps) -> float:
    """L = 10·L_l + 10·L_o + L_s of one image, as `compute_loss` of the network has it for a batch of this alone.

    Parameters
    ----------
    predicted : PredictedMaps
        Of symbols that were not kept, the even share of what is left of a pixel's probability.
    target : TargetMaps
        Rendered with the model's charset and spec.
    """
    deviation = np.abs(predicted.localization.astype(np.float64) - target.localization)
    localization = np.where(deviation < 1, 0.5 * deviation**2, deviation - 0.5).mean()  # Girshick 2015, eq. 3
    order = np.take_along_axis(predicted.order, target.order[..., None].astype(np.int64), axis=-1)[..., 0]
    wanted = np.maximum(target.character, 0)
    kept = predicted.symbol_ids == wanted[..., None]
    known = (kept * predicted.symbol_scores.astype(np.float64)).sum(axis=-1)
    rest = predicted.symbols.rest.reshape(predicted.map_size)
    character = np.where(kept.any(axis=-1), known, rest)
    judged = target.character != IGNORE
    return float(
        LOCALIZATION * localization
        + ORDER * _balanced(order, target.order)
        + CHARACTER * _balanced(character[judged], target.character[judged])
    )


def _balanced(probability: NDArray[np.floating], classes: NDArray[np.int32]) -> float:
    """Mean cross-entropy in which background and foreground carry half the weight each."""
    entropy = -np.log(np.maximum(probability.astype(np.float64), _LEAST))
    halves = (entropy[classes == 0], entropy[classes > 0])
    return 0.5 * sum(float(half.mean()) for half in halves if half.size)
