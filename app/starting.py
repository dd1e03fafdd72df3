"""Loading the window's modules with less work: a quarter of the time from the command to the window was spent on it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


@contextmanager
def quick_loading() -> Iterator[None]:
    """Load modules without what the process that paints has no use for.

    Garbage collection finds nothing among modules, which all stay: it is off meanwhile, and passes them over
    afterwards, so that it does not hold up a frame either. NumPy's BLAS starts a thread for each core when it is
    loaded, which costs more than it gains on products as small as the window's; what a person has set counts, and child
    processes, which train, are not told.
    """
    was_enabled = gc.isenabled()
    chosen = os.environ.get(_BLAS_THREADS)
    gc.disable()
    os.environ.setdefault(_BLAS_THREADS, "1")
    try:
        yield
    finally:
        if chosen is None:
            os.environ.pop(_BLAS_THREADS, None)
        gc.freeze()
        if was_enabled:
            gc.enable()
