"""Shares the cores of a processor among batches of images that are read side by side.

A network that reads with all threads leaves them waiting, awake, while its words are formed, which one thread does.
"""

from __future__ import annotations

import os

_MOST = 4  # batches in memory at once


def side_by_side(cores: int | None = None) -> int:
    """Return how many batches are read at once: one for each core, as far as their memory stays small.

    Parameters
    ----------
    cores : int, optional
        Of the processor; this machine's if left out.
    """
    return min(_MOST, cores or os.cpu_count() or 1)


def threads_of_each(cores: int | None = None) -> int:
    """Return how many threads compute one of the batches that are read at once."""
    cores = cores or os.cpu_count() or 1
    return cores // side_by_side(cores)
