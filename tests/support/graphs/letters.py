"""A CTC network of two layers that reads words drawn for it, and graphs that no program should run."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from core.readers.recogniser import Pictures

SYMBOLS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
HEIGHT, WIDTH = 32, 24
PICTURES = Pictures(HEIGHT, WIDTH, True, "pad", "zero", "grey", (1.0,), (-1.0,))
"""As the network wants them: black is 1 and white is 0, so what fills the rest is white."""

_SHARPNESS = 2.0


def drawn(symbol: str) -> NDArray[np.uint8]:
    """The picture of one symbol, black on white."""
    cell = np.full((HEIGHT, WIDTH), 255, np.uint8)
    if symbol:
        (width, _), _ = cv2.getTextSize(symbol, cv2.FONT_HERSHEY_SIMPLEX, 0.8, 2)
        cv2.putText(cell, symbol, ((WIDTH - width) // 2, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0,), 2)
    return cell


def word_picture(text: str) -> NDArray[np.uint8]:
    """(32, width, 3) uint8: the symbols of a word, each in a cell, and an empty cell behind each."""
    cells = [cell for symbol in text for cell in (drawn(symbol), drawn(""))]
    return np.repeat(np.hstack(cells)[..., None], 3, axis=2)


def kernels() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(height, width, 1, classes) and (classes,): a convolution whose greatest class is that of the nearest picture."""
    pictures = np.stack([1 - drawn(symbol).astype(np.float32) / 255 for symbol in ("", *SYMBOLS)], axis=-1)
    weights = 2 * _SHARPNESS * pictures[:, :, None]
    return weights, -_SHARPNESS * (pictures**2).sum(axis=(0, 1))


def save_letters(path: Path, *, properties: dict[str, str] | None = None, **sides: Any) -> Path:
    """Write the network as an ONNX file. `sides`: `batch` and `width` of its input; a name for one that is free."""
    onnx = pytest.importorskip("onnx")
    weights, bias = kernels()
    batch, width = sides.get("batch", "batch"), sides.get("width", "width")
    nodes = [
        onnx.helper.make_node("Conv", ["x", "w", "b"], ["c"], strides=[HEIGHT, WIDTH]),
        onnx.helper.make_node("Squeeze", ["c", "two"], ["s"]),
        onnx.helper.make_node("Transpose", ["s"], ["t"], perm=[0, 2, 1]),
        onnx.helper.make_node("Softmax", ["t"], ["y"], axis=2),
    ]
    values = {
        "w": np.ascontiguousarray(weights.transpose(3, 2, 0, 1)),
        "b": bias,
        "two": np.array([2], np.int64),
    }
    return save(path, nodes, [batch, 1, HEIGHT, width], [batch, "columns", len(bias)], values, properties)


def save(
    path: Path,
    nodes: list[Any],
    given: list[int | str] | None,
    gives: list[int | str] | None,
    values: dict[str, NDArray[Any]] | None = None,
    properties: dict[str, str] | None = None,
    *,
    domains: tuple[str, ...] = (),
) -> Path:
    """Write a graph from `x` to `y`, both of float32, as an ONNX file."""
    onnx = pytest.importorskip("onnx")
    floats = onnx.TensorProto.FLOAT
    inputs = [] if given is None else [onnx.helper.make_tensor_value_info("x", floats, given)]
    outputs = [onnx.helper.make_tensor_value_info("y", floats, gives)]
    held = [onnx.numpy_helper.from_array(value, name) for name, value in (values or {}).items()]
    graph = onnx.helper.make_graph(nodes, "graph", inputs, outputs, held)
    opsets = [onnx.helper.make_opsetid(domain, version) for domain, version in (("", 17), *((d, 1) for d in domains))]
    model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=8)
    for key, value in (properties or {}).items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    path.write_bytes(model.SerializeToString())
    return path


def save_greedy(path: Path, numbers: int) -> Path:
    """A network that asks for memory for so many numbers once it runs."""
    onnx = pytest.importorskip("onnx")
    nodes = [
        onnx.helper.make_node("ReduceMean", ["x"], ["m"], keepdims=0),
        onnx.helper.make_node("Cast", ["m"], ["i"], to=onnx.TensorProto.INT64),
        onnx.helper.make_node("Mul", ["i", "none"], ["o"]),
        onnx.helper.make_node("Add", ["o", "side"], ["n"]),
        onnx.helper.make_node("ConstantOfShape", ["n"], ["y"]),
    ]
    values = {"none": np.array([0], np.int64), "side": np.array([1, numbers // 4, 4], np.int64)}
    return save(path, nodes, ["batch", 1, HEIGHT, "width"], ["batch", "columns", 4], values)


def save_endless(path: Path) -> Path:
    """A network that counts as far as it goes before it gives anything."""
    onnx = pytest.importorskip("onnx")
    helper, types = onnx.helper, onnx.TensorProto
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["go_on"]),
            helper.make_node("Sin", ["before"], ["after"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("number", types.INT64, []),
            helper.make_tensor_value_info("go", types.BOOL, []),
            helper.make_tensor_value_info("before", types.FLOAT, [1, "columns", 4]),
        ],
        [
            helper.make_tensor_value_info("go_on", types.BOOL, []),
            helper.make_tensor_value_info("after", types.FLOAT, [1, "columns", 4]),
        ],
    )
    nodes = [
        helper.make_node("Reshape", ["x", "shape"], ["start"]),
        helper.make_node("Loop", ["times", "true", "start"], ["y"], body=body),
    ]
    values = {
        "shape": np.array([1, -1, 4], np.int64),
        "times": np.array(np.iinfo(np.int64).max, np.int64),
        "true": np.array(True),
    }
    return save(path, nodes, [1, 1, HEIGHT, "width"], [1, "columns", 4], values)
