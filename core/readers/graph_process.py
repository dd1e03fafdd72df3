"""Runs graphs from foreign files, each in a bounded process of its own (ADR 98)."""

from __future__ import annotations

import contextlib
import hashlib
import queue
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import child_process, last_words, python_command, way_of_ending
from core.base.errors import Damaged, ModelError, Sentence, from_json, reason_of
from core.base.files import read_file
from core.base.progress import ignore_news
from core.base.systems import system
from core.readers.frames import Frame, read_frame, write_frame
from core.readers.onnx_file import GraphFacts

_CHILD = python_command("-m", "core.readers.child")
_LARGEST = 512 << 20  # bytes of a file
_TIMES = 6  # its size: it is copied, unpacked, and made faster
_LOOK = 0.1  # seconds between two looks at what the process has computed
_FAULTS = frozenset({"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"})  # crashes that have no last words of their own
_END = 5.0  # seconds that a process has to end once nobody talks to it any more


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of time and memory for a graph, without the wait for a slow disk or a busy machine."""

    opening: float = 60.0
    """Seconds of processor time to read the file and to get it ready."""
    running: float = 30.0
    """Seconds of processor time for one crop."""
    memory: int = 1 << 30
    """Bytes of memory, beside six times the size of the file."""


ORDINARY = Bounds()
"""Enough for the largest recogniser that is known, on a slow machine."""


@dataclass(frozen=True, slots=True)
class GraphFile:
    """The content of an ONNX file, read once, so that the hash belongs to the graph that is run."""

    name: str
    """The name of the file, without the folder, for messages."""
    data: bytes
    """All bytes of the file."""

    @classmethod
    def read(cls, path: Path) -> GraphFile:
        """Read an ONNX file as a whole.

        Raises
        ------
        ModelError
            If the file is missing, cannot be read, or is too large.
        """
        try:
            return cls(path.name, read_file(path, _LARGEST))
        except FileNotFoundError as error:
            raise ModelError("{path}: there is no such file. Name an ONNX file.", path=path) from error
        except OSError as error:
            raise ModelError(
                "{name}: cannot be read ({why}). Name an ONNX file.", name=path.name, why=reason_of(error)
            ) from error

    @property
    def hash(self) -> str:
        """The SHA-256 of the file as 64 hexadecimal digits."""
        return hashlib.sha256(self.data).hexdigest()


class GraphProcess:
    """A process for one graph, which ends with `close`, with the `with` statement, or when it is collected."""

    def __init__(
        self,
        file: GraphFile,
        bounds: Bounds = ORDINARY,
        *,
        waiting: Callable[[], object] = ignore_news,
        command: Sequence[str] = _CHILD,
    ) -> None:
        """Start the process, without the graph.

        `waiting`: called several times a second while the process computes. If it raises an error, the process ends.
        """
        self._file, self._bounds = file, bounds
        self._waiting = waiting
        self._child = _Process(command)
        self._closing = weakref.finalize(self, self._child.close)
        self._child.send({"memory": bounds.memory + _TIMES * len(file.data)})

    def __enter__(self) -> GraphProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process of the graph."""
        self._closing()

    def look(self) -> GraphFacts:
        """Return the facts that the file itself holds, found without onnxruntime.

        Raises
        ------
        ModelError
            As `open` raises it.
        """
        return self._facts("look")

    def open(self) -> GraphFacts:
        """Prepare the graph for running, and return its inputs and outputs.

        Raises ModelError if the file is no ONNX file, could do more than compute, needs another file, takes too much
        time or memory, or crashes, and if onnxruntime is missing or too old for it.
        """
        return self._facts("open")

    def run(self, inputs: Mapping[str, NDArray[Any]], outputs: Sequence[str]) -> list[NDArray[Any]]:
        """Run the graph, and return the outputs with these names.

        Raises
        ------
        ModelError
            As `open` raises it.
        """
        head = {"do": "run", "inputs": list(inputs), "outputs": list(outputs)}
        return self._answer(head, list(inputs.values()), self._bounds.running)[1]

    def _facts(self, task: str) -> GraphFacts:
        head = {"do": task, "name": self._file.name}
        answer, _ = self._answer(head, [np.frombuffer(self._file.data, np.uint8)], self._bounds.opening)
        return GraphFacts.from_dict(answer["facts"])

    def _answer(self, head: dict[str, Any], arrays: list[NDArray[Any]], patience: float) -> Frame:
        try:
            answer = self._child.ask(head, arrays, patience, self._waiting)
        except _Late:
            self.close()
            raise ModelError(
                "{name}: stopped, because it took more than {seconds:g} s.",
                name=self._file.name,
                seconds=patience,
            ) from None
        except _Gone as gone:
            self.close()
            raise ModelError(
                "{name}: the process that runs it has ended ({how}). {why}",
                name=self._file.name,
                how=gone.how,
                why=gone.why,
            ) from None
        except BaseException:
            self.close()
            raise
        if "refused" in answer[0]:
            raise ModelError(from_json(answer[0]["refused"]))
        return answer


class _Late(Exception):  # noqa: N818
    """The process computes without an end."""


class _Gone(Exception):  # noqa: N818
    def __init__(self, how: str, why: str) -> None:
        super().__init__(how)
        self.how, self.why = how, why


class _Process:
    """Starts and ends the process, sends frames and waits for those that come back."""

    def __init__(self, command: Sequence[str]) -> None:
        self._stack = contextlib.ExitStack()
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="graph", ignore_cleanup_errors=True))
        self._log = Path(folder) / "log"
        self._process = self._stack.enter_context(child_process(command, self._log))
        self._answers: queue.SimpleQueue[Frame | Damaged | None] = queue.SimpleQueue()
        arguments = (_buffer(self._process, "stdout"), self._answers)
        self._listening = threading.Thread(target=_listen, args=arguments, daemon=True)
        self._listening.start()

    def send(self, head: dict[str, Any], arrays: Sequence[NDArray[Any]] = ()) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has died or was closed: its end tells why
            write_frame(_buffer(self._process, "stdin"), head, arrays)

    def ask(
        self, head: dict[str, Any], arrays: list[NDArray[Any]], patience: float, waiting: Callable[[], object]
    ) -> Frame:
        before, _ = system.work_of(self._process.pid)
        sending = threading.Thread(target=self.send, args=(head, arrays), daemon=True)  # it may not listen any more
        sending.start()
        while True:
            try:
                answer = self._answers.get(timeout=_LOOK)
            except queue.Empty:
                waiting()
                if system.work_of(self._process.pid)[0] - before > patience:
                    raise _Late from None
                continue
            if answer is None or isinstance(answer, Damaged):
                raise self._gone(answer)
            sending.join(_END)
            return answer

    def _gone(self, damage: Damaged | None) -> _Gone:
        if damage is not None and self._process.poll() is None:
            return _Gone(Sentence("its answer cannot be used: {why}", why=damage), "")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END)
        status = self._process.poll()
        how = "" if status is None else way_of_ending(status)
        if how in _FAULTS:
            return _Gone(how, Sentence("The file is probably damaged: choose another one."))
        return _Gone(how, last_words(self._log))

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._listening.join(_END)  # before its stream is closed
        self._stack.close()


def _buffer(process: subprocess.Popen[str], name: str) -> BinaryIO:
    return cast(BinaryIO, getattr(process, name).buffer)


def _listen(stream: BinaryIO, answers: queue.SimpleQueue[Frame | Damaged | None]) -> None:
    try:
        while (frame := read_frame(stream)) is not None:
            answers.put(frame)
        answers.put(None)
    except Damaged as error:
        answers.put(error)
    except (OSError, ValueError):  # closed
        answers.put(None)
