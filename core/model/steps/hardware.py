"""The hardware that a training uses, and the parts of its choice that all of Keras' backends share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import keras

from core.base.errors import RunError, Sentence
from core.runs.precision import FULL, HALF

NO_BFLOAT16 = Sentence(
    'precision: this processor does not compute in bfloat16 (AVX512-BF16, AMX). Take "float32" or "auto", or train on '
    "a GPU."
)


@dataclass(frozen=True, slots=True)
class Hardware:
    """The devices and the precision that a training uses, and the way to build a network on them."""

    precision: str
    """Keras' name of the policy."""
    description: str
    """The hardware in words."""
    gpu_memory: int | None
    """Bytes of the smallest GPU that is used. None on a CPU, or if the driver does not report the size."""
    warnings: tuple[tuple[str, str], ...]
    """(kind, sentence) of each warning for the user, as in `core.runs.events.Warned`."""
    may_be_faster: str = ""
    """Another policy that `auto` may take if a trial shows that it is faster on this hardware. Empty if there is none.
    """
    strategy: Any = None
    """TensorFlow's strategy. None on other backends."""
    devices: tuple[Any, ...] = ()
    """The devices of JAX or PyTorch. Empty on TensorFlow."""

    @property
    def replicas(self) -> int:
        """The number of devices that share a step."""
        return len(self.devices) if self.strategy is None else int(self.strategy.num_replicas_in_sync)

    def scope(self) -> AbstractContextManager[Any]:
        """Return the context for building a network on this hardware."""
        if self.strategy is not None:
            scope: AbstractContextManager[Any] = self.strategy.scope()
            return scope
        return keras.device(self.devices[0]) if isinstance(self.devices[0], str) else nullcontext()


@contextmanager
def policy(precision: str) -> Iterator[None]:
    """Set Keras' precision policy for all layers built within the context."""
    before = keras.config.dtype_policy()
    keras.config.set_dtype_policy(precision)
    try:
        yield
    finally:
        keras.config.set_dtype_policy(before)


def refuse_uneven(batch: int, replicas: int) -> None:
    """Raise RunError if a batch cannot be divided among the devices."""
    if batch % replicas:
        raise RunError(
            "batch: {batch} {batch:|image|images} cannot be divided among {devices} {devices:|device|devices}. "
            "Take a multiple of {devices}.",
            batch=batch,
            devices=replicas,
        )


def auto_precision(began: str, fastest: str, *, bfloat16: bool) -> str:
    """Return the precision for `auto`, which is that of a resumed run's beginning if this hardware has it.

    Parameters
    ----------
    began : str
        The precision with which the run began. "" for a new run.
    fastest : str
        The precision of a new run.
    bfloat16 : bool
        True if the hardware computes in it.
    """
    return began if began == FULL or (began == HALF and bfloat16) else fastest


def refuse_half(precision: str, *, on_gpu: bool, bfloat16: bool) -> None:
    """Raise RunError if the hardware cannot compute in a chosen precision, or is no faster in it than in float32."""
    if precision == "mixed_bfloat16" and not bfloat16:
        raise RunError(NO_BFLOAT16)
    if precision == "mixed_float16" and not on_gpu:
        raise RunError(
            'precision: "{precision}" is no faster than float32 on most CPUs, so only GPUs use it. Leave it out, '
            "or train on a GPU.",
            precision=precision,
        )


def least_memory(memory: Sequence[int | None]) -> int | None:
    """Return the memory of the smallest GPU in bytes, or None without a GPU or if the memory of any GPU is unknown."""
    known = [size for size in memory if size is not None]
    return min(known) if known and len(known) == len(memory) else None


def several(device: str, count: int) -> str:
    """Return a device's name with the number of devices, such as "2 × GPU"."""
    return device if count == 1 else f"{count} × {device}"


def eager_warnings(*, eager: bool) -> list[tuple[str, str]]:
    """Return a warning if the training runs operation by operation, or else none."""
    sentence = Sentence("The eager switch is on: every operation runs by itself, about ten times slower.")
    return [("eager", sentence)] if eager else []
