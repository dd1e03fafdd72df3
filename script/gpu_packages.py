"""What trains on the GPU of a machine, for `script/bootstrap --gpu`."""

from __future__ import annotations

import shutil
from pathlib import Path

TORCH = "torch"  # not in the lock: which build of PyTorch fits depends on the card, and uv finds it out
_NAMES = {"Darwin": "macOS"}  # as people write them, of what `platform.system` has


def has_nvidia_card() -> bool:
    """Return True if there is an NVIDIA card with its driver."""
    return Path("/proc/driver/nvidia/gpus").exists() or shutil.which("nvidia-smi") is not None


def packages_for_gpu(system: str, has_nvidia: bool) -> str:
    """Return what trains on a machine's GPU: the extra `gpu`, TensorFlow with NVIDIA's libraries, or PyTorch.

    TensorFlow has no GPU on Windows and macOS, and sees none of AMD or Intel. `system`: as `platform.system` has it.
    """
    return "gpu" if system == "Linux" and has_nvidia else TORCH


def sentence_for(packages: str, system: str) -> str:
    """Return what `script/bootstrap --gpu` says of the result of `packages_for_gpu`."""
    if packages != TORCH:
        return "An NVIDIA card on Linux: TensorFlow's GPU libraries are added."
    why = "No NVIDIA card was found"
    if system != "Linux":
        why = f"TensorFlow uses no GPU on {_NAMES.get(system, system)}"
    return f"{why}: PyTorch is added, in the build that fits the card, if there is one."
