"""How long a robot waits: as long as a process of the program works, however slow the machine is."""

import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path

from core.base.systems import system

_LONGEST = 40  # times the patience: what works without an end ends the wait, too
_LOOK = 0.02  # seconds from one look to the next on a quiet machine


def children() -> list[int]:
    """The ids of the processes that this one has started, or of those that Python knows if the system lists none."""
    lists = sorted(Path("/proc/self/task").glob("*/children"))  # Linux
    if not lists:
        return [child.pid for child in multiprocessing.active_children() if child.pid is not None]
    return [int(pid) for pids in lists for pid in _read(pids).split()]


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # the thread has ended meanwhile
        return ""


def work_of_children() -> float:
    """Seconds of processor time and bytes that the child processes have taken, together: a number that changes."""
    total = 0.0
    for pid in children():
        try:
            seconds, count = system.work_of(pid)
        except OSError:  # it has ended meanwhile
            continue
        total += seconds + count
    return total


class Patience:
    """Runs out if nothing has worked for some seconds, or all has worked for very long.

    Seconds are counted look by look, at most twice the length of a look each: a machine that lets the robot wait for
    its next look lets the program wait, too.

    `seconds`: without any work. `work`: a number that changes as long as something works. `clock`: seconds.
    """

    def __init__(
        self,
        seconds: float,
        work: Callable[[], float] = work_of_children,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds, self._work, self._clock = seconds, work, clock
        self._seen, self._at = work(), clock()
        self._idle = self._all = 0.0

    def is_out(self) -> bool:
        """Look once more. True if the patience has run out."""
        work, now = self._work(), self._clock()
        passed = min(now - self._at, 2 * _LOOK)
        self._at = now
        self._all += passed
        self._idle = 0.0 if work != self._seen else self._idle + passed
        self._seen = work
        return self._idle > self._seconds or self._all > _LONGEST * self._seconds
