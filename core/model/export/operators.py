"""Counts the operators in each form of a model, which differ between TensorFlow, TensorFlow Lite and ONNX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from core.base.files import open_file, read_file
from core.base.json_text import parse_json, read_json
from core.runs.model_spec import config_of, open_model

_MOST_BYTES = 2 << 30  # of a graph: protobuf counts no further


def operators_of(path: Path) -> dict[str, int]:
    """Count the operators of a model file or of a SavedModel's folder by their names.

    For `.keras` and `.json`, which hold no graph, these are the layers and Keras' operations.
    """
    count = _COUNTERS.get(path.suffix, _of_savedmodel if path.is_dir() else None)
    return {} if count is None else dict(sorted(Counter(count(path)).items()))


def _of_graph_def(graph: Any) -> Iterator[str]:
    for nodes in (graph.node, *(function.node_def for function in graph.library.function)):
        yield from (node.op for node in nodes)


def _of_frozen(path: Path) -> Iterator[str]:
    import tensorflow as tf  # here and below: each form needs its own library alone

    return _of_graph_def(tf.compat.v1.GraphDef.FromString(read_file(path, _MOST_BYTES)))


def _of_savedmodel(path: Path) -> Iterator[str]:
    from tensorflow.core.protobuf import saved_model_pb2

    saved = saved_model_pb2.SavedModel.FromString(read_file(path / "saved_model.pb", _MOST_BYTES))
    for graph in saved.meta_graphs:
        yield from _of_graph_def(graph.graph_def)


def _of_tflite(path: Path) -> Iterator[str]:
    from tensorflow.lite.python import schema_py_generated as schema

    names = {number: name for name, number in vars(schema.BuiltinOperator).items() if not name.startswith("_")}
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(read_file(path, _MOST_BYTES), 0))
    for graph in model.subgraphs:
        for operator in graph.operators:
            code = model.operatorCodes[operator.opcodeIndex]
            custom = code.customCode
            number = max(code.builtinCode, code.deprecatedBuiltinCode)
            yield custom.decode() if custom else names[number]


def _of_onnx(path: Path) -> Iterator[str]:
    import onnx

    return _of_onnx_graph(onnx.load(str(path)).graph)


def _of_onnx_graph(graph: Any) -> Iterator[str]:
    for node in graph.node:
        yield node.op_type
        for attribute in node.attribute:
            for inner in (*attribute.graphs, *([attribute.g] if attribute.HasField("g") else [])):
                yield from _of_onnx_graph(inner)


def _of_keras(path: Path) -> Iterator[str]:
    with open_model(path) as archive:
        return _of_layers(config_of(archive))


def _of_json(path: Path) -> Iterator[str]:
    return _of_layers(read_json(path))


def _of_h5(path: Path) -> Iterator[str]:
    import h5py  # comes with Keras

    with open_file(path) as opened, h5py.File(opened) as file:
        config = file.attrs.get("model_config")
    # Weights alone name no layers: the architecture lies beside them
    return _of_json(path.with_name("model.json")) if config is None else _of_layers(parse_json(config))


def _of_layers(config: dict[str, Any]) -> Iterator[str]:
    for layer in config["config"]["layers"]:
        if "layers" in layer["config"]:
            yield from _of_layers(layer)
        else:
            yield layer["class_name"]


_COUNTERS: dict[str, Callable[[Path], Iterable[str]]] = {
    ".pb": _of_frozen,
    ".tflite": _of_tflite,
    ".onnx": _of_onnx,
    ".keras": _of_keras,
    ".json": _of_json,
    ".h5": _of_h5,
}
