"""Lets long work report its progress, and its caller stop it.

A module of its own, because every room uses it and it needs none.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""A function that is called with (done, total) from time to time.

The total is 0 if it is not known. A function that raises `Cancelled` stops the work.
"""


class Cancelled(Exception):  # noqa: N818  a request, not a failure
    """Raised by a `Progress` callback to stop the work between two whole files."""


class Staged:
    """A `Progress` that also takes sentences on what takes long at the moment."""

    def __init__(self, progress: Progress, told: Callable[[str], object]) -> None:
        self._progress = progress
        self.told = told

    def __call__(self, done: int, total: int) -> None:
        self._progress(done, total)


def tell_stage(progress: Progress, sentence: str) -> None:
    """Report the slow stage of the moment, if the progress takes stages."""
    if isinstance(progress, Staged):
        progress.told(sentence)


def ignore_news(*news: object) -> None:
    """Do nothing, as a `Progress` callback or as one for other news."""
