"""One training step of a small network with any number of symbols, and which rows of its class head that changes."""

from pathlib import Path
from typing import Any

import numpy as np

from core.labels.maps.spec import MapSpec
from core.model.network.branches import CLASS_HEAD
from core.model.network.network import build_network
from core.model.network.saving import build_recogniser, save_model
from core.model.steps import groups
from core.model.steps.backends import default_hardware
from core.model.steps.step import TrainingStep
from core.model.training.building import build, step_of
from core.runs.config import make_config
from core.runs.spec import NetworkSpec

LEAST_CHANGE = 1e-6  # a thousandth of the rate, by which Adam's first step changes a weight
_MAPS = MapSpec(height=32, width=32, stride=4, max_length=2)


def spec_for(symbols: int) -> NetworkSpec:
    return NetworkSpec("small", tuple(chr(0x4E00 + number) for number in range(symbols)), _MAPS)


def start_with(path: Path, symbols: int) -> Path:
    """Save a model that a training can begin with."""
    spec = spec_for(symbols)
    save_model(path, build_recogniser(spec, build_network(spec)))
    return path


def step_for(symbols: int, *, all_have_maps: bool = True, **choices: Any) -> TrainingStep:
    config = make_config({"folder": "a", "run": "b", "batch": 2, **choices}).resolved()
    recogniser = build(config, spec_for(symbols), fresh=True).recogniser
    return step_of(config, recogniser, default_hardware(), all_have_maps=all_have_maps)


def one_step(step: TrainingStep, symbol: int) -> None:
    """Train with two pictures of one symbol."""
    character = np.zeros((2, 8, 8), np.int32)
    character[:, 2:4, 2:4] = symbol
    batch = {
        "image": np.zeros((2, 32, 32, 3), np.uint8),
        "character": character,
        "order": np.sign(character),
        "localization": np.zeros((2, 8, 8), np.float32),
        "text": np.array([[symbol, 0], [symbol, 0]], np.int32),
        "has_maps": np.ones(2, bool),
    }
    outcome = step(step.distributed(batch), 1e-3, 0.0, 0)
    assert outcome.finite
    assert outcome.part_norms["character"] > 0


def rows_that_one_step_changes(symbols: int, **choices: Any) -> list[list[int]]:
    """Return the rows of the kernel and of the bias of the class head that a step with the last symbol changes."""
    step = step_for(symbols, **choices)
    weights = step.model.get_layer(CLASS_HEAD).weights
    before = [groups.read(weight) for weight in weights]
    one_step(step, symbols)
    step.state()  # on JAX it brings the variables up to date
    changes = [np.abs(groups.read(weight) - value) for weight, value in zip(weights, before, strict=True)]
    return [np.flatnonzero((change > LEAST_CHANGE).reshape(-1, symbols + 1).any(axis=0)).tolist() for change in changes]
