"""Runs long work that reports no progress, with signs of life meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from typing import TypeVar

from core.runs.events import Compiling, Work

T = TypeVar("T")

TICK = 1.0
"""Seconds between two signs of life."""


def announced(
    what: Work,
    work: Callable[[], T],
    tick: float = TICK,
    *,
    at_once: bool = True,
    missing: Callable[[], str] = str,
) -> Generator[Compiling, None, T]:
    """Do work in a thread of its own, and yield `Compiling` events meanwhile.

    Parameters
    ----------
    what : str
        See `Compiling`.
    work : callable
        The work; its exceptions are raised here.
    tick : float
        Seconds between two events.
    at_once : bool
        Yield an event before the work begins; else only after one `tick`, and none for faster work.
    missing : callable
        Returns what is waited for (see `Compiling`).

    Returns
    -------
    What the work returns.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def attempt() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below, in the thread that waits
            errors.append(error)

    began = time.monotonic()
    told = at_once
    # A daemon: Ctrl-C must end the process although TensorFlow cannot be interrupted
    thread = threading.Thread(target=attempt, name=what, daemon=True)
    if at_once:
        yield Compiling(what, 0.0)
    thread.start()
    while thread.is_alive():
        thread.join(tick)
        if thread.is_alive():
            told = True
            yield Compiling(what, time.monotonic() - began, missing=missing())
    if errors:
        raise errors[0]
    if told:
        yield Compiling(what, time.monotonic() - began, done=True)
    return results[0]
