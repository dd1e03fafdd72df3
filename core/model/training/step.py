"""The training step: compiled once, written once against `strategy.run`.

One device, several GPUs and several machines share it. Every replica computes losses that are divided by the counts of
the whole batch, so that losses and gradients *add up*, also if replicas hold unequal numbers of samples.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import keras
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from core.base.errors import ModelError, Sentence
from core.data.batches.batches import Batch
from core.model.network.layer_outputs import replaced
from core.model.training.groups import (
    SLOTS,
    Tensor,
    VariableGroup,
    assign,
    layers_of,
    make_groups,
    moving_statistics,
    normalisations,
    part_of,
    read,
)
from core.model.training.schedule import average_decay
from core.runs.profile import LOSSES, UPDATE

BETAS = (0.9, 0.999)
EPSILON = 1e-8
GROWTH_STEPS = 2000  # steps without overflow after which the scale of a float16 loss is doubled

LAYERS_EVERY = 10
"""Steps from one to the next whose gradient norms are reported by layer: a hundred more operations than by part."""

Loss = Callable[..., Mapping[str, Tensor]]
"""Called with (outputs, batch, mutual_weight=…, total=…), as `network.losses.compute_loss` with its weights."""


@dataclass(frozen=True, slots=True)
class OptimizerSettings:
    """Constants of the optimizer."""

    # weight_decay, clip_norm, average, backbone_rate, start_share: as `core.runs.config.TrainConfig`; `average` is its
    # `ema`
    weight_decay: float = 0.01
    clip_norm: float = 5.0
    average: float = 0.998
    backbone_rate: float = 1.0
    eager: bool = False  # run operation by operation
    start_share: float = 0.0


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """The outcome of a step."""

    losses: dict[str, float]
    gradient_norm: float  # before clipping
    # the norm by trained part of the network (`core.model.training.groups.parts_of`); their squares add up to its
    # square. A part with a norm thousands of times smaller than elsewhere hardly learns
    part_norms: dict[str, float]
    finite: bool  # True if losses and gradient are finite; if not, no weight was changed
    overflow: bool  # not finite only because of the scale of a float16 loss: the step is skipped and the scale halved
    # the norm by trained layer (`core.model.training.groups.layers_of`), at the first of every `LAYERS_EVERY` steps; at
    # the others empty
    layer_norms: dict[str, float] = field(default_factory=dict)


class TrainingStep:
    """A network, its optimizer's state and the compiled functions that change it.

    AdamW (Loshchilov & Hutter 2019), Adam's bias correction per group, gradients clipped by their global norm, a moving
    average of all weights and statistics. `model`: built in the strategy's scope; image → dict of outputs. `trained`:
    of the same layers, image → what the loss takes. None: `model`.
    """

    def __init__(
        self,
        model: keras.Model,
        loss: Loss,
        strategy: tf.distribute.Strategy,
        settings: OptimizerSettings,
        trained: keras.Model | None = None,
    ) -> None:
        self.model = model
        self.loss = loss
        self.strategy = strategy
        self.settings = settings
        self.trained = model if trained is None else trained
        self.traces = 0
        self._arguments: Any = None
        self._scales = model.dtype_policy.compute_dtype == "float16" or any(
            getattr(layer, "compute_dtype", "") == "float16" for layer in model.layers
        )
        self.scale, self.good = (2.0**15 if self._scales else 1.0), 0
        self.groups: tuple[VariableGroup, ...] = ()
        # layers, parts: layers and parts of the network that are trained, in the order of an image's way
        self.layers: tuple[str, ...] = ()
        self.parts: tuple[str, ...] = ()
        # weights that the training started from, by the paths of their variables; nan, or no entry, if it started from
        # none
        self.start: Mapping[str, NDArray[Any]] = {}
        self.regroup()

    @property
    def replicas(self) -> int:
        """Devices that share a step."""
        return int(self.strategy.num_replicas_in_sync)

    def regroup(self) -> None:
        """Group the weights anew after freezing or unfreezing. Keep the state of trained weights, and compile anew."""
        state = self.state() if self.groups else None
        counts = {name: group.updates for group in self.groups for name in group.names}
        with self.strategy.scope():
            self.groups = make_groups(
                self.model, backbone_rate=self.settings.backbone_rate, average=self.settings.average > 0
            )
        trained = {layer for group in self.groups if group.trained for layer in group.layers}
        self.layers = tuple(layer for layer in dict.fromkeys(layers_of(self.model).values()) if layer in trained)
        self.parts = tuple(dict.fromkeys(map(part_of, self.layers)))
        self._moving = moving_statistics(self.model) if self.replicas > 1 else []
        if state is not None:
            self.restore(state)
            for group in self.groups:  # a split or grown group takes the least count: Adam's correction errs little
                group.updates = min(counts[name] for name in group.names) if group.trained else 0
        self._compiled: Any = self._across if self.settings.eager else tf.function(self._across, autograph=False)

    def __call__(self, batch: Mapping[str, Tensor], rate: float, mutual_weight: float, updates: int) -> StepOutcome:
        """Train on one batch.

        Parameters
        ----------
        batch : dict
            Tensors, or values per replica.
        rate : float
            Learning rate.
        mutual_weight : float
            λ_m.
        updates : int
            Steps done before this one; determines the decay of the moving average.
        """
        # Everything that changes goes in as a tensor: a Python number would be traced anew each time.
        by_layer = updates % LAYERS_EVERY == 0
        hyper = [rate, mutual_weight, average_decay(self.settings.average, updates), self.scale]
        for group in self.groups:
            group.updates += group.trained
            hyper += [1 - beta**group.updates if group.trained else 1.0 for beta in BETAS]
        hyper.append(float(by_layer))
        arguments = (batch, tf.constant(hyper, tf.float32))
        losses, norms, finite = self._compiled(*arguments)
        if self._arguments is None and self.replicas == 1:
            self._arguments = tf.nest.map_structure(tf.TensorSpec.from_tensor, arguments)
        values = {name: float(value) for name, value in losses.items()}
        fine = bool(finite)
        overflow = not fine and self.scale > 1 and all(math.isfinite(v) for v in values.values())
        if self._scales:
            self._rescale(overflow)
        norm, *norms = norms.numpy().tolist()  # all at once: each by itself would wait for the device
        parts = dict(zip(self.parts, norms, strict=False))
        layers = dict(zip(self.layers, norms[len(parts) :], strict=True)) if by_layer else {}
        return StepOutcome(values, norm, parts, fine, overflow, layers)

    def concrete(self) -> list[Any]:
        """The compiled functions, for their graphs. None before the first step, in eager mode or on several devices."""
        if self.settings.eager or self.replicas > 1 or self._arguments is None:
            return []
        return [self._compiled.get_concrete_function(*self._arguments)]

    def _rescale(self, overflow: bool) -> None:
        # Dynamic loss scaling (Micikevicius et al. 2018)
        self.good = 0 if overflow else self.good + 1
        if overflow:
            self.scale = max(1.0, self.scale / 2)
        elif self.good >= GROWTH_STEPS:
            self.scale, self.good = min(2.0**24, self.scale * 2), 0

    def _across(self, batch: Mapping[str, Tensor], hyper: Tensor) -> tuple[dict[str, Tensor], Tensor, Tensor]:
        """Compute the gradients of each replica, sum them, and update once."""
        self.traces += 1
        rate, mutual, decay, scale = (hyper[i] for i in range(4))
        *found, moving = self.strategy.run(self._gradients, args=(batch, mutual, scale))
        losses, gradients = (self._summed(part) for part in found)
        # Keras leaves each replica its own statistics (aggregation "none"), and all but the first's would be lost
        for statistic, values in zip(self._moving, moving, strict=True):
            statistic.value.assign(self.strategy.reduce(tf.distribute.ReduceOp.MEAN, values, axis=None))
        with tf.name_scope(UPDATE):
            norms, finite = self._update(losses, [gradient / scale for gradient in gradients], rate, decay, hyper)
        return losses, norms, finite

    def _update(
        self, losses: Mapping[str, Tensor], gradients: Sequence[Tensor], rate: Tensor, decay: Tensor, hyper: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Change the weights and their averages. Return the norms of the gradient, and whether all is finite."""
        squares = self._squares(gradients, "parts")
        norm = tf.sqrt(tf.add_n(squares))
        finite = tf.reduce_all([tf.math.is_finite(value) for value in (*losses.values(), norm)])
        clip = tf.minimum(1.0, self.settings.clip_norm / tf.maximum(norm, 1e-12))
        trained = [group for group in self.groups if group.trained]
        for number, group in enumerate(self.groups):
            weights = group.weights()
            if group.trained:
                corrections = (hyper[4 + 2 * number], hyper[5 + 2 * number])
                gradient = gradients[trained.index(group)] * clip
                weights = self._updated(group, weights, gradient, rate, corrections, finite)
            if group.average is not None:
                average = weights + decay * (group.average - weights)
                group.average.assign(tf.where(finite, average, group.average))
        by_layer = tf.cond(
            hyper[-1] > 0,
            lambda: tf.sqrt(tf.stack(self._squares(gradients, "layers"))),
            lambda: tf.zeros(len(self.layers)),
        )
        return tf.concat([tf.stack([norm, *(tf.sqrt(square) for square in squares)]), by_layer], 0), finite

    def _gradients(self, batch: Mapping[str, Tensor], mutual: Tensor, scale: Tensor) -> tuple[Any, Any, Any]:
        """Compute one replica's part of losses and gradients, by trained group, and its moving statistics."""
        replica = tf.distribute.get_replica_context()

        def total(value: Tensor) -> Tensor:
            return replica.all_reduce(tf.distribute.ReduceOp.SUM, value)

        trained = [group for group in self.groups if group.trained]
        with _fused_normalisations(self.trained), tf.GradientTape() as tape:
            outputs = self.trained(batch["image"], training=True)
            with tf.name_scope(LOSSES):  # a profile tells what the losses and the update cost
                losses = dict(self.loss(outputs, batch, mutual_weight=mutual, total=total))
                scaled = losses["loss"] * scale
        found = tape.gradient(scaled, [[v.value for v in group.variables] for group in trained])
        self._refuse_missing(trained, found)
        # embeddings and gathers give slices
        gradients = [
            group.joined([tf.cast(tf.convert_to_tensor(g), tf.float32) for g in parts])
            for group, parts in zip(trained, found, strict=True)
        ]
        return losses, gradients, [tf.identity(statistic.value) for statistic in self._moving]

    def _squares(self, gradients: Sequence[Tensor], places: Literal["parts", "layers"]) -> list[Tensor]:
        """Return the sum of the squares of the gradient in each part, or in each layer."""
        trained = [group for group in self.groups if group.trained]
        pairs = zip(trained, gradients, strict=True)
        squares_of_groups = [group.squares(vector, getattr(group, places)) for group, vector in pairs]
        return [
            tf.add_n([squares[part] for squares in squares_of_groups if part in squares])
            for part in getattr(self, places)
        ]

    @staticmethod
    def _refuse_missing(groups: Sequence[VariableGroup], gradients: Sequence[Sequence[Tensor | None]]) -> None:
        lost = [
            name
            for group, parts in zip(groups, gradients, strict=True)
            for name, gradient in zip(group.names, parts, strict=True)
            if gradient is None
        ]
        if lost:
            further = Sentence(" and {count} more", count=len(lost) - 1) if len(lost) > 1 else ""
            raise ModelError(
                'network: no gradient reaches the variable "{variable}"{others}, so it would never be trained. A '
                "part of the network is not in the way from the image to the losses: connect it, or freeze it.",
                variable=lost[0],
                others=further,
            )

    def _updated(
        self,
        group: VariableGroup,
        weights: Tensor,
        gradient: Tensor,
        rate: Tensor,
        corrections: Sequence[Tensor],
        finite: Tensor,
    ) -> Tensor:
        first = BETAS[0] * group.first + (1 - BETAS[0]) * gradient
        second = BETAS[1] * group.second + (1 - BETAS[1]) * tf.square(gradient)
        change = first / corrections[0] / (tf.sqrt(second / corrections[1]) + EPSILON)
        if group.decayed:
            change += self.settings.weight_decay * weights
        # A batch that is not finite leaves no trace
        group.first.assign(tf.where(finite, first, group.first))
        group.second.assign(tf.where(finite, second, group.second))
        weights = tf.where(finite, weights - rate * group.rate * change, weights)
        group.assign(weights)
        return weights

    def _summed(self, values: Any) -> Any:
        return tf.nest.map_structure(
            lambda value: self.strategy.reduce(tf.distribute.ReduceOp.SUM, value, axis=None), values
        )

    @contextmanager
    def averaged(self, share: float | None = None) -> Iterator[None]:
        """Give the network the weights to validate, predict with and save within the context.

        They are the moving averages; if the training has a start, their mean with its weights, by `start_share`
        (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models", eq. 1), or by `share` if it is given.
        """
        share = (self.settings.start_share if share is None else share) if self.start else 0.0
        if self.groups[0].average is None and not share:
            yield
            return
        kept = [tf.identity(group.weights()) for group in self.groups]
        try:
            for group, weights in zip(self.groups, kept, strict=True):
                learned = weights if group.average is None else tf.identity(group.average)
                if share:
                    unknown = {v.path: np.full(v.shape, np.nan, np.float32) for v in group.variables}
                    start = group.from_names(self.start, unknown)
                    learned = tf.where(np.isnan(start), learned, share * start + (1 - share) * learned)
                group.assign(learned)
            yield
        finally:
            for group, weights in zip(self.groups, kept, strict=True):
                group.assign(weights)

    def state(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return the complete state for the next step, by kind and variable: `weights`, `first` … and `random`."""
        found: dict[str, dict[str, NDArray[Any]]] = {kind: {} for kind in ("weights", *SLOTS, "average")}
        for group in self.groups:
            found["weights"] |= {v.path: read(v) for v in group.variables}
            for kind in (*SLOTS, "average"):
                vector = getattr(group, kind)
                if vector is not None:
                    found[kind] |= group.by_name(read(vector))
        found["random"] = {str(number): read(v) for number, v in enumerate(self._random_states())}
        return found | {"start": dict(self.start)}

    def _random_states(self) -> list[keras.Variable]:
        """Return the states of random generators, whose names Keras numbers in each process."""
        return [v for v in self.model.variables if not str(v.dtype).startswith("float")]

    def restore(self, state: Mapping[str, Mapping[str, NDArray[Any]]]) -> None:
        """Restore the result of `state`. Parts that the state lacks (frozen ones) start anew.

        Raises ModelError if a weight is missing or has another shape.
        """
        self.start = state.get("start", {})
        for number, v in enumerate(self._random_states()):
            if str(number) in state.get("random", {}):
                v.assign(state["random"][str(number)])
        for v in (v for group in self.groups for v in group.variables):
            assign(v, state["weights"].get(v.path))
        for group in self.groups:
            zeros = {v.path: np.zeros(v.shape, np.float32) for v in group.variables}
            weights = {v.path: read(v) for v in group.variables}
            for kind in SLOTS:
                if getattr(group, kind) is not None:
                    getattr(group, kind).assign(group.from_names(state.get(kind, {}), zeros))
            if group.average is not None:
                group.average.assign(group.from_names(state.get("average", {}), weights))

    def counters(self) -> dict[str, Any]:
        """Return the numbers beside `state`, for JSON."""
        return {"scale": self.scale, "good": self.good, "updates": {g.name: g.updates for g in self.groups}}

    def restore_counters(self, values: Mapping[str, Any]) -> None:
        """Restore the result of `counters`."""
        self.scale, self.good = float(values["scale"]), int(values["good"])
        for group in self.groups:
            group.updates = int(values["updates"].get(group.name, 0))

    def distributed(self, batch: Batch) -> Mapping[str, Tensor]:
        """Share NumPy arrays out among the replicas as tensors. The number of samples must be divisible by theirs."""
        if self.replicas == 1:
            return {name: tf.convert_to_tensor(array) for name, array in batch.items()}

        def part(context: Any) -> dict[str, Tensor]:
            share = next(iter(batch.values())).shape[0] // self.replicas
            first = context.replica_id_in_sync_group * share
            return {name: tf.convert_to_tensor(array[first : first + share]) for name, array in batch.items()}

        values: Mapping[str, Tensor] = self.strategy.experimental_distribute_values_from_function(part)
        return values

    def shared(self, batch: Mapping[str, Tensor], index: int, workers: int) -> Mapping[str, Tensor]:
        """Share this worker's part of a batch out among its replicas.

        `index` and `workers`: which worker this is, and of how many.
        """
        local = self.replicas // workers

        def part(context: Any) -> dict[str, Tensor]:
            share = next(iter(batch.values())).shape[0] // local
            first = (context.replica_id_in_sync_group - index * local) * share
            return {name: value[first : first + share] for name, value in batch.items()}

        values: Mapping[str, Tensor] = self.strategy.experimental_distribute_values_from_function(part)
        return values

    def fingerprint(self) -> str:
        """Return a hash of weights, optimizer and averages: workers compare it."""
        digest = hashlib.blake2b(digest_size=8)
        for kind, arrays in sorted(self.state().items()):
            if kind != "random":  # each replica draws its own
                for name, array in sorted(arrays.items()):
                    digest.update(name.encode() + array.tobytes())
        return digest.hexdigest()


def padded(batch: Batch, size: int) -> Batch:
    """Fill a batch up with samples that no loss and no metric counts, so that the batch keeps the compiled shape."""
    missing = size - batch["image"].shape[0]
    if missing <= 0:
        return batch
    blank = {name: np.zeros((missing, *array.shape[1:]), array.dtype) for name, array in batch.items()}
    return {name: np.concatenate([array, blank[name]]) for name, array in batch.items()}


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
