"""The curves of trainings, prepared for drawing: in groups, smoothed, and thinned to what a screen can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.runs.metrics import Curve

Group = Literal["losses", "measures", "rate", "gradient", "speed"]

LOSSES = ("loss", "localization", "order", "character", "mutual")
MEASURES = ("word_accuracy", "word_accuracy_ci", "one_minus_ned", "character_f1")
VALIDATION = "validation_"
"""Begins the names of the losses of a validation."""

GROUPS: Mapping[Group, tuple[str, ...]] = {
    "losses": (*LOSSES, *(VALIDATION + name for name in LOSSES)),
    "measures": MEASURES,
    "rate": ("learning_rate",),
    "gradient": ("gradient_norm",),
    "speed": ("images_per_second",),
}
"""The curves that are drawn in one pair of axes, in the order of their legend."""


def is_validated(name: str) -> bool:
    """Whether a curve has one value a validation, and not one a step."""
    return name in MEASURES or name.startswith(VALIDATION)


def smoothed(values: NDArray[Any], weight: float) -> NDArray[np.float64]:
    """The exponential moving average, without the bias towards 0 at its beginning (Kingma & Ba 2015, section 3).

    Parameters
    ----------
    values : (n,) float
        NaN is passed over.
    weight : float
        0 (as they are) up to, not including, 1: what the average so far counts against the next value.
    """
    from scipy.signal import lfilter  # noqa: PLC0415  the window starts without it

    known = np.isfinite(values)
    if not weight or not known.any():
        return values.astype(np.float64)
    sums, counts = (
        lfilter([1 - weight], [1, -weight], part) for part in (np.where(known, values, 0.0), known.astype(np.float64))
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(known, sums / counts, np.nan)


def thinned(curve: Curve, columns: int) -> Curve:
    """Not more points than a screen can show, with every peak kept: the least and the largest value of each column.

    Parameters
    ----------
    curve : Curve
    columns : int
        Pixels across; a curve of up to twice as many points stays as it is.
    """
    steps, values = curve
    if len(steps) <= 2 * columns:
        return curve
    column = np.minimum((steps - steps[0]) * columns // max(1, steps[-1] - steps[0]), columns - 1)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    ends = np.append(starts[1:], len(steps))
    low, high = np.where(np.isfinite(values), values, np.inf), np.where(np.isfinite(values), values, -np.inf)
    kept: list[int] = []
    for start, end in zip(starts, ends, strict=True):
        kept += sorted({int(start + low[start:end].argmin()), int(start + high[start:end].argmax())})
    return steps[kept], values[kept]


def value_at(curve: Curve, step: float) -> tuple[int, float] | None:
    """The step of a curve that is nearest to a given one, and its value; None of an empty one."""
    steps, values = curve
    if not len(steps):
        return None
    right = min(int(np.searchsorted(steps, step)), len(steps) - 1)
    place = right - 1 if right and step - steps[right - 1] < steps[right] - step else right
    return int(steps[place]), float(values[place])
