"""The facts about each layer of a model, as plain data that a window without Keras can show."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

INPUT = "InputLayer"  # the kind of the layer that holds the image


@dataclass(frozen=True, slots=True)
class WeightFacts:
    """One array of a layer's weights."""

    name: str
    """The name behind the layer's name: `kernel`, `both_ways/forward_gru/gru_cell/kernel`."""
    shape: tuple[int, ...]
    """The length of each axis, as `layout` names them."""
    layout: str
    """The meanings of the axes: `[h, w, in, out]`."""
    is_trainable: bool
    """True if a training changes the array. False for a frozen layer and for statistics."""

    @property
    def parameters(self) -> int:
        """The number of values in the array."""
        return math.prod(self.shape)


@dataclass(frozen=True, slots=True)
class LayerFacts:
    """The facts about one layer: its class, shapes, weights, connections and values."""

    name: str
    """The name behind the names of the models around the layer: `network/backbone/stem_conv`."""
    kind: str
    """The layer's class."""
    inputs: tuple[str, ...]
    """The layers whose outputs this one takes."""
    shapes: tuple[tuple[int, ...], ...]
    """The shapes of the outputs for one image of the model's own size."""
    layout: str
    """The meanings of the output's axes: `NHWC`. Empty if the layer has several outputs."""
    dtype: str
    """The dtype of the first output."""
    weights: tuple[WeightFacts, ...] = ()
    """The arrays of the layer's weights. Empty if the layer has none."""
    multiply_adds: int = 0
    """The number of multiply-adds for one image: the products with the layer's kernels and, of word formation, of the
    maps with each other."""
    least: float | None = None
    """The least of the finite values that the layer gives for the image, or None if there is no image or no finite
    value."""
    mean: float | None = None
    """The mean of these values."""
    most: float | None = None
    """The greatest of these values."""
    not_finite: int = 0
    """The number of values that are NaN or infinite."""

    @property
    def parameters(self) -> int:
        """The number of values in the layer's weights."""
        return sum(weight.parameters for weight in self.weights)

    @property
    def trainable(self) -> int:
        """The number of values that a training changes among the layer's weights."""
        return sum(weight.parameters for weight in self.weights if weight.is_trainable)

    @property
    def own_name(self) -> str:
        """The layer's name without the names of the models around it."""
        return self.name.rpartition("/")[2]

    @property
    def shape_text(self) -> str:
        """The shape of the layer's output, or of its first output with the number of the others."""
        first = " × ".join(map(str, self.shapes[0])) if self.shapes else ""
        return first if len(self.shapes) < 2 else f"{first} + {len(self.shapes) - 1}"

    @property
    def kernel_layout(self) -> str:
        """The layout of the layer's first kernel, or "" without a kernel."""
        return next((weight.layout for weight in self.weights if weight.name.endswith("kernel")), "")

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in `textscanner layers --json`."""
        values: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "inputs": list(self.inputs),
            "shapes": [list(shape) for shape in self.shapes],
            "layout": self.layout,
            "dtype": self.dtype,
            "parameters": self.parameters,
            "trainable": self.trainable,
            "multiply_adds": self.multiply_adds,
            "weights": [
                {"name": weight.name, "shape": list(weight.shape), "layout": weight.layout} for weight in self.weights
            ],
        }
        if self.least is not None or self.not_finite:
            values |= {"least": self.least, "mean": self.mean, "most": self.most, "not_finite": self.not_finite}
        return values


def totals(layers: Sequence[LayerFacts]) -> dict[str, int]:
    """Return the sums over all layers, called `parameters`, `trainable` and `multiply_adds`."""
    return {
        "parameters": sum(layer.parameters for layer in layers),
        "trainable": sum(layer.trainable for layer in layers),
        "multiply_adds": sum(layer.multiply_adds for layer in layers),
    }


def layer_table(layers: Sequence[LayerFacts]) -> str:
    """Return a table with one layer a line, and the sums below."""
    columns: tuple[tuple[str, Callable[[LayerFacts], str]], ...] = (
        ("layer", lambda layer: layer.name),
        ("class", lambda layer: layer.kind),
        ("output", lambda layer: layer.shape_text),
        ("layout", lambda layer: layer.layout),
        ("kernel", lambda layer: layer.kernel_layout),
        ("parameters", lambda layer: f"{layer.parameters:,}"),
        ("multiply-adds", lambda layer: f"{layer.multiply_adds:,}"),
        ("dtype", lambda layer: layer.dtype),
        ("least", lambda layer: _number(layer.least)),
        ("mean", lambda layer: _number(layer.mean)),
        ("most", lambda layer: _number(layer.most)),
        ("", lambda layer: f"{layer.not_finite} NOT FINITE" if layer.not_finite else ""),
    )
    if not any(layer.least is not None or layer.not_finite for layer in layers):
        columns = columns[:8]
    rows = [[title for title, _ in columns], *([text(layer) for _, text in columns] for layer in layers)]
    sums = totals(layers)
    rows.append([f"{len(layers)} layers", "", "", "", "", f"{sums['parameters']:,}", f"{sums['multiply_adds']:,}"])
    rows[-1] += [""] * (len(columns) - len(rows[-1]))
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, cells, widths)).rstrip() for cells in rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
