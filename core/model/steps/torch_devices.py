"""Prepares PyTorch before it computes anything: chooses device, determinism and precision."""

from __future__ import annotations

import os

import keras
import torch

from core.base.errors import RunError, Sentence
from core.model.steps.device_names import device_numbers
from core.model.steps.hardware import Hardware, auto_precision, eager_warnings, refuse_half
from core.runs.backends import NAMES
from core.runs.config import TrainConfig
from core.runs.precision import FULL, HALF, processor_has_bfloat16

_BFLOAT16 = (8, 0)  # compute capability from which bfloat16 has units of its own (NVIDIA Ampere)
_FLOAT16 = (7, 0)


def prepare(config: TrainConfig, began: str = "") -> Hardware:
    """Set PyTorch up for a training, once in a process and before it computes anything.

    `began` is the precision with which a run that is resumed began; `auto` keeps it.

    Raises
    ------
    RunError
        If the chosen device is missing, or several are chosen.
    """
    if config.deterministic:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
    kind, numbers = device_numbers(config.devices)
    if len(numbers) > 1:
        raise RunError(
            "devices: on PyTorch a training uses one device. Name one, or choose backend TensorFlow or JAX for several."
        )
    gpus = visible_gpus()
    if kind == "GPU" and numbers[0] >= len(gpus):
        raise RunError(
            "devices: there is no {name}; PyTorch sees {gpus} GPUs. See `textscanner doctor`.",
            name=f"GPU:{numbers[0]}",
            gpus=len(gpus),
        )
    on_gpu = bool(gpus) and kind != "CPU"
    device = gpus[numbers[0] if numbers else 0] if on_gpu else "cpu"
    keras.utils.set_random_seed(config.seed)
    precision: str = config.precision
    bfloat16 = on_gpu or processor_has_bfloat16()
    if precision == "auto":
        precision = auto_precision(began, _fast_precision(device) if on_gpu else FULL, bfloat16=bfloat16)
    refuse_half(precision, on_gpu=on_gpu, bfloat16=bfloat16)
    is_cuda = device.startswith("cuda")
    name = torch.cuda.get_device_name(device) if is_cuda else ("GPU" if on_gpu else "CPU")
    return Hardware(
        precision,
        Sentence("{device}, through {backend}", device=name, backend=NAMES["torch"]),
        int(torch.cuda.get_device_properties(device).total_memory) if is_cuda else None,
        tuple(eager_warnings(eager=config.eager)),
        devices=(device,),
    )


def visible_gpus() -> list[str]:
    """Return the names of the GPUs that PyTorch sees, whether CUDA's, ROCm's, Intel's or Apple's."""
    if torch.cuda.is_available():
        return [f"cuda:{number}" for number in range(torch.cuda.device_count())]
    if hasattr(torch, "xpu") and torch.xpu.is_available():
        return [f"xpu:{number}" for number in range(torch.xpu.device_count())]
    return ["mps"] if torch.backends.mps.is_available() else []


def _fast_precision(device: str) -> str:
    if not device.startswith("cuda") or torch.version.hip:
        return FULL
    capability = torch.cuda.get_device_capability(device)
    return HALF if capability >= _BFLOAT16 else ("mixed_float16" if capability >= _FLOAT16 else FULL)
