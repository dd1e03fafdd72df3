"""Whether a process works, or only gives signs of life.

A limit of time on somebody's work says nothing on a slow disk or a busy machine: there the same work takes minutes.
"""

from __future__ import annotations

IDLE = 0.02
"""Share of one processor: a process that computes less only gives signs of life."""
_SOME_BYTES = 1 << 16  # a process that reads less only asks for the time


def is_idle(before: tuple[float, int], now: tuple[float, int], seconds: float) -> bool:
    """Return True if a process has neither computed nor read anything worth a wait between two looks.

    Parameters
    ----------
    before, now : tuple of float and int
        Processor time in seconds, and bytes read so far, as `system.work_of` returns them.
    seconds : float
        Time from the first look to the second.
    """
    return now[0] - before[0] < IDLE * seconds and now[1] - before[1] < _SOME_BYTES
