"""The child process that checks the needs of a training before it starts, and that writes nothing."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from app.workers.child import Channel, checking_on, refusing
from app.workers.messages import Checked, Estimated, Timed
from app.workers.tensorflow import load_backend
from core.base.errors import Sentence
from core.base.systems import system
from core.model.training.trainingdata import TrainingData, open_data
from core.runs.config import TrainConfig
from core.runs.precision import TRIED_FROM

_TRIES = 3  # steps that are timed


def main(channel: Channel, config: TrainConfig) -> None:
    """Check a training, whose configuration is the argument of `app.workers.process.Worker.start`."""
    config = config.resolved().model_copy(update={"cache_drawn": 0})  # a check makes no folder for words to keep
    progress = checking_on(channel)
    with refusing(channel):
        data = open_data(config, progress=progress)
        assert config.steps and config.batch and config.synthetic is not None
        channel.send(
            Checked(
                spec=data.spec.to_dict(),
                steps=config.steps,
                batch=config.batch,
                training=data.training_count,
                character_level=data.character_level,
                validation=data.validation_count,
                left_out=tuple((sample.name, sample.reason) for sample in data.left_out),
                warnings=data.warnings,
                synthetic=config.synthetic,
            )
        )
        load_backend(config)
        _try(channel, config, data)


def _try(channel: Channel, config: TrainConfig, data: TrainingData) -> None:
    from core.data.batches.loading import BatchLoader  # here and below: TensorFlow comes with it
    from core.model.network.losses import compute_loss
    from core.model.network.network import build_network
    from core.model.steps import backends
    from core.model.steps.hardware import policy
    from core.model.steps.updating import OptimizerSettings
    from core.model.training import memory
    from core.model.training.building import kept_precision, trial_steps
    from core.runs.spec import LossWeights

    assert config.steps and config.batch
    hardware = backends.prepare(config)
    precision, shown = hardware.precision, hardware.precision
    is_tried = bool(hardware.may_be_faster) and config.steps >= TRIED_FROM
    if is_tried and (known := kept_precision(config, data.spec, hardware, all_have_maps=data.all_have_maps)):
        precision = shown = known
        is_tried = False
    elif is_tried:
        shown = Sentence("{one} or {other}, as a trial shows", one=precision, other=hardware.may_be_faster)
    with hardware.scope(), policy(precision):
        network = build_network(data.spec)
    replicas = hardware.replicas
    estimate = memory.estimate(network, data.spec, config.batch // replicas, on_gpu=hardware.gpu_memory is not None)
    available = hardware.gpu_memory or system.available_memory()
    fits = available is None or estimate.total <= available
    advice = "" if fits else estimate.advice(available)
    channel.send(Estimated(hardware.description, shown, network.count_params(), estimate.total, available, advice))
    if not fits:
        return  # trying it could take the whole machine down
    settings = OptimizerSettings(config.weight_decay, config.clip_norm, config.ema, config.backbone_rate, config.eager)
    loss = partial(compute_loss, weights=LossWeights(**config.loss.model_dump()))
    step = backends.make_step(network, loss, hardware, settings)
    with BatchLoader(data.training, config.batch, workers=config.threads) as loader:
        durations = [_one(step, loader.get(number), config.batch, number) for number in range(1 + _TRIES)]
    median = sorted(durations[1:])[_TRIES // 2]
    total = median * config.steps
    if config.minutes is not None:  # they count from the first step on
        total = min(total, 60 * config.minutes)
    trial = 2 * (durations[0] + (trial_steps() - 1) * median) if is_tried else 0.0
    channel.send(Timed(durations[0] + trial, median, total, trial))


def _one(step: Any, batch: Any, size: int, number: int) -> float:
    """Return the seconds that a training step takes.

    The network is thrown away afterwards, so the step may teach it nothing.
    """
    from core.model.steps.step import padded

    began = time.monotonic()
    step(step.distributed(padded(batch, size)), 0.0, 1.0, number)
    return time.monotonic() - began
