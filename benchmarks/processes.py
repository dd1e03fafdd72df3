"""Measures in separate processes: no measurement warms up another or shares its peak of memory.

A child makes an object of a class and calls its methods as the parent asks, one at a time, so that two ways can be
measured in turn: a drift of the machine's speed then harms both alike.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any, NamedTuple

_ROOT = Path(__file__).resolve().parent.parent


class Measured(NamedTuple):
    """One call in a child.

    Attributes
    ----------
    value : Any
        The returned value.
    wall, cpu : float
        Seconds; of the processor, over all threads.
    peak : float
        The largest resident memory of the child so far, GB (1e9 bytes).
    """

    value: Any
    wall: float
    cpu: float
    peak: float


class Child:
    """A process with one object in it.

    Parameters
    ----------
    work : str
        `module:Class`. The parent must not import what is heavy: a child's peak would begin with its parent's.
    python : str
        The Python that runs it.
    **arguments
        Of the class, plain JSON.

    Raises
    ------
    RuntimeError
        From the constructor or `call`, if the child ended; with the last line it wrote.
    """

    def __init__(self, work: str, python: str = sys.executable, **arguments: Any) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  it lives as long as the child
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.processes", work, json.dumps(arguments)],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self.start = self.answer()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def call(self, method: str) -> Measured:
        """Call a method without arguments and wait for it."""
        self.begin(method)
        return self.answer()

    def begin(self, method: str) -> None:
        """Call a method without arguments; `answer` waits for it."""
        assert self._process.stdin is not None
        print(method, file=self._process.stdin, flush=True)

    def answer(self) -> Measured:
        """Wait for the method that was begun, and return its result."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip().splitlines()
            raise RuntimeError(f"a child ended with {code}: {said[-1] if said else 'without a word'}")
        return Measured(*json.loads(line))


def _peak() -> float:
    import resource  # POSIX alone has it

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e9 if sys.platform == "darwin" else most * 1024 / 1e9


def _serve(work: str, arguments: dict[str, Any]) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # libraries print; the answers stay clean
    module, _, name = work.partition(":")

    def measured(call: Any, **options: Any) -> Any:
        wall, cpu = time.perf_counter(), time.process_time()
        value = call(**options)
        spent = time.perf_counter() - wall, time.process_time() - cpu
        sent = value if isinstance(value, (int, float, str, dict, list)) else None
        print(json.dumps([sent, *spent, _peak()]), file=answers, flush=True)
        return value

    try:
        made = measured(getattr(importlib.import_module(module), name), **arguments)
        for line in sys.stdin:
            measured(getattr(made, line.strip()))
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # at once: Qt writes lines as it is taken down, and the error's is to be the last


if __name__ == "__main__":
    _serve(sys.argv[1], json.loads(sys.argv[2]))
