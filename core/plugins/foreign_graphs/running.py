"""Runs a graph of another program on an image, and measures its outputs."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from core.base.errors import ModelError, Sentence
from core.base.images import read_image
from core.base.phrases import listed
from core.plugins.foreign_graphs.graph import ForeignOutput, ForeignRun, ForeignTensor, Values
from core.plugins.foreign_graphs.reading import ReadGraph

_NUMBERS = ("uint8", "float32", "float16", "float64", "bfloat16", "int32", "int64")
_CHANNELS = (3, 1)
_DIVIDES = 32  # what most networks want of a size that is free
_MOST = 100  # outputs of a graph that names none
_SCALES: dict[Values, tuple[float, float]] = {"bytes": (1, 0), "unit": (1 / 255, 0), "signed": (1 / 127.5, -1)}


def run_graph(read: ReadGraph, image: Path, values: Values) -> ForeignRun:
    """Give the pixels of an image to the input that takes them, and return the facts about the outputs.

    Parameters
    ----------
    read : ReadGraph
        The graph.
    image : Path
        The image.
    values : Values
        The scale of the pixels.

    Raises
    ------
    ModelError
        If no input takes an image, or others need values, too.
    ImageError
        If the image cannot be read.
    Exception
        An error of TensorFlow, which promises no type, if the graph fails.
    """
    part = read.part_to_run()
    given, layout = _image_input(read, {node.name for node in part.node})
    pixels = _prepared(read_image(image), given, layout, values)
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(part, name="")
        with tf.compat.v1.Session(graph=graph) as session:
            if read.restore:
                session.run(read.restore, {read.file_name: str(read.variables)})
            fetched = _fetched(graph, read)
            fed = {given.tensor: pixels}
            session.run([tensor for _, tensor in fetched], fed)
            began = time.perf_counter()
            results = session.run([tensor for _, tensor in fetched], fed)
            seconds = time.perf_counter() - began
    outputs = tuple(_figures(name, np.asarray(value)) for (name, _), value in zip(fetched, results, strict=True))
    fed_as = ForeignTensor(given.name, given.tensor, pixels.dtype.name, pixels.shape)
    return ForeignRun(str(image), fed_as, outputs, seconds)


def _image_input(read: ReadGraph, used: Collection[str]) -> tuple[ForeignTensor, str]:
    """Return the input that takes an image, and the letters of its axes, "bhwc" or the like.

    `used` names the operators that are run. ModelError is raised if no input takes an image, or another one has no
    value.
    """
    graph = read.graph
    fitting = [(tensor, layout) for tensor in graph.inputs if (layout := _layout(tensor))]
    if not fitting:
        inputs = "; ".join(f"{tensor.name} {tensor.dtype} {tensor.shape_text()}" for tensor in graph.inputs)
        raise ModelError(
            "None of its inputs takes an image of one or three channels: {inputs}.",
            inputs=inputs or Sentence("there is none"),
        )
    chosen = fitting[0]
    further = [
        tensor.name
        for tensor in graph.inputs
        if tensor is not chosen[0] and (name := tensor.tensor.partition(":")[0]) in used and name not in read.defaults
    ]
    if further:
        raise ModelError("It needs values for {names} beside an image.", names=listed(further))
    return chosen


def _layout(tensor: ForeignTensor) -> str:
    shape = tensor.shape
    if shape is None or tensor.dtype not in _NUMBERS or len(shape) not in (3, 4):
        return ""
    batch = "b" * (len(shape) - 3)
    if shape[-1] in (*_CHANNELS, None):
        return f"{batch}hwc"
    return f"{batch}chw" if shape[-3] in _CHANNELS else ""


def _prepared(image: NDArray[np.uint8], given: ForeignTensor, layout: str, values: Values) -> NDArray[Any]:
    assert given.shape is not None
    lengths = dict(zip(layout, given.shape, strict=True))
    size = [lengths[axis] or -(-old // _DIVIDES) * _DIVIDES for axis, old in zip("hw", image.shape, strict=False)]
    image = np.asarray(cv2.resize(image, (size[1], size[0]), interpolation=cv2.INTER_AREA), np.uint8)
    if lengths["c"] == 1:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)[..., None]
    dtype = tf.dtypes.as_dtype(given.dtype)
    factor, offset = _SCALES[values] if dtype.is_floating else _SCALES["bytes"]
    pixels = (image.astype(np.float32) * factor + offset).astype(dtype.as_numpy_dtype)
    if "chw" in layout:
        pixels = np.moveaxis(pixels, -1, 0)
    return np.repeat(pixels[None], lengths["b"] or 1, axis=0) if "b" in layout else pixels


def _fetched(graph: tf.Graph, read: ReadGraph) -> list[tuple[str, Any]]:
    if read.graph.signature:
        tensors = [(output.name, graph.get_tensor_by_name(output.tensor)) for output in read.graph.outputs]
    else:
        operations = [graph.get_operation_by_name(output.name) for output in read.graph.outputs]
        tensors = [(tensor.name, tensor) for operation in operations for tensor in operation.outputs][:_MOST]
    return [(name, tensor) for name, tensor in tensors if tensor.dtype not in (tf.resource, tf.variant)]


def _figures(name: str, value: NDArray[Any]) -> ForeignOutput:
    shape = tuple(value.shape)
    try:
        numbers = value.astype(np.float64)
    except (TypeError, ValueError):  # texts
        return ForeignOutput(name, str(value.dtype), shape)
    finite = numbers[np.isfinite(numbers)]
    if not finite.size:
        return ForeignOutput(name, str(value.dtype), shape)
    at = np.unravel_index(np.where(np.isfinite(numbers), numbers, -np.inf).argmax(), shape)
    least, mean, greatest = (float(figure) for figure in (finite.min(), finite.mean(), finite.max()))
    return ForeignOutput(
        name=name,
        dtype=str(value.dtype),
        shape=shape,
        least=least,
        mean=mean,
        greatest=greatest,
        at=tuple(int(place) for place in at),
    )
