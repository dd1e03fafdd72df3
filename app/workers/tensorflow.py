"""Loads TensorFlow with memory growth, and without the start-up messages that it writes past Python."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.desktop.starting import without_collection
from core.base.systems.processors import threads_of_each

if TYPE_CHECKING:
    from core.runs.config import TrainConfig

_ENDED = (
    "The process was ended while loading TensorFlow. Unless somebody ended it, memory was too little: it takes 1 GB. "
    "Close other programs and try again."
)


def load_backend(config: TrainConfig) -> None:
    """Choose and import the library that a training computes with, or raise RunError if it is not installed."""
    from core.runs.folder import wanted_backend  # pydantic would slow all other commands

    load_named_backend(wanted_backend(config))


def load_named_backend(wanted: str = "auto", *, side_by_side: bool = False) -> None:
    """Choose and import a library to compute with, or raise RunError if it is not installed.

    `wanted`: "auto", or the name of a backend, as `core.runs.backends.backend_for` takes it. `side_by_side`: several
    batches are computed at once, so TensorFlow gives each of them its share of the threads.
    """
    if side_by_side:
        os.environ.setdefault("TF_NUM_INTRAOP_THREADS", str(threads_of_each()))
        os.environ.setdefault("TF_NUM_INTEROP_THREADS", "1")  # each batch runs in the thread that asks for it
    from core.base.keras_home import choose_backend
    from core.runs.backends import backend_for

    choose_backend(backend_for(wanted))
    load_tensorflow()


def load_tensorflow() -> None:
    """Import TensorFlow, or Keras with the backend that was chosen instead.

    What it writes to standard error meanwhile is shown only if it cannot be loaded.

    Its libraries write "oneDNN custom operations are on" and the like before their own switch for it takes effect. An
    error of ours has to be the one line on standard error.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Else the first of our processes takes a GPU's whole memory, and training and prediction cannot share it
    os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
    # JAX would take three quarters of it
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    # Else CUDA counts the fastest card first, and GPU:1 is another one than that which nvidia-smi calls 1
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # standard error is closed: then nobody is disturbed
        _import()
        return
    with _watched(), tempfile.TemporaryFile() as notes:
        os.dup2(notes.fileno(), 2)
        try:
            _import()
        except BaseException:
            os.dup2(kept, 2)
            notes.seek(0)
            sys.stderr.write(notes.read().decode(errors="replace"))
            raise
        finally:
            os.dup2(kept, 2)
            os.close(kept)


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    """Have a shell write to standard error if this process dies meanwhile: a system out of memory kills it.

    The process could not say so itself, and what the system's loader says is hidden with TensorFlow's notes.
    """
    try:
        shell = subprocess.Popen(["/bin/sh", "-c", 'read -r over || echo "$0" >&2', _ENDED], stdin=subprocess.PIPE)
    except OSError:  # there is no such shell: Windows has a message of its own
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # it was ended with all processes of the terminal
            shell.communicate(b"over\n")


def _import() -> None:
    with without_collection():
        if os.environ.get("KERAS_BACKEND", "tensorflow") == "tensorflow":
            import tensorflow  # noqa: F401
        else:
            import keras  # noqa: F401
