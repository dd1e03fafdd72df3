"""Outputs and batches of chance for the losses, and what a loss is written out with."""

import math
from typing import Any

import numpy as np

from core.model.network.losses import compute_loss

CLASSES, LENGTH, HEIGHT, WIDTH = 4, 5, 3, 4
Arrays = dict[str, np.ndarray]


def log_softmax(logits: np.ndarray, target: int) -> float:
    peak = max(logits)
    return float(logits[target] - peak - math.log(sum(math.exp(v - peak) for v in logits)))


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def random_case(seed: int, size: int = 4) -> tuple[Arrays, Arrays]:
    rng = np.random.default_rng(seed)
    shape = (size, HEIGHT, WIDTH)
    outputs = {
        "character": rng.normal(0, 2, (*shape, CLASSES + 1)),
        "order": rng.normal(0, 2, (*shape, LENGTH + 1)),
        "localization": rng.random(shape),
    }
    text = np.zeros((size, LENGTH), np.int32)
    for row in text:
        length = rng.integers(0, LENGTH + 1)
        row[:length] = rng.integers(1, CLASSES + 1, length)
    batch = {
        "character": rng.integers(-2, CLASSES + 1, shape).astype(np.int32),
        "order": rng.integers(0, LENGTH + 1, shape).astype(np.int32),
        "localization": rng.random(shape).astype(np.float32),
        "text": text,
        "has_maps": rng.random(size) < 0.5,
    }
    return outputs, batch


def losses(outputs: Arrays, batch: Arrays, **options: Any) -> dict[str, float]:
    logits = {name: value.astype(np.float32) for name, value in outputs.items()}
    return {name: float(value) for name, value in compute_loss(logits, batch, **options).items()}
