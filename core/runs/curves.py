"""Reads the curves of a training, from its events or its run's `metrics.jsonl`, and prepares them for drawing."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.base.described import Described
from core.base.files import open_file
from core.base.plugins.active import plugins
from core.runs.events import Step, ValidationDone
from core.runs.files import parsed_line

Curve = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(steps, values), both (n,), in the order of recording; NaN if a value was not finite."""

PARTS = (*(f"backbone/conv{stage}" for stage in range(1, 6)), "decoder", "character", "order", "localization")
"""The parts of the network that have a gradient norm each (`core.model.steps.groups.parts_of`), as an image passes
them: the stages of the backbone, the decoder, the three branches."""

GRADIENT = "gradient_norm/"  # prefix of the names of the curves of gradient norms by part

LAYER = "layer_gradient/"
"""Prefix of the names of the curves of gradient norms by layer, `PART/LAYER`; they have a value every ten steps."""

TimeKind = Literal["step", "feed", "validation", "maps"]
TIME_KINDS: tuple[TimeKind, ...] = get_args(TimeKind)
"""The kinds of time of a training: its steps, the wait for their batches, validations, and live maps."""

STARVED = 0.2
"""Share of the time that the steps wait for their batches, from which on the feed is the bottleneck."""

TIME = "time/"
"""Prefix of the names of the curves of the shares of time."""

CONTEXT = "Curves"  # translation context of titles and helps, as in `app.views.runs.curve_plot`

_NO_CURVES = frozenset({"kind", "step", "gradient_norms", "layer_norms", "time_shares", "seconds", "best", "images"})
_FIRST = 256
_MOST_CURVES = 5000
_LARGEST = sys.float_info.max
_AT_ONCE = 16 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Metric(Described):
    """A measure of readings or maps, whose id names its curve and is its key in `metrics.jsonl`."""


OWN_METRICS = (
    Metric("word_accuracy", "Words read exactly", "Share of the words, case and symbols included"),
    Metric("word_accuracy_ci", "Words, case ignored", "Share of the words, compared only by letters and digits"),
    Metric("one_minus_ned", "1 − edit distance", "As a share of the longer text, mean over the words"),
    Metric("character_f1", "Character F1", "Harmonic mean of precision and recall of the characters"),
)
MAP_METRICS = (
    Metric("character_map_f1", "Character map, F1"),
    Metric("character_map_iou", "Character map, IoU"),
    Metric("order_map_f1", "Order map, F1"),
    Metric("order_map_iou", "Order map, IoU"),
)
"""Measures of the class maps, which are drawn as curves as those of `METRICS` are."""

LOSSES = ("loss", "localization", "order", "character", "mutual", "term")
"""The losses in the order of their legend; `term` is there if a plug-in brings one."""

_TAKEN = frozenset({"kind", "step", "images", "best", "center_in_box", "order_accuracy", "difficulty", "learning_rate"})
_TAKEN |= {"gradient_norm", "images_per_second", *LOSSES, *(metric.id for metric in (*OWN_METRICS, *MAP_METRICS))}

METRICS = (
    *OWN_METRICS,
    *(Metric(part.id, part.title, part.help) for _, part in plugins().parts("metrics", _TAKEN)),
)
"""The measures of readings, first the program's own, then those of plug-ins."""


class _Growing:
    def __init__(self) -> None:
        self.count = 0
        self.steps = np.empty(_FIRST, np.int64)
        self.values = np.empty(_FIRST, np.float64)

    def add(self, step: int, value: float) -> None:
        if self.count and step <= self.steps[self.count - 1]:
            return  # the run's file may already hold lines whose events are yet to come
        if self.count == len(self.steps):
            self.steps = np.concatenate([self.steps, np.empty_like(self.steps)])
            self.values = np.concatenate([self.values, np.empty_like(self.values)])
        self.steps[self.count], self.values[self.count] = step, value
        self.count += 1


class Curves(Mapping[str, Curve]):
    """The curves of a training by name.

    A step gives `loss`, `localization`, `order`, `character`, `mutual`, `term` if a plug-in brings one,
    `learning_rate`, `gradient_norm`, `gradient_norm/decoder` and so on for each of `PARTS`, `images_per_second`,
    `time/feed` and so on for each of `TIME_KINDS`, and now and then `layer_gradient/decoder/LAYER` and so on for each
    layer; a validation `word_accuracy`, `one_minus_ned`, `character_f1` … and each loss as `validation_loss`,
    `validation_order` …

    The arrays are views of the current values: they neither grow nor change.
    """

    def __init__(self) -> None:
        self._curves: dict[str, _Growing] = {}
        self.last_step = 0

    def __getitem__(self, name: str) -> Curve:
        curve = self._curves[name]
        return curve.steps[: curve.count], curve.values[: curve.count]

    def __iter__(self) -> Iterator[str]:
        return iter(self._curves)

    def __len__(self) -> int:
        return len(self._curves)

    def last(self, name: str) -> float | None:
        """Return the last value of a curve, or None if the curve is missing or empty."""
        curve = self._curves.get(name)
        return None if curve is None or not curve.count else float(curve.values[curve.count - 1])

    def add_event(self, event: Step | ValidationDone) -> None:
        """Add the values of a step or a validation to the curves."""
        values: dict[str, Any]
        if isinstance(event, Step):
            values = {**event.losses, "learning_rate": event.learning_rate, "gradient_norm": event.gradient_norm}
            values |= {"images_per_second": event.images_per_second}
            self._add(event.step, values | _mapped(event.part_norms, event.layer_norms, event.time_shares))
        else:
            self._add_validation(event.step, event.losses, event.metrics, event.difficulty)

    def add_line(self, line: Mapping[str, Any]) -> None:
        """Add a line of `metrics.jsonl` to the curves if it records a step or a validation."""
        step = line.get("step")
        if not isinstance(step, int):
            return
        if line.get("kind") == "step":
            values = {k: v for k, v in line.items() if k not in _NO_CURVES}
            mapped = _mapped(line.get("gradient_norms"), line.get("layer_norms"), line.get("time_shares"))
            self._add(step, values | mapped)
        elif line.get("kind") == "validation":
            losses, metrics = line.get("losses"), line.get("metrics")
            if isinstance(losses, dict) and isinstance(metrics, dict):
                self._add_validation(step, losses, metrics, line.get("difficulty"))

    def _add_validation(
        self, step: int, losses: Mapping[str, Any], metrics: Mapping[str, Any], difficulty: int | None
    ) -> None:
        values = {**{f"validation_{name}": value for name, value in losses.items()}, **metrics}
        self._add(step, values if difficulty is None else values | {"difficulty": difficulty})

    def _add(self, step: int, values: Mapping[str, Any]) -> None:
        self.last_step = max(self.last_step, step)
        for name, value in values.items():
            if (value is None or isinstance(value, (int, float))) and (
                name in self._curves or len(self._curves) < _MOST_CURVES
            ):
                finite = math.nan if value is None or not abs(value) <= _LARGEST else float(value)
                self._curves.setdefault(name, _Growing()).add(step, finite)


def _mapped(norms_by_part: Any, norms_by_layer: Any, shares_of_time: Any) -> dict[str, Any]:
    pairs = ((GRADIENT, norms_by_part), (LAYER, norms_by_layer), (TIME, shares_of_time))
    return {
        prefix + name: value
        for prefix, values in pairs
        if isinstance(values, Mapping)
        for name, value in values.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class Gradients:
    """The gradient norms of a run, layer by layer."""

    layers: tuple[str, ...]
    """The layers as `PART/LAYER`, in the order of an image's way."""
    steps: NDArray[np.int64]
    """(s,) int64: the steps."""
    norms: NDArray[np.float64]
    """(layers, s) float64: the norms. 0 if a layer was frozen or its norm was not finite."""


def gradients(curves: Mapping[str, Curve], most: int = 400) -> Gradients | None:
    """Return the gradient norms by layer at no more than `most` steps, or None if there are none."""
    names = [name for name in curves if name.startswith(LAYER) and _part(name) in PARTS]
    if not names:
        return None
    names.sort(key=lambda name: PARTS.index(_part(name)))  # layers that were thawed come last else
    steps = np.unique(np.concatenate([curves[name][0] for name in names]))
    norms = np.zeros((len(names), len(steps)))
    for row, name in zip(norms, names, strict=True):
        row[np.searchsorted(steps, curves[name][0])] = np.nan_to_num(curves[name][1])
    kept = np.linspace(0, len(steps) - 1, min(most, len(steps))).round().astype(int)
    return Gradients(tuple(name.removeprefix(LAYER) for name in names), steps[kept], norms[:, kept])


def _part(name: str) -> str:
    return name.removeprefix(LAYER).rpartition("/")[0]


class MetricsFile:
    """Reads a `metrics.jsonl` piece by piece while another process appends to it.

    `path`: may not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: tuple[int, int] | None = None
        self._offset = 0

    def new_lines(self) -> tuple[bool, list[dict[str, Any]]]:
        """Return the lines completed since the last call, or only the first of them if there are very many.

        Returns
        -------
        bool
            Whether the file was replaced, for example after a run was resumed: earlier lines no longer count.
        list of dict
        """
        try:
            with open_file(self.path) as file:
                status = os.fstat(file.fileno())
                now = (status.st_dev, status.st_ino)
                is_other = self._file is not None and (now != self._file or status.st_size < self._offset)
                if is_other:
                    self._offset = 0
                self._file = now
                file.seek(self._offset)
                data = file.read(_AT_ONCE)
        except OSError:
            return False, []
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        return is_other, [line for line in map(parsed_line, whole.splitlines()) if line is not None]


def read_curves(path: Path) -> Curves:
    """Read the curves from a `metrics.jsonl`, or return no curves if the file cannot be read."""
    curves, file = Curves(), MetricsFile(path)
    while lines := file.new_lines()[1]:
        for line in lines:
            curves.add_line(line)
    return curves


Group = Literal["losses", "validated", "measures", "maps", "rate", "gradient", "parts", "speed", "time", "difficulty"]

MEASURES = tuple(metric.id for metric in METRICS)
MAP_MEASURES = tuple(metric.id for metric in MAP_METRICS)
VALIDATION = "validation_"  # prefix of the names of a validation's losses

GROUPS: Mapping[Group, tuple[str, ...]] = {
    "losses": LOSSES,
    "validated": tuple(VALIDATION + name for name in LOSSES),
    "measures": MEASURES,
    "maps": MAP_MEASURES,
    "rate": ("learning_rate",),
    "gradient": ("gradient_norm",),
    "parts": tuple(GRADIENT + part for part in PARTS),
    "speed": ("images_per_second",),
    "time": tuple(TIME + kind for kind in TIME_KINDS),
    "difficulty": ("difficulty",),
}
"""The curves that are drawn in one pair of axes, in the order of their legend."""


def is_validated(name: str) -> bool:
    """Return True if a curve has one value for each validation, and not for each step."""
    return name in (*MEASURES, *MAP_MEASURES, "difficulty") or name.startswith(VALIDATION)


def smoothed(values: NDArray[Any], weight: float) -> NDArray[np.float64]:
    """Return the exponential moving average, without its initial bias towards 0 (Kingma & Ba 2015, section 3).

    Parameters
    ----------
    values : (n,) float
        NaN is passed over.
    weight : float
        0 (no smoothing) up to, not including, 1: weight of the average so far against the next value.
    """
    from scipy.signal import lfilter  # the window starts without it

    known = np.isfinite(values)
    if not weight or not known.any():
        return values.astype(np.float64)
    sums, counts = (
        lfilter([1 - weight], [1, -weight], part) for part in (np.where(known, values, 0.0), known.astype(np.float64))
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(known, sums / counts, np.nan)


def value_at(curve: Curve, step: float) -> tuple[int, float] | None:
    """Return the step of a curve that is nearest to a given one, and the value there, or None for an empty curve."""
    steps, values = curve
    if not len(steps):
        return None
    right = min(int(np.searchsorted(steps, step)), len(steps) - 1)
    place = right - 1 if right and step - steps[right - 1] < steps[right] - step else right
    return int(steps[place]), float(values[place])
