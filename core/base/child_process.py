"""Runs a Python process of ours, which gets its task, and reports its events, as lines of JSON.

For work with a library that may crash, run out of memory or never end: the process that leads it goes on. `speaking`
and what follows it is for the process that is led, the rest for the one that leads.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from core.base.errors import Sentence, StudioError
from core.base.files import read_file
from core.base.plugins.active import plugins
from core.base.plugins.choices import HANDED_DOWN, handed_down
from core.base.systems import system

_BEAT = 0.5  # seconds between two signs of life, when the leading process may stop the work
_LOOK = 0.1  # seconds between two looks at a process that is waited for
_LOOK_AT_MEMORY = 0.02  # seconds between two looks at what this process holds
_MEASURE = 0.5  # seconds between two questions to the system how much it has worked
_SLOWEST = 20e6  # bytes that a process reads for which it has another second of processor time
_CRASHES = frozenset(
    int(getattr(signal, name)) for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL") if hasattr(signal, name)
)
_WINDOWS_FAULT = 0xC0000000  # and above: the exit status after a fault on Windows
_TAIL = 4096  # bytes of a crashed process's last words
_LONGEST = 300  # characters that are repeated of what somebody else says

ANSWERED = 180.0
"""Seconds that a process has for its answer: TensorFlow and CUDA take long to load from a cold disk."""

Send = Callable[[dict[str, Any]], None]


def python_command(*arguments: str) -> tuple[str, ...]:
    """Return a command for this Python that takes no module from the current folder, which may hold any `random.py`."""
    return (sys.executable, "-P", *arguments)


def python_environment(**variables: str) -> dict[str, str]:
    """Return the environment for a process of ours, which finds our modules first, then those of this process.

    The same plug-ins are on in it as here.
    """
    ours = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(dict.fromkeys([ours, *filter(None, sys.path)]))
    return os.environ | {"PYTHONPATH": path, HANDED_DOWN: handed_down(plugins().choices())} | variables


@contextlib.contextmanager
def child_process(
    command: Sequence[str], log: Path, output: int | IO[bytes] = subprocess.PIPE, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """Run a Python process that finds our modules, with its libraries' output in `log`, and kill it on leaving.

    Parameters
    ----------
    command : sequence of str
        The process to start.
    log : Path
        The file for what the process and its libraries write on standard error.
    output : int or file
        What takes the standard output of the process; by default the caller reads it here.
    **variables : str
        Further variables of its environment.
    """
    environment = python_environment(TF_CPP_MIN_LOG_LEVEL="3", PYTHONIOENCODING="utf-8", **variables)
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=output, stderr=file, env=environment, encoding="utf-8"
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def send(process: subprocess.Popen[str], values: dict[str, Any]) -> None:
    """Send values to the process as one line of JSON, or do nothing if it has died, since its end gives the reason."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(json.dumps(values) + "\n")
        process.stdin.flush()


def status_of(
    process: subprocess.Popen[str], patience: float, waiting: Callable[[], object] = lambda: None
) -> int | None:
    """Return the exit status of a process when it has ended, or None if it computes without an end.

    Only its own work counts: a slow disk or a busy machine never ends it. `patience`: seconds of processor time that it
    may take; every 20 MB that it reads give it another one. `waiting`: called several times a second; what it raises
    ends the wait.
    """
    looked = time.monotonic()
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(_LOOK)
        waiting()
        if time.monotonic() - looked >= _MEASURE:
            computed, read = system.work_of(process.pid)
            if computed > patience + read / _SLOWEST:
                return None
            looked = time.monotonic()


def ask_child(code: str, patience: float = ANSWERED) -> tuple[dict[str, Any] | None, str]:
    """Return the last line that a child process printed within `patience` seconds, or None, with the reason."""
    with tempfile.TemporaryDirectory() as folder:
        log, output = Path(folder) / "log", Path(folder) / "output"
        with output.open("wb") as file, child_process(python_command("-c", code), log, file) as process:
            status = _status_in(process, patience)
        printed, lines = (read_file(path).decode("utf-8", "replace").strip().splitlines() for path in (output, log))
    if status is None:
        return None, Sentence("slow, or it hangs: no answer in {seconds:g} s", seconds=patience)
    if status == 0 and printed:
        answer: dict[str, Any] = json.loads(printed[-1])
        return answer, ""
    last = lines[-1][:200] if lines else Sentence("it printed nothing")
    return None, Sentence("exit code {number}: {last}", number=status, last=last)


def _status_in(process: subprocess.Popen[str], patience: float) -> int | None:
    """Return the exit status of a process once it has ended, or None after `patience` seconds, whatever it does."""
    until = time.monotonic() + patience

    def look() -> None:
        if time.monotonic() > until:
            raise TimeoutError

    try:
        return status_of(process, patience * (os.cpu_count() or 1), look)
    except TimeoutError:
        return None


def last_words(log: Path) -> str:
    """Return a sentence with the last line of a log, or "" if there is none."""
    lines = [line.strip() for line in read_file(log)[-_TAIL:].decode("utf-8", "replace").splitlines() if line.strip()]
    return Sentence("Its last words: {words}", words=lines[-1][:_LONGEST]) if lines else ""


def has_crashed(status: int) -> bool:
    """Return True if a process crashed, and was not ended by a person or the system."""
    return -status in _CRASHES or status >= _WINDOWS_FAULT


def way_of_ending(status: int) -> str:
    """Return a text for how a process ended, such as "SIGSEGV" or "exit status 3"."""
    with contextlib.suppress(ValueError):
        return signal.Signals(-status).name
    return f"exit status {status}"


def speaking() -> Send:
    """Return the function that reports an event to the leading process, and send a life sign twice a second.

    What libraries print on standard output goes to the log from now on.
    """
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(event: dict[str, Any]) -> None:
        with lock:
            print(json.dumps(event), file=lines, flush=True)

    def live() -> None:
        while True:
            send({"event": "alive"})
            time.sleep(_BEAT)

    threading.Thread(target=live, daemon=True).start()
    return send


def end_with_parent() -> None:
    """End this process as soon as its standard input ends, which means that its parent has ended.

    The caller has read every line of the standard input before.
    """

    def wait() -> None:
        sys.stdin.read()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def end_beyond_memory(most: int, last_word: Callable[[], object]) -> None:
    """End this process as soon as it holds `most` bytes more than now, after calling `last_word`.

    Nothing happens on a system that does not say how much memory a process holds.
    """
    limit = (system.resident_memory() or 0) + most

    def watch() -> None:
        while (system.resident_memory() or 0) <= limit:
            time.sleep(_LOOK_AT_MEMORY)
        last_word()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def sentence_of(error: Exception, name: str) -> str:
    """Return the one sentence of an error, ours or the system's, with `name` for the thing that was worked on."""
    if isinstance(error, StudioError):
        return str(error)
    reason = getattr(error, "strerror", None) or _last_line(error)
    return Sentence("{name}: {reason}.", name=name, reason=reason)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:_LONGEST].rstrip(".")
