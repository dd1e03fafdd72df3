"""What trains on the GPU of a machine, for `script/bootstrap --gpu`."""

from __future__ import annotations

import shutil
from pathlib import Path

TORCH = "torch"  # not in the lock: which build of PyTorch fits depends on the card, and uv finds it out
SENTENCES = {
    "gpu": "An NVIDIA card on Linux: TensorFlow's GPU libraries are added.",
    TORCH: "No NVIDIA card on Linux: PyTorch is added, in the build that fits the card, if there is one.",
}
"""What is added, by what trains."""


def has_nvidia_card() -> bool:
    """Return True if there is an NVIDIA card with its driver."""
    return Path("/proc/driver/nvidia/gpus").exists() or shutil.which("nvidia-smi") is not None


def packages_for_gpu(system: str, has_nvidia: bool) -> str:
    """Return what trains on a machine's GPU: the extra `gpu`, TensorFlow with NVIDIA's libraries, or PyTorch.

    TensorFlow has no GPU on Windows and macOS, and sees none of AMD or Intel. `system`: as `platform.system` has it.
    """
    return "gpu" if system == "Linux" and has_nvidia else TORCH
