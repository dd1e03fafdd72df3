"""Loads the window's modules with less work: imports take most of the time from the command to the window."""

from __future__ import annotations

import gc
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"

_KNOW_NO_QT = (  # they bring all of `core` that the window has, and the libraries below that
    "core.base.advice",
    "core.index.index",
    "core.labels.divide.divide",
    "core.labels.edits.edits",
    "core.labels.checks.fixes",
    "core.index.checks",
    "core.labels.formats.base",
    "core.labels.maps.gaussians",
    "core.labels.files.history",
    "core.labels.files.journal",
    "core.labels.maps.pictures",
    "core.runs.events",
    "core.runs.watched",
    "core.labels.maps.decoding",
    "core.index.table",
)


@contextmanager
def quick_loading() -> Iterator[None]:
    """Load modules quickly within this context.

    What knows nothing of Qt is loaded first: from the moment that it is there itself, Qt for Python reads the source of
    every module that is imported, in search of its own name.

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
        for module in _KNOW_NO_QT:
            importlib.import_module(module)
        yield
    finally:
        if chosen is None:
            os.environ.pop(_BLAS_THREADS, None)
        gc.freeze()
        if was_enabled:
            gc.enable()
