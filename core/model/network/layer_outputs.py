"""Reports the output of every layer of a network for a batch, to help find the faulty layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

FIRST = 4  # values of a layer's output that are reported one by one


@dataclass(frozen=True, slots=True)
class LayerOutput:
    """One output tensor of one layer."""

    name: str
    """The layer's name, behind the names of the models around it: `backbone/conv1_conv`. A layer that is used twice, or
    has several outputs, occurs as often."""
    kind: str
    """The layer's class."""
    tensor: str
    """The class of the output: `EagerTensor` if TensorFlow has run it operation by operation."""
    shape: tuple[int, ...]
    """The length of each axis, that of the batch first."""
    dtype: str
    """The dtype by Keras' name, such as "float32" or "bfloat16"."""
    least: float | None
    """The least of the finite values, or None if there are none."""
    mean: float | None
    """The mean of the finite values, or None if there are none."""
    most: float | None
    """The greatest of the finite values, or None if there are none."""
    not_finite: int
    """The number of values that are NaN or infinite."""
    first: tuple[float, ...] = ()
    """The first values, at most `FIRST`."""


def layer_outputs(model: keras.Model, batch: Any) -> tuple[LayerOutput, ...]:
    """Run a network eagerly, operation by operation, and return each layer's output.

    This takes some ten times as long as the compiled network, and changes nothing.

    Parameters
    ----------
    batch : array or structure of arrays
        As the model takes it.

    Returns
    -------
    tuple of LayerOutput
        In the order of the layers' ends; layers of inner models included, the models themselves not.
    """
    with described(model) as outputs:
        model(batch, training=False)
    return tuple(outputs)


@contextmanager
def described(model: keras.Model) -> Iterator[list[LayerOutput]]:
    """Yield a list to which each layer that runs, eagerly, within the context adds the outputs."""
    layers: list[LayerOutput] = []

    def look(name: str, layer: keras.layers.Layer, outputs: Any) -> None:
        layers.extend(_described(name, layer, part) for part in keras.tree.flatten(outputs))

    with watched(model, look):
        yield layers


class _ReachedError(Exception):
    """The wanted layer has run, so that the layers after it need not."""


def feature_maps(model: keras.Model, image: NDArray[np.uint8], name: str) -> NDArray[np.float32] | None:
    """Return the feature maps of one layer, from an eager run that leaves the moving statistics as they are.

    Parameters
    ----------
    image : (height, width, 3) uint8
        As the model takes it.
    name : str
        As `LayerOutput.name`, or the name of the model's input.

    Returns
    -------
    (h, w, channels) float32, or None
        None if the model has no such layer, or what the layer gives are no maps.
    """
    if name in [layer.name for layer in model.layers if isinstance(layer, keras.layers.InputLayer)]:
        return image.astype(np.float32)
    maps: list[Any] = []

    def look(layer_name: str, layer: keras.layers.Layer, outputs: Any) -> None:
        if layer_name == name:
            maps.append(outputs)
            raise _ReachedError

    with watched(model, look), suppress(_ReachedError):
        model(image[None], training=False)
    if not maps or isinstance(maps[0], dict | list | tuple):
        return None
    values: NDArray[np.float32] = keras.ops.convert_to_numpy(keras.ops.cast(maps[0], "float32"))[0]
    if values.ndim == 2:  # a map of one channel, without its axis
        values = values[..., None]
    return values if values.ndim == 3 else None


@contextmanager
def watched(model: keras.Model, look: Callable[[str, keras.layers.Layer, Any], None]) -> Iterator[None]:
    """Call `look(name, layer, outputs)` after each layer of a model has run, within the context."""

    def watching(name: str, layer: keras.layers.Layer) -> Callable[..., Any]:
        original = layer.call

        def call(*arguments: Any, **options: Any) -> Any:
            outputs = original(*arguments, **options)
            look(name, layer, outputs)
            return outputs

        return call

    with replaced({layer: watching(name, layer) for name, layer in leaf_layers(model)}):
        yield


@contextmanager
def replaced(methods: Mapping[keras.layers.Layer, Callable[..., Any]], name: str = "call") -> Iterator[None]:
    """Let layers run other methods in place of their own of a given name, within the context."""
    for layer, method in methods.items():
        layer.__dict__[name] = method  # past Keras' own bookkeeping of attributes
    try:
        yield
    finally:
        for layer in methods:
            layer.__dict__.pop(name, None)


def as_table(outputs: Sequence[LayerOutput]) -> str:
    """Return a table with one output a line, and the number of values that are not finite in the last column."""
    rows: list[tuple[str, ...]] = [("layer", "class", "tensor", "shape", "dtype", "least", "mean", "most", "values")]
    for output in outputs:
        numbers = ("-" if value is None else f"{value:.4g}" for value in (output.least, output.mean, output.most))
        shape = " × ".join(map(str, output.shape))
        values = " ".join(f"{value:.4g}" for value in output.first)
        more = " …" if math.prod(output.shape) > len(output.first) else ""
        remark = f"  {output.not_finite} NOT FINITE" if output.not_finite else ""
        facts = output.name, output.kind, output.tensor, shape, output.dtype
        rows.append((*facts, *numbers, values + more + remark))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def leaf_layers(model: keras.Model, prefix: str = "") -> Iterator[tuple[str, keras.layers.Layer]]:
    """Yield each layer of a model and of the models inside it with its full name, without those models themselves."""
    for layer in model.layers:
        if isinstance(layer, keras.Model):
            yield from leaf_layers(layer, f"{prefix}{layer.name}/")
        else:
            yield prefix + layer.name, layer


def _described(name: str, layer: keras.layers.Layer, output: Any) -> LayerOutput:
    dtype = keras.backend.standardize_dtype(output.dtype)
    # float16 would overflow in the mean; NumPy has no bfloat16 of its own
    values: NDArray[np.float64] = keras.ops.convert_to_numpy(output).astype(np.float64)
    finite = values[np.isfinite(values)]
    least, mean, most = (
        (float(finite.min()), float(finite.mean()), float(finite.max())) if finite.size else (None, None, None)
    )
    kind, tensor = type(layer).__name__, type(output).__name__
    missing, first = values.size - finite.size, tuple(values.ravel()[:FIRST].tolist())
    return LayerOutput(
        name=name,
        kind=kind,
        tensor=tensor,
        shape=tuple(values.shape),
        dtype=dtype,
        least=least,
        mean=mean,
        most=most,
        not_finite=missing,
        first=first,
    )
