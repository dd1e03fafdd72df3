"""Remembers which precision is faster on a machine, by the processor's instructions and by past trials.

TensorFlow is not loaded, so that `doctor` reports the same as a training does.
"""

from __future__ import annotations

import contextlib
import json
import platform

from core.base.errors import DAMAGED, FileWriteError
from core.base.files import make_folder, write_atomically
from core.base.folders import cache_folder
from core.base.json_text import read_json
from core.base.systems import system

FULL, HALF = "float32", "mixed_bfloat16"  # the two precisions that are tried on a processor

TRIED_FROM = 300  # fewest steps of a training for which two precisions are tried: a trial compiles the step twice

_BFLOAT16 = frozenset({"avx512_bf16", "amx_bf16", "bf16"})  # instruction sets that compute with it: x86's and ARM's


def processor_has_bfloat16() -> bool:
    """Return True if the processor can compute in bfloat16."""
    return not _BFLOAT16.isdisjoint(system.processor_flags())


def known_precisions() -> dict[str, str]:
    """Return the precision that was faster in each past trial, by machine and configuration in words."""
    try:
        content = read_json(cache_folder() / "precision.json")
    except DAMAGED:  # a cache is made anew
        return {}
    return {str(key): str(value) for key, value in content.items()} if isinstance(content, dict) else {}


def precisions_of_machine() -> dict[str, str]:
    """Return those of `known_precisions` that were tried on this machine: several may share the folder."""
    return {key: value for key, value in known_precisions().items() if key.startswith(trial_of(""))}


def trial_of(configuration: str) -> str:
    """Return the key of the trial of a configuration on this machine."""
    return f"{platform.node()} {configuration}"


def keep_precision(key: str, precision: str) -> None:
    """Save which precision is faster for a machine and configuration."""
    with contextlib.suppress(OSError, FileWriteError):  # without it the trial is made again
        kept = cache_folder() / "precision.json"
        make_folder(kept.parent)
        write_atomically(kept, json.dumps(known_precisions() | {key: precision}, indent=1).encode())
