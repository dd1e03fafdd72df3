"""Prepares JAX before it computes anything: chooses devices, determinism and precision."""

from __future__ import annotations

import os
from typing import Any

import jax
import keras

from core.base.errors import RunError, Sentence
from core.model.steps.device_names import device_numbers
from core.model.steps.hardware import (
    Hardware,
    auto_precision,
    eager_warnings,
    least_memory,
    refuse_half,
    refuse_uneven,
    several,
)
from core.runs.backends import NAMES
from core.runs.config import TrainConfig
from core.runs.precision import FULL, HALF, processor_has_bfloat16

_DETERMINISTIC = "--xla_gpu_deterministic_ops=true"
_BFLOAT16 = (8, 0)  # compute capability from which bfloat16 has units of its own (NVIDIA Ampere)
_FLOAT16 = (7, 0)


def prepare(config: TrainConfig, began: str = "") -> Hardware:
    """Set JAX up for a training, once in a process and before it computes anything.

    `began` is the precision with which a run that is resumed began; `auto` keeps it.

    Raises
    ------
    RunError
        If a chosen device is missing.
    """
    # Else JAX takes three quarters of a GPU's memory at once, and training and prediction cannot share it
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if config.deterministic:
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {_DETERMINISTIC}".strip()
    kind, numbers = device_numbers(config.devices)
    if kind == "CPU" and len(numbers) > 1:  # several of one processor: to try a distributed training without GPUs
        _divide_cpu(max(numbers) + 1)
    gpus = visible_gpus()
    if kind == "CPU" or not gpus:
        devices, known = jax.devices("cpu"), "CPU"
    else:
        devices, known = gpus, "GPU"
    if kind and (kind != known or max(numbers) >= len(devices)):
        raise RunError(
            "devices: there is no {name}; JAX sees {gpus} GPUs. See `textscanner doctor`.",
            name=f"{kind}:{max(numbers)}",
            gpus=len(gpus),
        )
    used = [devices[number] for number in numbers] if kind else (devices if gpus else devices[:1])
    keras.utils.set_random_seed(config.seed)
    refuse_uneven(config.resolved().batch or 0, len(used))
    precision: str = config.precision
    on_gpu = known == "GPU"
    bfloat16 = on_gpu or processor_has_bfloat16()
    if precision == "auto":
        precision = auto_precision(began, _fast_precision(used) if on_gpu else FULL, bfloat16=bfloat16)
    refuse_half(precision, on_gpu=on_gpu, bfloat16=bfloat16)
    name = str(used[0].device_kind) if on_gpu else "CPU"
    return Hardware(
        precision,
        Sentence("{device}, through {backend}", device=several(name, len(used)), backend=NAMES["jax"]),
        least_memory([_memory_of(device) for device in used] if on_gpu else []),
        tuple(eager_warnings(eager=config.eager)),
        devices=tuple(used),
    )


def _divide_cpu(count: int) -> None:
    """Have JAX show the processor as several devices, or raise RunError if it has started with fewer."""
    if jax.config.jax_num_cpu_devices >= count:  # type: ignore[attr-defined]
        return
    try:
        jax.config.update("jax_num_cpu_devices", count)  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        raise RunError(
            "devices: JAX has already started, so its CPU can no longer be divided. Start a new process."
        ) from error


def visible_gpus() -> list[Any]:
    """Return the GPU devices that JAX sees."""
    return [device for device in jax.devices() if device.platform != "cpu"]


def _fast_precision(gpus: list[Any]) -> str:
    """Return the fastest precision of all GPUs, float32 if one, as those of AMD and others, has no known capability."""
    capabilities = [
        tuple(int(part) for part in str(getattr(gpu, "compute_capability", "0.0")).split(".")[:2]) for gpu in gpus
    ]
    if all(capability >= _BFLOAT16 for capability in capabilities):
        return HALF
    return "mixed_float16" if all(capability >= _FLOAT16 for capability in capabilities) else FULL


def _memory_of(device: Any) -> int | None:
    stats = device.memory_stats() or {}
    size = stats.get("bytes_limit")
    return None if size is None else int(size)
