"""Reads and runs a graph in an ONNX file in a process of its own, which talks in frames (`python -m` this module).

The graph arrives as the bytes that the other side has hashed, so that no file is opened here. The process computes on
nothing but the processor, and ends when its standard input does, even amid a computation.
"""

from __future__ import annotations

import os
import queue
import re
import sys
import threading
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import end_beyond_memory
from core.base.errors import Damaged, ModelError, Sentence, StudioError, reason_of, to_json
from core.base.systems import system
from core.readers.frames import Frame, read_frame, write_frame
from core.readers.onnx_file import GraphFacts, GraphTensor, read_facts

OLDEST = (1, 20)
"""The oldest onnxruntime that is known to run what is exported here and elsewhere."""

_DTYPES = {"tensor(float)": "float32", "tensor(double)": "float64", "tensor(float16)": "float16"}
_NO_MEMORY = re.compile(r"bad_alloc|bad allocation|[Ff]ailed to allocate|[Oo]ut of memory|Cannot allocate memory")
_TOO_NEW = re.compile(r"[Uu]nsupported model IR version|is under development|opset \d+ is")
_MOST_THREADS = 8


class _Child:
    def __init__(self, answers: BinaryIO, most: int) -> None:
        self._answers, self._most = answers, most
        self._lock = threading.Lock()
        self._session: Any = None
        self._name = ""

    def work(self, head: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
        """Do what a frame asks for, and answer with one."""
        try:
            match head["do"]:
                case "look":
                    self._name = head["name"]
                    self.answer({"facts": read_facts(arrays[0].tobytes(), self._name).to_dict()})
                case "open":
                    self._name = head["name"]
                    self._open(arrays[0].tobytes())
                case "run":
                    self._run(head["inputs"], head["outputs"], arrays)
        except StudioError as error:
            self.refuse(str(error))
        except Exception as error:  # onnxruntime promises no type
            self.refuse(self._sentence(error))

    def bound(self) -> None:
        """Bound the memory of this process: by the system if it can, and by a thread that watches the memory in use."""
        end_beyond_memory(self._most, lambda: self.refuse(self._too_much_memory()))
        system.limit_memory(self._most)

    def answer(self, head: dict[str, Any], arrays: list[NDArray[Any]] | None = None) -> None:
        with self._lock:
            write_frame(self._answers, head, arrays or [])

    def refuse(self, sentence: str) -> None:
        self.answer({"refused": to_json(sentence)})

    def _too_much_memory(self) -> Sentence:
        return Sentence(
            "{name}: stopped, because it takes more than {most:,} MB of memory.", name=self._name, most=self._most >> 20
        )

    def _open(self, data: bytes) -> None:
        facts = read_facts(data, self._name)  # before onnxruntime sees it
        runtime = _runtime(self._name)
        options = runtime.SessionOptions()
        options.log_severity_level = 4  # what goes wrong is raised
        options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
        options.add_session_config_entry("session.load_model_format", "ONNX")  # and not by a mark in the bytes
        self._session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        inputs, outputs = (
            tuple(_tensor(tensor) for tensor in tensors)
            for tensors in (self._session.get_inputs(), self._session.get_outputs())
        )
        seen = GraphFacts(inputs, outputs, facts.properties, facts.operators)
        self.answer({"facts": seen.to_dict()})

    def _run(self, names: list[str], outputs: list[str], arrays: list[NDArray[Any]]) -> None:
        values = self._session.run(outputs, dict(zip(names, arrays, strict=True)))
        if not all(isinstance(value, np.ndarray) and value.dtype.kind in "fiub" for value in values):
            raise ModelError("{name}: its output is not numbers. Choose another file.", name=self._name)
        self.answer({}, list(values))

    def _sentence(self, error: Exception) -> str:
        text = str(error)
        if isinstance(error, MemoryError) or _NO_MEMORY.search(text):
            return self._too_much_memory()
        if _TOO_NEW.search(text):
            return Sentence(
                "{name}: made for a newer onnxruntime than this one. Install a newer onnxruntime ({why}).",
                name=self._name,
                why=reason_of(error),
            )
        return Sentence("{name}: onnxruntime cannot run the model ({why}).", name=self._name, why=_plain(text))


def _plain(text: str) -> str:
    """Return the text of an error of onnxruntime without its codes and the places in its source."""
    kept = re.sub(r"\[ONNXRuntimeError\] : \d+ : \w+ : |\S+\.(?:cc|h):\d+ \S+ ?", "", text)
    return reason_of(ValueError(kept or "?"))


def _tensor(tensor: Any) -> GraphTensor:
    dtype = _DTYPES.get(tensor.type, tensor.type.removeprefix("tensor(").removesuffix(")"))
    shape = tuple(side if isinstance(side, int) and side >= 0 else None for side in tensor.shape)
    return GraphTensor(tensor.name, dtype, shape)


def _runtime(name: str) -> Any:
    """Return onnxruntime, or raise ModelError if it is missing, damaged or too old."""
    try:
        import onnxruntime  # an optional package
    except ImportError as error:
        raise ModelError(
            "{name}: needs onnxruntime, which is not installed or does not start ({why}). Install TextScanner Studio's "
            "extra `readers`, or the package onnxruntime.",
            name=name,
            why=reason_of(error),
        ) from error
    version = str(getattr(onnxruntime, "__version__", ""))
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        raise ModelError(
            "{name}: onnxruntime {version} is too old. Install version {oldest} or a newer one.",
            name=name,
            version=version or "?",
            oldest=".".join(map(str, OLDEST)),
        )
    return onnxruntime


def main() -> None:
    """Answer frames until standard input ends, after a first one with the memory that the process may take."""
    for variable in ("ORT_LOAD_CONFIG_FROM_MODEL", "ORT_DISABLE_MODEL_CHECK"):
        os.environ.pop(variable, None)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to the log
    asked: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    child = _Child(answers, int(first[0]["memory"]))
    child.bound()

    def listen() -> None:
        try:
            while (frame := read_frame(sys.stdin.buffer)) is not None:
                asked.put(frame)
        except Damaged:  # cut off: the other side has been killed
            pass
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        child.work(*asked.get())


if __name__ == "__main__":
    main()
