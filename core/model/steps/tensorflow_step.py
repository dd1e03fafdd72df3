"""The training step on TensorFlow, compiled once and written once for every strategy by `strategy.run`.

One device, several GPUs and several machines share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

import keras
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from core.data.batches import pipeline
from core.data.batches.ahead import made_ahead
from core.data.batches.batches import Batch
from core.data.batches.loading import BatchLoader
from core.model.network.layer_outputs import replaced
from core.model.profiling.profiler import StepProfiler
from core.model.steps.groups import Tensor, VariableGroup, moving_statistics, normalisations
from core.model.steps.step import AHEAD, Loss, Measuring, TrainingStep, refuse_unreached, trained_variables
from core.model.steps.updating import GroupState, Hyper, OptimizerSettings, updated
from core.runs.folder import RunFolder
from core.runs.profile import LOSSES, UPDATE


class TensorFlowStep(TrainingStep):
    """Divides a training step among devices with one of TensorFlow's strategies.

    `model` is built in the strategy's scope.
    """

    def __init__(
        self,
        model: keras.Model,
        loss: Loss,
        strategy: tf.distribute.Strategy,
        settings: OptimizerSettings,
        trained: keras.Model | None = None,
    ) -> None:
        self.strategy = strategy
        self._arguments: Any = None
        super().__init__(model, loss, settings, trained)

    @property
    def replicas(self) -> int:
        """The number of devices that share a step."""
        return int(self.strategy.num_replicas_in_sync)

    def scope(self) -> AbstractContextManager[Any]:
        """Return the scope of the strategy, for creating variables."""
        scope: AbstractContextManager[Any] = self.strategy.scope()
        return scope

    def _stored(self, vector: NDArray[np.float32]) -> Tensor:
        return tf.Variable(vector, trainable=False, dtype=tf.float32)

    def _replaced(self, stored: Tensor, vector: NDArray[np.float32]) -> Tensor:
        stored.assign(vector)
        return stored

    def _compile(self) -> None:
        self._moving = moving_statistics(self._model) if self.replicas > 1 else []
        self._compiled: Any = self._across if self.settings.eager else tf.function(self._across, autograph=False)

    def _run(
        self, batch: Mapping[str, Tensor], hyper: NDArray[np.float32]
    ) -> tuple[dict[str, float], list[float], bool]:
        arguments = (batch, tf.constant(hyper))
        losses, norms, finite = self._compiled(*arguments)
        if self._arguments is None and self.replicas == 1:
            self._arguments = tf.nest.map_structure(tf.TensorSpec.from_tensor, arguments)
        values = {name: float(value) for name, value in losses.items()}
        return values, norms.numpy().tolist(), bool(finite)  # all norms at once: each would wait for the device

    def concrete(self) -> list[Any]:
        """Return the compiled functions, or none before the first step, in eager mode or on several devices."""
        if self.settings.eager or self.replicas > 1 or self._arguments is None:
            return []
        return [self._compiled.get_concrete_function(*self._arguments)]

    def _across(self, batch: Mapping[str, Tensor], vector: Tensor) -> tuple[dict[str, Tensor], Tensor, Tensor]:
        """Compute the gradients of each replica, sum them, and update once."""
        self.traces += 1
        hyper = Hyper.of(vector)
        *parts, moving = self.strategy.run(self._gradients, args=(batch, hyper.mutual_weight, hyper.scale))
        losses, gradients = map(self._summed, parts)
        # Keras leaves each replica its own statistics (aggregation "none"), and all but the first's would be lost
        for statistic, values in zip(self._moving, moving, strict=True):
            statistic.value.assign(self.strategy.reduce(tf.distribute.ReduceOp.MEAN, values, axis=None))
        with tf.name_scope(UPDATE):
            after, norms, finite = updated(
                self.groups,
                [_state_of(group) for group in self.groups],
                [gradient / hyper.scale for gradient in gradients],
                losses=losses,
                hyper=hyper,
                settings=self.settings,
                places=self.places,
            )
            for group, state in zip(self.groups, after, strict=True):
                if group.trained:
                    group.first.assign(state.first)
                    group.second.assign(state.second)
                    self._assign(group, state.weights)
                if group.average is not None:
                    group.average.assign(state.average)
        return losses, norms, finite

    def _gradients(self, batch: Mapping[str, Tensor], mutual: Tensor, scale: Tensor) -> tuple[Any, Any, Any]:
        """Compute one replica's part of losses and gradients, by trained group, and its moving statistics."""
        trained = [group for group in self.groups if group.trained]
        with _fused_normalisations(self.trained), tf.GradientTape() as tape:
            outputs = self.trained(batch["image"], training=True)
            with tf.name_scope(LOSSES):  # a profile tells what the losses and the update cost
                losses = dict(self.loss(outputs, batch, mutual_weight=mutual, total=_sum_of_replicas()))
                scaled = losses["loss"] * scale
        by_group = tape.gradient(scaled, [[v.value for v in group.variables] for group in trained])
        refuse_unreached(
            name
            for group, parts in zip(trained, by_group, strict=True)
            for name, gradient in zip(group.names, parts, strict=True)
            if gradient is None
        )
        # embeddings and gathers give slices
        gradients = [
            group.joined([tf.cast(tf.convert_to_tensor(g), tf.float32) for g in parts])
            for group, parts in zip(trained, by_group, strict=True)
        ]
        return losses, gradients, [tf.identity(statistic.value) for statistic in self._moving]

    def _summed(self, values: Any) -> Any:
        return tf.nest.map_structure(
            lambda value: self.strategy.reduce(tf.distribute.ReduceOp.SUM, value, axis=None), values
        )

    def measuring(self, work: Measuring) -> Callable[[Mapping[str, Tensor], float], tuple[Any, Tensor]]:
        """Compile a measurement with TensorFlow, as `TrainingStep.measuring` describes."""

        def in_replica(batch: Mapping[str, Tensor], mutual: Tensor) -> tuple[Any, Tensor]:
            return work(batch, mutual, _sum_of_replicas())

        def across(batch: Mapping[str, Tensor], mutual: Tensor) -> tuple[Any, Tensor]:
            sums, rows = self.strategy.run(in_replica, args=(batch, mutual))
            return self._summed(sums), self.strategy.gather(rows, axis=0)

        compiled = across if self.settings.eager else tf.function(across, autograph=False)
        return lambda batch, mutual: compiled(batch, tf.constant(mutual, tf.float32))

    def reading(self, model: keras.Model) -> Callable[[NDArray[np.uint8]], dict[str, Tensor]]:
        """Compile a model with TensorFlow, as `TrainingStep.reading` describes."""

        def read(images: Tensor) -> dict[str, Tensor]:
            return dict(model(images, training=False))

        compiled = read if self.settings.eager else tf.function(read, autograph=False)
        return lambda images: compiled(tf.constant(images))

    def outputs(self, images: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Return the network's outputs, operation by operation, because compiling takes longer."""
        return dict(self._model(tf.constant(images), training=False))

    def distributed(self, batch: Batch) -> Mapping[str, Tensor]:
        """Divide NumPy arrays among the replicas, as tensors.

        The number of samples must be divisible by the number of replicas.
        """
        if self.replicas == 1:
            return {name: tf.convert_to_tensor(array) for name, array in batch.items()}

        def part(context: Any) -> dict[str, Tensor]:
            share = next(iter(batch.values())).shape[0] // self.replicas
            first = context.replica_id_in_sync_group * share
            return {name: tf.convert_to_tensor(array[first : first + share]) for name, array in batch.items()}

        values: Mapping[str, Tensor] = self.strategy.experimental_distribute_values_from_function(part)
        return values

    def shared(self, batch: Mapping[str, Tensor], index: int, workers: int) -> Mapping[str, Tensor]:
        """Divide this worker's part of a batch among its replicas.

        Parameters
        ----------
        batch : mapping of str to tensor
            The part of the batch.
        index : int
            The number of this worker, from 0.
        workers : int
            The number of all workers.
        """
        local = self.replicas // workers

        def part(context: Any) -> dict[str, Tensor]:
            share = next(iter(batch.values())).shape[0] // local
            first = (context.replica_id_in_sync_group - index * local) * share
            return {name: value[first : first + share] for name, value in batch.items()}

        values: Mapping[str, Tensor] = self.strategy.experimental_distribute_values_from_function(part)
        return values

    def batches(self, loader: BatchLoader, feed: str) -> Iterator[Mapping[str, Tensor]]:
        """Yield the loader's batches, through a `tf.data.Dataset`, or for `pydataset` directly from the loader."""
        if feed == "pydataset":
            return self._placed_ahead(map(self.distributed, loader))
        data = pipeline.dataset(loader)
        if self.replicas > 1:  # TensorFlow copies a distributed dataset to the devices ahead of the step itself
            data = self.strategy.experimental_distribute_dataset(data)
            return iter(pipeline.checked(data, loader))
        return self._placed_ahead(pipeline.checked(data, loader))

    def _placed_ahead(self, batches: Iterator[Mapping[str, Tensor]]) -> Iterator[Mapping[str, Tensor]]:
        """Copy batches to a device with memory of its own ahead of their step: a dataset leaves them with the CPU."""
        device = _device_of(self.strategy)
        if self.replicas > 1 or device is None:
            return batches

        def placed(batch: Mapping[str, Tensor]) -> Mapping[str, Tensor]:
            with tf.device(device):
                return {name: tf.identity(value) for name, value in batch.items()}

        return made_ahead(map(placed, batches), AHEAD)

    def profiler(self, folder: RunFolder, planned: tuple[int, int] | None) -> StepProfiler:
        """Return a profiler that measures the steps operator by operator."""
        return StepProfiler(folder, self._model, lambda: self.traces, planned)

    def shares(self, batch: Mapping[str, Tensor]) -> list[dict[str, Tensor]]:
        """Return the part of each replica in a batch."""
        parts = {name: self.strategy.experimental_local_results(value) for name, value in batch.items()}
        count = len(next(iter(parts.values())))
        return [{name: values[number] for name, values in parts.items()} for number in range(count)]

    def gradients(self, share: Mapping[str, Tensor]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Return losses and gradient operation by operation, as `TrainingStep.gradients` describes."""
        variables = trained_variables(self.groups)
        with tf.GradientTape() as tape:
            losses = dict(self.loss(self.trained(share["image"], training=True), share, mutual_weight=1.0))
        pairs = zip(variables, tape.gradient(losses["loss"], [v.value for v in variables]), strict=True)
        return losses, {v.path: tf.convert_to_tensor(g) for v, g in pairs if g is not None}


def _state_of(group: VariableGroup) -> GroupState:
    stored = (group.first, group.second, group.average)
    return GroupState(group.weights(), *(None if vector is None else tf.convert_to_tensor(vector) for vector in stored))


def _device_of(strategy: tf.distribute.Strategy) -> str | None:
    """Return the one device of a strategy, or None if it is the CPU, to which nothing has to be copied."""
    if isinstance(strategy, tf.distribute.OneDeviceStrategy):
        device = tf.DeviceSpec.from_string(strategy.extended.worker_devices[0])
        is_cpu = (device.device_type, device.device_index) == ("CPU", 0)
        return None if is_cpu else str(device.to_string())
    return "GPU:0" if tf.config.list_logical_devices("GPU") else None


def _sum_of_replicas() -> Callable[[Tensor], Tensor]:
    replica = tf.distribute.get_replica_context()
    return lambda value: replica.all_reduce(tf.distribute.ReduceOp.SUM, value)


def _fused_normalisations(model: keras.Model) -> AbstractContextManager[None]:
    """Have each batch normalisation of maps that trains run as one operation within the context.

    Keras' is some twenty operations in float32, a third of a step on a CPU. oneDNN and cuDNN have one for each way,
    which computes the statistics in float32 under every precision policy.
    """

    def fused(layer: keras.layers.BatchNormalization) -> Callable[..., Tensor]:
        def call(inputs: Tensor, training: bool = True, mask: None = None) -> Tensor:
            outputs, mean, variance = tf.compat.v1.nn.fused_batch_norm(
                inputs, layer.gamma.value, layer.beta.value, epsilon=layer.epsilon
            )
            count = tf.cast(tf.size(inputs) // inputs.shape[-1], tf.float32)
            variance *= 1 - 1 / count  # that of a population, as Keras', not of a sample
            for moving, new in ((layer.moving_mean, mean), (layer.moving_variance, variance)):
                moving.assign(moving * layer.momentum + new * (1 - layer.momentum))
            return outputs

        return call

    trained = (layer for layer in normalisations(model) if layer.trainable and layer.input_spec.ndim == 4)
    return replaced({layer: fused(layer) for layer in trained if "call" not in vars(layer)})  # else it is watched
