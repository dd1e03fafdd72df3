"""Loads onnxruntime, an optional package."""

from __future__ import annotations

import re
from typing import Any

from core.base.errors import ModelError, reason_of

OLDEST = (1, 20)
"""The oldest onnxruntime that is known to run the graphs exported here and elsewhere."""


def onnxruntime_for(name: str) -> Any:
    """Return onnxruntime to run a graph, whose name is for the error.

    Raises
    ------
    ModelError
        If onnxruntime is missing, damaged or too old.
    """
    try:
        import onnxruntime  # an optional package
    except ImportError as error:
        raise ModelError(
            "{name}: needs onnxruntime, which is not installed or does not start ({why}). Install TextScanner Studio's "
            "extra `readers`, or the package onnxruntime.",
            name=name,
            why=reason_of(error),
        ) from error
    version = str(getattr(onnxruntime, "__version__", ""))
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        raise ModelError(
            "{name}: onnxruntime {version} is too old. Install version {oldest} or a newer one.",
            name=name,
            version=version or "?",
            oldest=".".join(map(str, OLDEST)),
        )
    return onnxruntime
