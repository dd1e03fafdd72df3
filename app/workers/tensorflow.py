"""Loading TensorFlow with memory growth, and without the start-up notes that it writes past Python."""

from __future__ import annotations

import os
import sys
import tempfile

from app.desktop.starting import without_collection


def load_tensorflow() -> None:
    """Import TensorFlow. What it writes to standard error meanwhile is shown only if it cannot be loaded.

    Its libraries write "oneDNN custom operations are on" and the like before their own switch for it takes effect. An
    error of ours has to be the one line on standard error.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Else the first of our processes takes a GPU's whole memory, and training and prediction cannot share it
    os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
    # Else CUDA counts the fastest card first, and GPU:1 is another one than that which nvidia-smi calls 1
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # standard error is closed: then nobody is disturbed
        _import()
        return
    with tempfile.TemporaryFile() as notes:
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


def _import() -> None:
    with without_collection():
        import tensorflow  # noqa: F401
