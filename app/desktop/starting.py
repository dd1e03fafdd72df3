"""Loads the window's modules faster, because imports take most of the time before the window appears."""

from __future__ import annotations

import builtins
import gc
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


def load_qt() -> None:
    """Load Qt, and restore Python's own `__import__`, which Qt for Python replaces.

    Its own reads the source of each module that is imported from then on, in search of its own name. That serves
    `from __feature__ import`, which this program nowhere writes.
    """
    own = builtins.__import__
    importlib.import_module("PySide6.QtCore")
    builtins.__import__ = own


@contextmanager
def without_collection() -> Iterator[None]:
    """Suspend garbage collection within this context, and exempt the modules loaded in it from later collections.

    It would find nothing among modules, which all stay, and take a sixth of TensorFlow's loading time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


@contextmanager
def quick_loading() -> Iterator[None]:
    """Load the window's modules quickly within this context.

    NumPy's BLAS starts a thread for each core when it is loaded, which costs more than it gains on products as small as
    the window's; what a person has set counts, and child processes, which train, are not told.
    """
    chosen = os.environ.get(_BLAS_THREADS)
    os.environ.setdefault(_BLAS_THREADS, "1")
    try:
        with without_collection():
            load_qt()
            yield
    finally:
        if chosen is None:
            os.environ.pop(_BLAS_THREADS, None)
