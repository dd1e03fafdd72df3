"""Explains why TensorFlow does not use a graphics card of this machine, and what helps."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from core.base.errors import Sentence
from core.runs.backends import command_for_gpu

_NVIDIA_FILES = (Path("/proc/driver/nvidia/gpus"), Path("/dev/nvidia0"))


def unusable_gpu(visible: int, has_card: Callable[[], bool] | None = None, built_with_cuda: bool | None = None) -> str:
    """Return the reason that an NVIDIA card is not used, or "" if there is none or TensorFlow sees it.

    Parameters
    ----------
    visible : int
        The number of GPUs that TensorFlow sees.
    has_card : callable () -> bool, optional
        Returns True if the machine has a card, in place of a look at this machine.
    built_with_cuda : bool, optional
        True if TensorFlow was built with CUDA, in place of a look at this TensorFlow.
    """
    if visible or not (has_card or nvidia_card)():
        return ""
    if built_with_cuda is None:
        import tensorflow as tf

        built_with_cuda = tf.test.is_built_with_cuda()
    cure = (
        Sentence('install CUDA\'s libraries with pip install "tensorflow[and-cuda]"')
        if built_with_cuda
        else Sentence(
            "TensorFlow has no GPU support on this system; install PyTorch with {command}, or on Windows use WSL2",
            command=command_for_gpu(has_nvidia=False),
        )
    )
    return Sentence(
        "This machine has an NVIDIA card that TensorFlow cannot use, so the CPU does its work, which is much slower: "
        "{cure}, or see `textscanner doctor`.",
        cure=cure,
    )


def visible_gpus() -> int:
    """Return the number of GPUs that TensorFlow sees."""
    import tensorflow as tf

    return len(tf.config.list_physical_devices("GPU"))


def nvidia_card(files: Sequence[Path] = _NVIDIA_FILES) -> bool:
    """Return True if this machine has an NVIDIA card and its driver, shown by one of these files or `nvidia-smi`."""
    return any(path.exists() for path in files) or shutil.which("nvidia-smi") is not None
