"""Answers for a graph in a process of its own, which talks in frames with `core.readers.graph_process`.

The graph arrives as the bytes that the other side has read, so that no file is opened here. The process ends when its
standard input does, even amid a computation. `core.readers.child` runs ONNX files,
`core.model.using.graphs.tflite_child` those of TensorFlow Lite.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from abc import ABC, abstractmethod
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import end_beyond_memory
from core.base.errors import Damaged, ModelError, Sentence, StudioError, to_json
from core.base.systems import system
from core.readers.frames import Frame, read_frame, write_frame
from core.readers.onnx_file import GraphFacts

MOST_THREADS = 8
"""The most threads that compute."""


class GraphChild(ABC):
    """Does what frames ask for, with the graphs of one runtime.

    `answers`: the stream of the answers. `most`: bytes that the process may take beside what it has when it is bounded.
    """

    def __init__(self, answers: BinaryIO, most: int) -> None:
        self._answers, self._most = answers, most
        self._lock = threading.Lock()
        self.name = ""
        """The name of the graph's file."""

    def prepare(self) -> None:  # noqa: B027  most have nothing to do
        """Load what may take more memory than a graph may, before the memory is bounded."""

    @abstractmethod
    def look(self, data: bytes) -> GraphFacts:
        """Return the facts that the file itself holds."""

    @abstractmethod
    def open(self, data: bytes) -> GraphFacts:
        """Prepare the graph for running, and return its inputs and outputs."""

    @abstractmethod
    def run(self, names: list[str], outputs: list[str], arrays: list[NDArray[Any]]) -> list[Any]:
        """Run the graph on inputs with these names, and return the outputs with these names."""

    @abstractmethod
    def sentence_of(self, error: Exception) -> str:
        """Return the sentence for an error of the runtime."""

    def work(self, head: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
        """Do what a frame asks for, and answer with one."""
        try:
            match head["do"]:
                case "look" | "open" as task:
                    self.name = head["name"]
                    facts = getattr(self, task)(arrays[0].tobytes())
                    self._answer({"facts": facts.to_dict()})
                case "run":
                    values = self.run(head["inputs"], head["outputs"], arrays)
                    if not all(isinstance(value, np.ndarray) and value.dtype.kind in "fiub" for value in values):
                        raise ModelError("{name}: its output is not numbers. Choose another file.", name=self.name)
                    self._answer({}, values)
        except StudioError as error:
            self._refuse(str(error))
        except MemoryError:
            self._refuse(self.too_much_memory())
        except Exception as error:  # runtimes promise no type
            self._refuse(self.sentence_of(error))

    def bound(self) -> None:
        """Bound the memory of this process: by the system if it can, and by a thread that watches the memory in use."""
        end_beyond_memory(self._most, lambda: self._refuse(self.too_much_memory()))
        system.limit_memory(self._most)

    def too_much_memory(self) -> Sentence:
        """Return the sentence for a graph that takes more memory than it may."""
        return Sentence(
            "{name}: stopped, because it takes more than {most:,} MB of memory.", name=self.name, most=self._most >> 20
        )

    def _answer(self, head: dict[str, Any], arrays: list[NDArray[Any]] | None = None) -> None:
        with self._lock:
            write_frame(self._answers, head, arrays or [])

    def _refuse(self, sentence: str) -> None:
        self._answer({"refused": to_json(sentence)})


def serve(kind: type[GraphChild]) -> None:
    """Answer frames until standard input ends, after a first one with the memory that the process may take."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to the log
    asked: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    child = kind(answers, int(first[0]["memory"]))

    def listen() -> None:
        try:
            while (frame := read_frame(sys.stdin.buffer)) is not None:
                asked.put(frame)
        except Damaged:  # cut off: the other side has been killed
            pass
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    child.prepare()
    child.bound()
    while True:
        child.work(*asked.get())
