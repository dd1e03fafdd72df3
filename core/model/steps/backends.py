"""Chooses the parts of a training that differ between Keras' backends, and imports only those of the one in use."""

from __future__ import annotations

import keras

from core.base.errors import RunError
from core.base.systems.processors import side_by_side
from core.cluster.addresses import ClusterSpec
from core.model.steps.hardware import Hardware
from core.model.steps.step import Loss, TrainingStep
from core.model.steps.unused_cards import visible_gpus
from core.model.steps.updating import OptimizerSettings
from core.runs.backends import TENSORFLOW
from core.runs.config import TrainConfig
from core.runs.precision import FULL


def present_backend() -> str:
    """Return the name of Keras' backend in this process, which cannot change once Keras is imported."""
    return str(keras.backend.backend())


def is_tensorflow() -> bool:
    """Return True if this process computes with TensorFlow."""
    return present_backend() == TENSORFLOW


def batches_at_once() -> int:
    """Return how many batches a reading computes side by side: several with TensorFlow on a processor, else one."""
    return side_by_side() if is_tensorflow() and not visible_gpus() else 1


def prepare(config: TrainConfig, cluster_spec: ClusterSpec | None = None, began: str = "") -> Hardware:
    """Set the backend up for a training, once in a process and before it computes anything.

    Parameters
    ----------
    config : TrainConfig
        The choices.
    cluster_spec : ClusterSpec, optional
        The workers that train together.
    began : str
        The precision with which a run that is resumed began; `auto` keeps it.

    Raises
    ------
    RunError
        If a chosen device is missing, it is too late for a setting, or the backend cannot do as chosen.
    """
    backend = present_backend()
    if config.backend not in ("auto", backend):
        raise RunError(
            "backend: this process computes with {present}, and {wanted} is chosen. Set TEXTSCANNER_BACKEND={wanted}.",
            present=backend,
            wanted=config.backend,
        )
    if backend == TENSORFLOW:
        from core.model.steps import tensorflow_devices

        return tensorflow_devices.prepare(config, cluster_spec, began)
    refuse_of_tensorflow(config)
    if backend == "jax":
        from core.model.steps import jax_devices

        return jax_devices.prepare(config, began)
    if backend == "torch":
        from core.model.steps import torch_devices

        return torch_devices.prepare(config, began)
    raise RunError(
        "backend: no training runs on {backend}. Choose one of {choices}.",
        backend=backend,
        choices="tensorflow, jax, torch",
    )


def default_hardware() -> Hardware:
    """Return the one device that the backend computes on by default, in float32, without preparing anything."""
    if is_tensorflow():
        import tensorflow as tf

        return Hardware(FULL, "", None, (), strategy=tf.distribute.get_strategy())
    if present_backend() == "torch":
        from core.model.steps.torch_devices import visible_gpus

        return Hardware(FULL, "", None, (), devices=(*visible_gpus(), "cpu")[:1])
    import jax

    return Hardware(FULL, "", None, (), devices=(jax.devices()[0],))


def make_step(
    model: keras.Model,
    loss: Loss,
    hardware: Hardware,
    settings: OptimizerSettings,
    *,
    trained: keras.Model | None = None,
    fits: bool = False,
) -> TrainingStep:
    """Return the training step of a network on the prepared hardware.

    Parameters
    ----------
    model : keras.Model
        The network.
    loss : Loss
        The loss.
    hardware : Hardware
        The prepared hardware.
    settings : OptimizerSettings
        The constants of the optimizer.
    trained : keras.Model, optional
        As that of `TrainingStep`.
    fits : bool
        True for a step that Keras' `fit` makes, on TensorFlow.
    """
    if hardware.strategy is None and isinstance(hardware.devices[0], str):
        from core.model.steps.torch_step import TorchStep

        return TorchStep(model, loss, hardware.devices[0], settings, trained)
    if hardware.strategy is None:
        from core.model.steps.jax_step import JaxStep

        return JaxStep(model, loss, hardware.devices, settings, trained)
    from core.model.steps.fit_step import FitStep
    from core.model.steps.tensorflow_step import TensorFlowStep

    kind = FitStep if fits else TensorFlowStep
    return kind(model, loss, hardware.strategy, settings, trained)


def refuse_of_tensorflow(config: TrainConfig) -> None:
    """Raise RunError if a configuration asks for what only TensorFlow can do, and this process computes otherwise."""
    backend = present_backend()
    if backend == TENSORFLOW:
        return
    only = {
        "workers": bool(config.workers),
        "trainer": config.trainer == "fit",
        "profile": config.profile is not None and not config.resume,  # a run may have been profiled on TensorFlow
    }
    for name, is_chosen in only.items():
        if is_chosen:
            raise RunError(
                "{name}: only TensorFlow can do this, and this training runs on {backend}. Leave it out, or choose "
                'backend "tensorflow".',
                name=name,
                backend=backend,
            )
