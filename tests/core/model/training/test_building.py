"""Training steps as they are made for a configuration."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from core.labels.maps.spec import MapSpec
from core.model.network.branches import CLASS_HEAD
from core.model.training.building import MANY_SYMBOLS, build, step_of
from core.model.training.step import TrainingStep
from core.runs.config import make_config
from core.runs.spec import NetworkSpec

MAPS = MapSpec(height=32, width=32, stride=4, max_length=2)


def step_for(symbols: int, *, drawn: bool) -> TrainingStep:
    config = make_config({"folder": "a", "run": "b", "batch": 2, "eager": True}).resolved()
    spec = NetworkSpec("small", tuple(chr(0x4E00 + number) for number in range(symbols)), MAPS)
    return step_of(config, build(config, spec, fresh=True).recogniser, tf.distribute.get_strategy(), drawn=drawn)


@pytest.mark.parametrize(
    ("symbols", "drawn"), [(MANY_SYMBOLS - 1, True), (MANY_SYMBOLS, False)], ids=["few symbols", "words without maps"]
)
def test_class_head_is_trained_at_all_pixels(symbols: int, drawn: bool) -> None:
    step = step_for(symbols, drawn=drawn)
    assert step.trained is step.model


def test_class_head_of_thousands_of_symbols_is_trained_at_some_pixels() -> None:
    step = step_for(MANY_SYMBOLS, drawn=True)
    head = step.model.get_layer(CLASS_HEAD)
    before = head.kernel.numpy()
    character = np.zeros((2, 8, 8), np.int32)
    character[:, 2:4, 2:4] = 5
    batch = {
        "image": np.zeros((2, 32, 32, 3), np.uint8),
        "character": character,
        "order": np.sign(character),
        "localization": np.zeros((2, 8, 8), np.float32),
        "text": np.array([[5, 0], [5, 0]], np.int32),
        "has_maps": np.ones(2, bool),
    }
    outcome = step(step.distributed(batch), 1e-3, 0.0, 0)
    assert outcome.finite
    assert outcome.part_norms["character"] > 0
    assert not np.array_equal(head.kernel.numpy(), before)
