"""Lets long work report its progress, and its caller stop it.

A module of its own, because every room uses it and it needs none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

Progress = Callable[[int, int], None]
"""A function that is called with (done, total) from time to time.

The total is 0 if it is not known. A function that raises `Cancelled` stops the work.
"""


class Cancelled(Exception):  # noqa: N818  a request, not a failure
    """Raised by a `Progress` callback to stop the work between two whole files."""


def ignore_news(*news: object) -> None:
    """Do nothing, as a `Progress` callback or as one for other news."""


class Staged:
    """A `Progress` that also takes sentences on what takes long at the moment, and estimates of the time left."""

    def __init__(
        self,
        progress: Progress,
        staged: Callable[[str], object],
        timed: Callable[[float | None], object] = ignore_news,
    ) -> None:
        self._progress = progress
        self.staged, self.timed = staged, timed

    def __call__(self, done: int, total: int) -> None:
        self._progress(done, total)


def report_stage(progress: Progress, sentence: str) -> None:
    """Report the slow stage of the moment, if the progress takes stages."""
    if isinstance(progress, Staged):
        progress.staged(sentence)


def report_time_left(progress: Progress, seconds: float | None) -> None:
    """Report the time left, None if it cannot be known, if the progress takes it."""
    if isinstance(progress, Staged):
        progress.timed(seconds)


class TimeLeft:
    """Estimates the time left of work of several kinds, each of a speed of its own.

    Parameters
    ----------
    amounts : mapping of str to int
        How much of each kind is to be done.
    clock : callable
        The time in seconds, rising.
    """

    def __init__(self, amounts: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()
        self._to_do = dict(amounts)
        self._begun: set[str] = set()
        self._measured: dict[str, tuple[int, float]] = {}  # amount and seconds of each kind

    def did(self, kind: str, amount: int = 1) -> None:
        """Note that a part of one kind was done since the note before.

        The first part of a kind is not measured: loading and compiling belong to it.
        """
        now = self._clock()
        if kind in self._begun:
            before, seconds = self._measured.get(kind, (0, 0.0))
            self._measured[kind] = before + amount, seconds + now - self._last
        self._begun.add(kind)
        self._last = now
        self.drop(kind, amount)

    def drop(self, kind: str, amount: int) -> None:
        """Note that a part of one kind need not be done."""
        self._to_do[kind] = max(0, self._to_do[kind] - amount)

    def seconds(self, most: Mapping[str, float] | None = None) -> float | None:
        """Return the seconds until all is done, or None while some kind of the coming work was never measured.

        Parameters
        ----------
        most : mapping of str to float, optional
            The seconds that a kind has left at most.
        """
        left = 0.0
        for kind, amount in self._to_do.items():
            if not amount:
                continue
            if kind not in self._measured:
                return None
            done, seconds = self._measured[kind]
            left += min(amount * seconds / done, (most or {}).get(kind, float("inf")))
        return left
