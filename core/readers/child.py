"""Reads and runs a graph in an ONNX file in a process of its own (`python -m` this module).

The process computes on nothing but the processor.
"""

from __future__ import annotations

import os
import re
from typing import Any

from numpy.typing import NDArray

from core.base.errors import Sentence, reason_of
from core.readers.graph_child import MOST_THREADS, GraphChild, serve
from core.readers.onnx_file import GraphFacts, GraphTensor, read_facts
from core.readers.onnx_runtime import onnxruntime_for

_DTYPES = {"tensor(float)": "float32", "tensor(double)": "float64", "tensor(float16)": "float16"}
_NO_MEMORY = re.compile(r"bad_alloc|bad allocation|[Ff]ailed to allocate|[Oo]ut of memory|Cannot allocate memory")
_TOO_NEW = re.compile(r"[Uu]nsupported model IR version|is under development|opset \d+ is")


class _OnnxChild(GraphChild):
    _session: Any = None

    def look(self, data: bytes) -> GraphFacts:
        return read_facts(data, self.name)

    def open(self, data: bytes) -> GraphFacts:
        facts = read_facts(data, self.name)  # before onnxruntime sees it
        runtime = onnxruntime_for(self.name)
        options = runtime.SessionOptions()
        options.log_severity_level = 4  # what goes wrong is raised
        options.intra_op_num_threads = min(MOST_THREADS, os.cpu_count() or 1)
        options.add_session_config_entry("session.load_model_format", "ONNX")  # and not by a mark in the bytes
        self._session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        inputs, outputs = (
            tuple(_tensor(tensor) for tensor in tensors)
            for tensors in (self._session.get_inputs(), self._session.get_outputs())
        )
        return GraphFacts(inputs, outputs, facts.properties, facts.operators)

    def run(self, names: list[str], outputs: list[str], arrays: list[NDArray[Any]]) -> list[Any]:
        return list(self._session.run(outputs, dict(zip(names, arrays, strict=True))))

    def sentence_of(self, error: Exception) -> str:
        text = str(error)
        if _NO_MEMORY.search(text):
            return self.too_much_memory()
        if _TOO_NEW.search(text):
            return Sentence(
                "{name}: made for a newer onnxruntime than this one. Install a newer onnxruntime ({why}).",
                name=self.name,
                why=reason_of(error),
            )
        return Sentence("{name}: onnxruntime cannot run the model ({why}).", name=self.name, why=_plain(text))


def _plain(text: str) -> str:
    """Return the text of an error of onnxruntime without its codes and the places in its source."""
    kept = re.sub(r"\[ONNXRuntimeError\] : \d+ : \w+ : |\S+\.(?:cc|h):\d+ \S+ ?", "", text)
    return reason_of(ValueError(kept or "?"))


def _tensor(tensor: Any) -> GraphTensor:
    dtype = _DTYPES.get(tensor.type, tensor.type.removeprefix("tensor(").removesuffix(")"))
    shape = tuple(side if isinstance(side, int) and side >= 0 else None for side in tensor.shape)
    return GraphTensor(tensor.name, dtype, shape)


if __name__ == "__main__":
    for variable in ("ORT_LOAD_CONFIG_FROM_MODEL", "ORT_DISABLE_MODEL_CHECK"):
        os.environ.pop(variable, None)
    serve(_OnnxChild)
