"""Adds up the operators of a trace by type and by layer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import keras

from core.model.profiling.trace import OperatorRun
from core.runs.profile import LOSSES, OTHER, UPDATE, LayerCost, OperatorCost

_NUMBERED = re.compile(r"(.+?)_\d+")  # TensorFlow numbers a name that is taken
_BACKWARD = "gradient_tape"


def operator_costs(runs: Iterable[OperatorRun], steps: int) -> tuple[OperatorCost, ...]:
    """Return calls and time a step by type of operator, the most expensive first."""
    sums: dict[str, tuple[int, float]] = {}
    for run in runs:
        calls, seconds = sums.get(run.kind, (0, 0.0))
        sums[run.kind] = (calls + 1, seconds + run.seconds)
    costs = (OperatorCost(kind, calls / steps, seconds / steps) for kind, (calls, seconds) in sums.items())
    return tuple(sorted(costs, key=lambda cost: -cost.seconds))


def layer_costs(runs: Iterable[OperatorRun], model: keras.Model, steps: int) -> tuple[LayerCost, ...]:
    """Return the time a step by layer, the most expensive first.

    An operator belongs to the innermost layer that its name in the graph tells; what is no layer's is of the losses, of
    the update of the weights, or of neither.
    """
    known = {layer.name: (name, type(layer).__name__) for name, layer in _layers(model)}
    known |= {name: (name, "") for name in (LOSSES, UPDATE)}

    @cache
    def layer_of(node: str) -> tuple[str, str]:
        for part in reversed(node.split("/")):
            numbered = _NUMBERED.fullmatch(part)
            layer = known.get(part) or (known.get(numbered[1]) if numbered else None)
            if layer:
                return layer
        return OTHER, ""

    sums: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        both = sums.setdefault(layer_of(run.name), [0.0, 0.0])
        both[_BACKWARD in run.name] += run.seconds
    costs = (LayerCost(*layer, *(seconds / steps for seconds in both)) for layer, both in sums.items())
    return tuple(sorted(costs, key=lambda cost: -cost.seconds))


def _layers(model: keras.Model, prefix: str = "") -> Iterator[tuple[str, keras.layers.Layer]]:
    for layer in model.layers:
        if isinstance(layer, keras.Model):
            yield from _layers(layer, f"{prefix}{layer.name}/")
        else:
            yield prefix + layer.name, layer
