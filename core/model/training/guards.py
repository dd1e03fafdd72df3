"""Turns faults of a training into sentences that name the fault and say what to do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import keras
import numpy as np
import tensorflow as tf

from core.base.errors import Sentence
from core.model.network.layer_outputs import watched
from core.model.training.groups import Tensor, read
from core.model.training.step import StepOutcome, TrainingStep
from core.runs.events import Failed

_NAMED = 4  # images that a sentence names one by one
_NVIDIA_FILES = (Path("/proc/driver/nvidia/gpus"), Path("/dev/nvidia0"))
_MEMORY = re.compile(
    r"bad_alloc|out of memory|OOM when allocating|failed to allocate|RESOURCE_EXHAUSTED", re.IGNORECASE
)


def unusable_gpu(visible: int, has_card: Callable[[], bool] | None = None, built_with_cuda: bool | None = None) -> str:
    """Return why an NVIDIA card of this machine is not used. Empty if there is none, or TensorFlow sees the card.

    `visible`: number of GPUs that TensorFlow sees. `has_card` and `built_with_cuda`: in place of a look at this machine
    and this TensorFlow.
    """
    if visible or not (has_card or nvidia_card)():
        return ""
    cuda = tf.test.is_built_with_cuda() if built_with_cuda is None else built_with_cuda
    cure = (
        Sentence('install CUDA\'s libraries with pip install "tensorflow[and-cuda]"')
        if cuda
        else Sentence("TensorFlow has no GPU support on this system; on Windows use WSL2")
    )
    return Sentence(
        "This machine has an NVIDIA card that TensorFlow cannot use, so the CPU does its work, which is much slower: "
        "{cure}, or see `textscanner doctor`.",
        cure=cure,
    )


def visible_gpus() -> int:
    """GPUs that TensorFlow sees."""
    return len(tf.config.list_physical_devices("GPU"))


def nvidia_card(files: Sequence[Path] = _NVIDIA_FILES) -> bool:
    """Return True if this machine has an NVIDIA card with its driver, which makes one of these files or a tool."""
    return any(path.exists() for path in files) or shutil.which("nvidia-smi") is not None


def is_out_of_memory(error: BaseException) -> bool:
    """Return True if an exception of TensorFlow, Keras or Python means that memory did not suffice."""
    return isinstance(error, (MemoryError, tf.errors.ResourceExhaustedError)) or (
        isinstance(error, (tf.errors.OpError, RuntimeError)) and _MEMORY.search(str(error)) is not None
    )


def not_finite(step: TrainingStep, batch: Mapping[str, Tensor]) -> str:
    """Describe the first tensor of a training step that is NaN or infinite.

    The search follows the data: weights, targets, the network's layers, losses, gradients. Call `not_finite` when the
    training has ended: the search runs the network in training mode. `batch`: the batch whose loss or gradient is not
    finite.
    """
    for variable in step.model.variables:
        if not np.isfinite(read(variable)).all():
            return Sentence('the weight "{name}"', name=variable.path)
    for name, value in batch.items():
        for part in _parts(step, value):
            if part.dtype.is_floating and not np.isfinite(part.numpy()).all():
                return Sentence('the batch\'s "{name}"', name=name)
    for part in _replicas(step, batch):
        if broken := _broken_layers(step.model, part["image"]):
            return Sentence('the output of the layer "{name}"', name=broken[0])
        with tf.GradientTape() as tape:
            losses = step.loss(step.trained(part["image"], training=True), part, mutual_weight=1.0)
        bad = [name for name, value in losses.items() if name != "loss" and not np.isfinite(value.numpy()).all()]
        if bad:
            return Sentence('the loss "{name}"', name=bad[0])
        variables = step.model.trainable_variables
        for variable, gradient in zip(
            variables, tape.gradient(losses["loss"], [v.value for v in variables]), strict=True
        ):
            if gradient is not None and not np.isfinite(tf.convert_to_tensor(gradient).numpy()).all():
                return Sentence('the gradient of "{name}"', name=variable.path)
    return Sentence("the sum over the devices")


def _parts(step: TrainingStep, value: Tensor) -> tuple[Any, ...]:
    return tuple(step.strategy.experimental_local_results(value))


def _replicas(step: TrainingStep, batch: Mapping[str, Tensor]) -> Iterator[dict[str, Any]]:
    parts = {name: _parts(step, value) for name, value in batch.items()}
    for number in range(len(next(iter(parts.values())))):
        yield {name: values[number] for name, values in parts.items()}


def _broken_layers(model: keras.Model, image: Tensor) -> list[str]:
    """Return the layers with an output for an image that is not finite, in running order, inner models' layers too."""
    broken: list[str] = []

    def look(name: str, layer: keras.layers.Layer, outputs: Any) -> None:
        values = [np.asarray(part) for part in keras.tree.flatten(outputs)]
        if not all(np.isfinite(value.astype(np.float32)).all() for value in values if value.dtype.kind not in "iub"):
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
    """Return the failure of a training whose loss or gradient is not finite: the tensor, the images, the checkpoints.

    `outcome`: the outcome that is not finite. `batch`: the batch of the outcome. `names`: names of the batch's samples.
    `done`: number of steps before the batch. `checkpoints`: steps of the existing checkpoints.
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
        names=", ".join(names[:_NAMED]),
        more=Sentence(" and {count} more", count=len(names) - _NAMED) if len(names) > _NAMED else "",
    )
    losses = ", ".join(f"{name} {value:g}" for name, value in outcome.losses.items())
    details = f"losses: {losses}; gradient norm {outcome.gradient_norm:g}; images: {', '.join(names)}"
    return Failed(done, message, "not_finite", details)
