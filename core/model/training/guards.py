"""Turns the faults of a training into sentences that name the fault and its remedy."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import keras
import numpy as np
from keras import ops

from core.base.errors import Sentence
from core.base.graphics_cards import CardProcess, GraphicsCard, graphics_cards
from core.base.phrases import listed
from core.model.network.layer_outputs import watched
from core.model.steps.groups import Tensor, read
from core.model.steps.step import StepOutcome, TrainingStep
from core.model.training.memory import Estimate, gigabytes
from core.runs.events import Failed

_NAMED = 4  # images, or programs, that a sentence names one by one
_MEMORY = re.compile(
    r"bad_alloc|out of memory|OOM when allocating|failed to allocate|RESOURCE_EXHAUSTED", re.IGNORECASE
)


def is_out_of_memory(error: BaseException) -> bool:
    """Return True if an exception of TensorFlow, JAX, PyTorch, Keras or Python says that memory ran out."""
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is not None and isinstance(error, tensorflow.errors.OpError):
        is_exhausted = isinstance(error, tensorflow.errors.ResourceExhaustedError)
        return is_exhausted or _MEMORY.search(str(error)) is not None
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and _MEMORY.search(str(error)) is not None
    )


def out_of_memory(
    estimate: Estimate | None,
    gpu_memory: int | None,
    ask: Callable[[], Sequence[GraphicsCard]] = graphics_cards,
) -> Sentence:
    """Return the failure of a training whose memory ran out: what would fit, and who else has memory on the GPU.

    Parameters
    ----------
    estimate : Estimate or None
        What the training needs. None if it was not known yet.
    gpu_memory : int or None
        Bytes of the GPU. None on a CPU, or if the driver does not tell.
    ask : callable
        Asks the driver for the cards with the programs on them.
    """
    programs = _other_programs(ask) if gpu_memory else ()
    available = max(0, gpu_memory - _held_by(programs)) if gpu_memory else None
    advice = Sentence("Lower batch, width or height.") if estimate is None else estimate.advice(available)
    if not gpu_memory:
        return Sentence("This machine does not have enough memory. {advice}", advice=advice)
    if not programs:
        return Sentence("The GPU does not have enough memory. {advice}", advice=advice)
    return Sentence(
        "The GPU does not have enough memory, and other programs have a part of it: {programs}. Close them. {advice}",
        programs=listed(map(_named, programs[:_NAMED])),
        advice=advice,
    )


def _other_programs(ask: Callable[[], Sequence[GraphicsCard]]) -> tuple[CardProcess, ...]:
    """Return the other programs on the card that they fill most."""
    try:
        cards = ask()
    except OSError:
        return ()  # the driver does not answer
    by_card = [tuple(process for process in card.processes if process.pid != os.getpid()) for card in cards]
    return max(by_card, key=lambda processes: (_held_by(processes), len(processes)), default=())


def _held_by(processes: Sequence[CardProcess]) -> int:
    return sum(process.memory or 0 for process in processes)


def _named(process: CardProcess) -> str:
    name = f"{process.name} ({process.pid})"
    return name if process.memory is None else f"{name} {gigabytes(process.memory)}"


def not_finite(step: TrainingStep, batch: Mapping[str, Tensor]) -> str:
    """Describe the first tensor of a training step that is NaN or infinite.

    The search follows the data: weights, targets, the network's layers, losses, gradients. Call `not_finite` when the
    training has ended: the search runs the network in training mode.

    Parameters
    ----------
    step : TrainingStep
        The training step.
    batch : mapping of str to tensor
        The batch whose loss or gradient is not finite.
    """
    for variable in step.model.variables:
        if not np.isfinite(read(variable)).all():
            return Sentence('the weight "{name}"', name=variable.path)
    shares = step.shares(batch)
    for share in shares:
        for name, value in share.items():
            if not _is_finite(value):
                return Sentence('the batch\'s "{name}"', name=name)
    for share in shares:
        if broken := _broken_layers(step.model, share["image"]):
            return Sentence('the output of the layer "{name}"', name=broken[0])
        losses, gradients = step.gradients(share)
        bad = [name for name, value in losses.items() if name != "loss" and not _is_finite(value)]
        if bad:
            return Sentence('the loss "{name}"', name=bad[0])
        for path, gradient in gradients.items():
            if not _is_finite(gradient):
                return Sentence('the gradient of "{name}"', name=path)
    return Sentence("the sum over the devices")


def _is_finite(value: Tensor) -> bool:
    array = np.asarray(ops.convert_to_numpy(value))
    return array.dtype.kind in "iub" or bool(np.isfinite(array.astype(np.float32)).all())


def _broken_layers(model: keras.Model, image: Tensor) -> list[str]:
    """Return the layers with an output for an image that is not finite, in running order, inner models' layers too."""
    broken: list[str] = []

    def look(name: str, layer: keras.layers.Layer, outputs: Any) -> None:
        if not all(map(_is_finite, keras.tree.flatten(outputs))):
            broken.append(name)

    with watched(model, look):
        model(image, training=True)
    return broken


def not_finite_failure(
    step: TrainingStep,
    outcome: StepOutcome,
    batch: Mapping[str, Tensor],
    names: Sequence[str],
    done: int,
    checkpoints: Sequence[int],
) -> Failed:
    """Return the failure of a training with a loss or gradient that is not finite: the tensor, images and checkpoints.

    Parameters
    ----------
    step : TrainingStep
        The training step.
    outcome : StepOutcome
        The outcome that is not finite.
    batch : mapping of str to tensor
        The batch of the outcome.
    names : sequence of str
        Names of the batch's samples.
    done : int
        The number of steps before the batch.
    checkpoints : sequence of int
        Steps of the existing checkpoints.
    """
    tensor = not_finite(step, batch)
    last = Sentence("there is no checkpoint yet")
    if checkpoints:
        last = Sentence("the checkpoint of step {step:,} is kept", step=checkpoints[-1])
    message = Sentence(
        "Step {step:,}: {tensor} is not a finite number, so the training was stopped; {last}. "
        "Look at the images of the batch ({names}{more}), or lower learning_rate or clip_norm.",
        step=done + 1,
        tensor=tensor,
        last=last,
        names=listed(names[:_NAMED]),
        more=Sentence(" and {count} more", count=len(names) - _NAMED) if len(names) > _NAMED else "",
    )
    losses = ", ".join(f"{name} {value:g}" for name, value in outcome.losses.items())
    details = f"losses: {losses}; gradient norm {outcome.gradient_norm:g}; images: {', '.join(names)}"
    return Failed(done, message, "not_finite", details)
