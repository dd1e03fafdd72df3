"""Tries a network: trains it for a few steps on eight words, again and again from its first weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import keras
import numpy as np
from keras import ops

from core.base.progress import Progress, ignore_news
from core.data.batches.batches import Batch, collate
from core.data.samples.samples import Prepared
from core.model.diagnosing.learning import Activity, ByHeart, Tried, constant_losses
from core.model.diagnosing.measuring import picture_of, taught
from core.model.network.layer_outputs import watched
from core.model.steps.groups import parts_of
from core.model.steps.hardware import Hardware
from core.model.steps.step import TrainingStep
from core.model.training.building import build, step_of
from core.model.using.prediction import Predictor
from core.runs.config import TrainConfig
from core.runs.spec import NetworkSpec

_EDGE = 0.01  # of a sigmoid: nearer to 0 or 1 it hardly learns
_AT_ONCE = 10  # steps between two looks at how far it is


class ShortTraining:
    """A network with its first weights, and a batch of a few words, which writes no file.

    `samples` are the words, at least one.
    """

    def __init__(self, config: TrainConfig, spec: NetworkSpec, samples: Sequence[Prepared], hardware: Hardware) -> None:
        with hardware.scope():
            recogniser = build(config, spec, fresh=True).recogniser
        self.step: TrainingStep = step_of(config, recogniser, hardware)
        # norm of the first step's gradient by trained part; empty before the first step
        self.norms: dict[str, float] = {}
        self._samples = samples
        self._recogniser = recogniser
        self._config = config
        replicas = self.step.replicas
        taken = [samples[place % len(samples)] for place in range(-(-len(samples) // replicas) * replicas)]
        self._batch: Batch = collate(taken, spec.maps)
        self._given: Mapping[str, Any] = self.step.distributed(self._batch)
        self._first, self._counters = self.step.state(), self.step.counters()

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all parts of the network, trained or not."""
        return tuple(dict.fromkeys(parts_of(self.step.model).values()))

    @property
    def constants(self) -> dict[str, float]:
        """The losses of the best constant answer, for each branch that is taught."""
        weights = self._config.loss.model_dump()
        losses = constant_losses(
            np.asarray(self._batch["character"], np.int32),
            np.asarray(self._batch["order"], np.int32),
            np.asarray(self._batch["localization"], np.float32),
        )
        return {branch: value for branch, value in losses.items() if weights[branch] > 0}

    def take_one_step(self) -> None:
        """Take the first step, which measures the norms of the gradient."""
        self._begin()
        self._one(0.0, 0)

    def at_rate(self, rate: float, steps: int, progress: Progress = ignore_news) -> Tried:
        """Make a few steps at one learning rate from the first weights, and measure the loss in inference mode.

        With the statistics of the batch itself, normalisations hide even steps that are a hundred times too large.
        """
        self._begin()
        losses = [self._one(rate, number)["loss"] for number in _reported(steps, progress)]
        given = {name: ops.convert_to_tensor(value) for name, value in self._batch.items()}
        after = self.step.loss(self.step.model(given["image"], training=False), given, mutual_weight=0.0)["loss"]
        return Tried(rate, losses[0], float(after))

    def by_heart(
        self, rate: float, steps: int, progress: Progress = ignore_news, is_late: Callable[[], bool] = lambda: False
    ) -> ByHeart:
        """Train from the first weights on a few words, until all of them are read or no time is left.

        Parameters
        ----------
        rate : float
            The learning rate.
        steps : int
            The largest number of steps.
        progress : Progress
            Called with the steps done.
        is_late : callable () -> bool
            Returns True if the learning has to end now.
        """
        self._begin()
        predictor, known = Predictor(self._recogniser), 0
        pictures = [picture_of(sample) for sample in self._samples]
        texts = [taught(sample, self._recogniser.spec).text for sample in self._samples]
        losses: dict[str, float] = {}
        for number in _reported(steps, progress):
            losses = self._one(rate, number)
            late = is_late()
            if late or number % _AT_ONCE == _AT_ONCE - 1 or number == steps - 1:
                self.step.settle()
                readings = predictor.read(pictures)
                known = sum(reading.word.text == text for reading, text in zip(readings, texts, strict=True))
                if late or known == len(texts):
                    return ByHeart(number + 1, losses, len(texts), known)
        return ByHeart(steps, losses, len(texts), known)

    def activity(self) -> Activity:
        """Measure the activity of the network on the words, with its present weights."""
        return activity_of(self.step.model, self._batch)

    def _begin(self) -> None:
        self.step.restore(self._first)
        self.step.restore_counters(self._counters)

    def _one(self, rate: float, number: int) -> dict[str, float]:
        mutual = float(self._config.mutual_start == 0)
        outcome = self.step(self._given, rate, mutual, number)
        if not self.norms:
            self.norms = dict(outcome.part_norms)
        return outcome.losses


def activity_of(model: keras.Model, batch: Batch) -> Activity:
    """Measure the activity of a network on a batch."""
    alive: list[float] = []  # of each layer

    def look(name: str, layer: keras.layers.Layer, outputs: Any) -> None:
        if isinstance(layer, keras.layers.ReLU):
            alive.append((np.abs(ops.convert_to_numpy(outputs)).max(axis=(0, 1, 2)) > 0).mean())

    with watched(model, look):
        outputs = model(ops.convert_to_tensor(batch["image"]), training=False)
    places = ops.convert_to_numpy(outputs["localization"])
    return Activity(
        1 - float(np.mean(alive)) if alive else 0.0,
        float(((places < _EDGE) | (places > 1 - _EDGE)).mean()),
        float((np.asarray(batch["character"]) == 0).mean()),
    )


def _reported(steps: int, progress: Progress) -> Any:
    for number in range(steps):
        if number % _AT_ONCE == 0:
            progress(number, steps)
        yield number
    progress(steps, steps)
