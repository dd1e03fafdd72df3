"""Runs a `.tflite` file in a process of its own (`python -m` this module), because TensorFlow Lite crashes on damage.

It is made of `core.readers.graph_child`, and talks as the process of an ONNX file does.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from numpy.typing import NDArray

from core.base.errors import Damaged, Sentence, reason_of
from core.readers.graph_child import GraphChild, serve
from core.readers.onnx_file import GraphFacts, GraphTensor


class _TfliteChild(GraphChild):
    _runner: Any = None

    def prepare(self) -> None:
        with suppress(ImportError):  # `open` tells of it
            import tensorflow.lite.python.interpreter  # noqa: F401  takes half a gigabyte

    def look(self, data: bytes) -> GraphFacts:
        return self.open(data)

    def open(self, data: bytes) -> GraphFacts:
        from tensorflow.lite.python.interpreter import Interpreter

        if data[4:8] != b"TFL3":
            raise Damaged("this is no model of TensorFlow Lite")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*tf.lite.Interpreter is deprecated", UserWarning)
            self._runner = Interpreter(model_content=data).get_signature_runner()
        takes, gives = self._runner.get_input_details(), self._runner.get_output_details()
        scales = {name: json.dumps(_scale(details)) for name, details in (*takes.items(), *gives.items())}
        return GraphFacts(_tensors(takes), _tensors(gives), scales)

    def run(self, names: list[str], outputs: list[str], arrays: list[NDArray[Any]]) -> list[Any]:
        given = self._runner(**dict(zip(names, arrays, strict=True)))
        return [given[name] for name in outputs]

    def sentence_of(self, error: Exception) -> str:
        if isinstance(error, ImportError):
            return Sentence(
                "{name}: the package {package} is missing. Install it to run such files.",
                name=self.name,
                package=error.name or reason_of(error),
            )
        return Sentence(
            "{name}: cannot be opened ({why}). Export the model again.", name=self.name, why=reason_of(error)
        )


def _tensors(details: Mapping[str, Mapping[str, Any]]) -> tuple[GraphTensor, ...]:
    return tuple(
        GraphTensor(name, tensor["dtype"].__name__, tuple(int(side) for side in tensor["shape"]))
        for name, tensor in details.items()
    )


def _scale(details: Mapping[str, Any]) -> tuple[float, int]:
    scale, zero = details["quantization"]
    return float(scale), int(zero)


if __name__ == "__main__":
    serve(_TfliteChild)
