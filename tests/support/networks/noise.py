"""Trainings on noise, which need no project and no image on the disk."""

from pathlib import Path
from typing import Any

import numpy as np

from core.charset import Charset
from core.data.samples.samples import LeftOut, Prepared
from core.labels.maps.spec import MapSpec
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig, make_config
from core.runs.events import Event, Warned
from core.runs.folder import stored_config
from core.runs.spec import NetworkSpec
from support.networks.tiny_training import TINY


class NoiseFeed:
    """A feed of noise, of which single samples can be made bad."""

    def __init__(self, maps: MapSpec, length: int | None = None, bad: int = -1) -> None:
        self.spec, self.length, self.replaces, self.bad = maps, length, length is None, bad

    def name_of(self, position: int) -> str:
        return f"noise_{position}.png"

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        rng = np.random.default_rng(position)
        h, w = self.spec.map_size
        size = (self.spec.height, self.spec.width, 3)
        q = rng.random((h, w), np.float32)
        if position == self.bad:
            q[0, 0] = np.nan
        order = rng.integers(0, 2, (h, w)).astype(np.int32)
        text = np.zeros(self.spec.max_length, np.int32)
        text[0] = 1
        image = rng.integers(0, 256, size).astype(np.uint8)
        return Prepared(self.name_of(position), image, order, order, q, text, has_maps=True)


def noise(bad: int = -1, validation: int | None = None) -> TrainingData:
    """Data of a tiny training; `bad` is the position of a sample that is not finite."""
    spec = NetworkSpec.of("small", Charset(tuple("ab")), MapSpec(height=32, width=64, max_length=4))
    held = None if validation is None else NoiseFeed(spec.maps, validation)
    return TrainingData(spec, NoiseFeed(spec.maps, bad=bad), held, 0, validation or 0)


def config_of(project: Path, run: Path, **choices: Any) -> TrainConfig:
    """The configuration of a tiny training, with some choices replaced; to compile its step would take most of it."""
    return make_config({**TINY, "eager": True, "folder": project, "run": run, **choices})


def of_kind(events: list[Event], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def warned(events: list[Event]) -> list[Warned]:
    """The warnings; that a training runs operation by operation is none here."""
    return [event for event in of_kind(events, Warned) if event.kind != "eager"]


def resumed_config(run: Path, **changes: Any) -> TrainConfig:
    """What to call `train` with to continue a run: its own configuration, some values replaced."""
    return make_config(stored_config(run).model_dump() | changes | {"run": run, "resume": True})
