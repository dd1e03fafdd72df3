"""The training step on any of Keras' backends: the parts that all share, and those that each has to implement.

Losses and gradients of all devices *add up*: each computes losses that are divided by the counts of the whole batch, so
that devices may hold unequal numbers of samples.
"""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import keras
import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.base.errors import ModelError, Sentence
from core.data.batches.ahead import made_ahead
from core.data.batches.batches import Batch
from core.data.batches.loading import BatchLoader
from core.model.profiling.unprofiled import NoProfiler
from core.model.steps.groups import SLOTS, Tensor, VariableGroup, assign, layers_of, make_groups, read
from core.model.steps.schedule import average_decay
from core.model.steps.updating import BETAS, OptimizerSettings, TrainedPlaces
from core.runs.folder import RunFolder

GROWTH_STEPS = 2000  # steps without overflow after which the scale of a float16 loss is doubled

LAYERS_EVERY = 10
"""Steps from one to the next whose gradient norms are reported by layer: a hundred more operations than by part."""

AHEAD = 2  # batches that are on the device before their step

Loss = Callable[..., Mapping[str, Tensor]]
"""Called with (outputs, batch, mutual_weight=…, total=…), as `network.losses.compute_loss` with its weights."""

Total = Callable[[Tensor], Tensor]
"""Adds a small tensor up over all devices."""

Measuring = Callable[[Mapping[str, Tensor], Tensor, Total], tuple[Any, Tensor]]
"""Called with a batch, λ_m and the sum over all devices.

It returns measures that add up over the devices, and a tensor with a row for each sample.
"""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """The losses, the gradient norms and the numerical state of one training step."""

    losses: dict[str, float]
    """The losses of the whole batch, by the names of `core.model.network.losses.compute_loss`."""
    gradient_norm: float
    """The gradient's norm before clipping."""
    part_norms: dict[str, float]
    """The norm by trained part of the network (`core.model.steps.groups.parts_of`). The squares add up to the square of
    `gradient_norm`. A part with a norm thousands of times smaller than elsewhere hardly learns."""
    finite: bool
    """True if losses and gradient are finite. If not, no weight was changed."""
    overflow: bool
    """True if the values are not finite only because of the scale of a float16 loss. The step is skipped and the scale
    halved."""
    layer_norms: dict[str, float] = field(default_factory=dict)
    """The norm by trained layer (`core.model.steps.groups.layers_of`), at the first of every `LAYERS_EVERY` steps.
    Empty at other steps."""


class TrainingStep(ABC):
    """A network, the state of its optimizer, and the compiled functions that change both.

    Parameters
    ----------
    model : keras.Model
        The network: image → dict of outputs.
    loss : Loss
        The loss.
    settings : OptimizerSettings
        The constants of the optimizer.
    trained : keras.Model, optional
        A model of the same layers: image → the outputs that the loss takes. None: `model`.
    """

    def __init__(
        self, model: keras.Model, loss: Loss, settings: OptimizerSettings, trained: keras.Model | None = None
    ) -> None:
        self._model = model
        self.loss = loss
        self.settings = settings
        self.trained = model if trained is None else trained
        self.traces = 0
        self._scales = model.dtype_policy.compute_dtype == "float16" or any(
            getattr(layer, "compute_dtype", "") == "float16" for layer in model.layers
        )
        self.scale, self.good = (2.0**15 if self._scales else 1.0), 0
        self.groups: tuple[VariableGroup, ...] = ()
        self.places = TrainedPlaces()
        # weights that the training started from, by the paths of their variables; nan, or no entry, if it started from
        # none
        self.start: Mapping[str, NDArray[Any]] = {}
        self.regroup()

    # --- What each backend brings --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def replicas(self) -> int:
        """The number of devices that share a step."""

    @abstractmethod
    def _stored(self, vector: NDArray[np.float32]) -> Tensor:
        """Store a vector that changes from step to step as the backend does."""

    @abstractmethod
    def _replaced(self, stored: Tensor, vector: NDArray[np.float32]) -> Tensor:
        """Give what `_stored` has returned another value, and return it."""

    @abstractmethod
    def _compile(self) -> None:
        """Have the next call compile the step for the groups as they are now."""

    @abstractmethod
    def _run(
        self, batch: Mapping[str, Tensor], hyper: NDArray[np.float32]
    ) -> tuple[dict[str, float], list[float], bool]:
        """Make a step, and return the losses, the norms of `updating.updated`, and whether all is finite."""

    @abstractmethod
    def distributed(self, batch: Batch) -> Mapping[str, Tensor]:
        """Divide NumPy arrays among the devices, as tensors.

        The number of samples must be divisible by the number of devices.
        """

    @abstractmethod
    def measuring(self, work: Measuring) -> Callable[[Mapping[str, Tensor], float], tuple[Any, Tensor]]:
        """Compile a measurement of the network with its present weights, over all devices.

        The result is called with a batch of `distributed` and λ_m; both of its values are those of the whole batch.
        """

    @abstractmethod
    def reading(self, model: keras.Model) -> Callable[[NDArray[np.uint8]], dict[str, Tensor]]:
        """Compile a model that contains the network, from images to its outputs."""

    @abstractmethod
    def outputs(self, images: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Return the network's outputs for a few images, without compiling for repeated use."""

    @abstractmethod
    def shares(self, batch: Mapping[str, Tensor]) -> list[dict[str, Tensor]]:
        """Return the part of each device in a batch from `distributed`."""

    @abstractmethod
    def gradients(self, share: Mapping[str, Tensor]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Return the losses of a share of a batch and their gradient by variable path, uncompiled."""

    # --- What some backends do otherwise ---------------------------------------------------------------------------

    @property
    def model(self) -> keras.Model:
        """The network, with its present weights."""
        return self._model

    def settle(self) -> None:  # noqa: B027  most backends keep them there
        """Give the network's variables the weights of the last step, if the backend keeps these elsewhere meanwhile.

        Call it before something else than the step itself reads with the network. `model` and `averaged` do so.
        """

    def scope(self) -> AbstractContextManager[Any]:
        """Return the context for building a model that shares the network's layers."""
        return nullcontext()

    def batches(self, loader: BatchLoader, feed: str) -> Iterator[Mapping[str, Tensor]]:
        """Yield the loader's batches, placed on the devices.

        `feed` is that of `core.runs.config.TrainConfig`.
        """
        return made_ahead(map(self.distributed, loader), AHEAD)

    def profiler(self, folder: RunFolder, planned: tuple[int, int] | None) -> Any:
        """Return a profiler of steps with the methods of `core.model.profiling.profiler.StepProfiler`."""
        return NoProfiler(keras.backend.backend(), planned)

    def concrete(self) -> list[Any]:
        """Return TensorFlow's compiled functions, or none before the first step and on other backends."""
        return []

    # --- What is the same everywhere -------------------------------------------------------------------------------

    @property
    def parts(self) -> tuple[str, ...]:
        """The trained parts of the network, in the order that an image passes them."""
        return self.places.parts

    @property
    def layers(self) -> tuple[str, ...]:
        """The trained layers of the network, in the order that an image passes them."""
        return self.places.layers

    def regroup(self) -> None:
        """Regroup the weights after freezing or unfreezing, keep the state of trained weights, and compile again."""
        state = self.state() if self.groups else None
        counts = {name: group.updates for group in self.groups for name in group.names}
        self.groups = self._grouped()
        self.places = TrainedPlaces.of(self.groups, layers_of(self._model).values())
        if state is not None:
            self.restore(state)
            for group in self.groups:  # a split or grown group takes the least count: Adam's correction errs little
                group.updates = min(counts[name] for name in group.names) if group.trained else 0
        self._compile()

    def _grouped(self) -> tuple[VariableGroup, ...]:
        settings = self.settings
        with self.scope():
            return make_groups(
                self._model, self._stored, backbone_rate=settings.backbone_rate, average=settings.average > 0
            )

    def __call__(self, batch: Mapping[str, Tensor], rate: float, mutual_weight: float, updates: int) -> StepOutcome:
        """Train on one batch.

        Parameters
        ----------
        batch : dict
            Of `distributed`.
        rate : float
            Learning rate.
        mutual_weight : float
            λ_m.
        updates : int
            Steps done before this one; determines the decay of the moving average.
        """
        by_layer = updates % LAYERS_EVERY == 0
        hyper = [rate, mutual_weight, average_decay(self.settings.average, updates), self.scale, float(by_layer)]
        for group in self.groups:
            group.updates += group.trained
            hyper += [1 - beta**group.updates if group.trained else 1.0 for beta in BETAS]
        losses, (norm, *norms), finite = self._run(batch, np.asarray(hyper, np.float32))
        overflow = not finite and self.scale > 1 and all(math.isfinite(value) for value in losses.values())
        if self._scales:
            self._rescale(overflow)
        parts = dict(zip(self.parts, norms, strict=False))
        layers = dict(zip(self.layers, norms[len(parts) :], strict=True)) if by_layer else {}
        return StepOutcome(losses, norm, parts, finite, overflow, layers)

    def _rescale(self, overflow: bool) -> None:
        # Dynamic loss scaling (Micikevicius et al. 2018)
        self.good = 0 if overflow else self.good + 1
        if overflow:
            self.scale = max(1.0, self.scale / 2)
        elif self.good >= GROWTH_STEPS:
            self.scale, self.good = min(2.0**24, self.scale * 2), 0

    @contextmanager
    def averaged(self, share: float | None = None) -> Iterator[None]:
        """Give the network, within the context, the weights with which it validates, predicts and is saved.

        They are the moving averages; if the training has a start, their mean with its weights, by `start_share`
        (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models", eq. 1), or by `share` if it is given.
        """
        self.settle()
        share = (self.settings.start_share if share is None else share) if self.start else 0.0
        if self.groups[0].average is None and not share:
            yield
            return
        kept = [self._weights(group) for group in self.groups]
        try:
            for group, weights in zip(self.groups, kept, strict=True):
                learned = weights if group.average is None else ops.convert_to_tensor(group.average)
                if share:
                    unknown = {v.path: np.full(v.shape, np.nan, np.float32) for v in group.variables}
                    start = ops.convert_to_tensor(group.from_names(self.start, unknown))
                    learned = ops.where(ops.isnan(start), learned, share * start + (1 - share) * learned)
                self._assign(group, learned)
            yield
        finally:
            for group, weights in zip(self.groups, kept, strict=True):
                self._assign(group, weights)

    def _weights(self, group: VariableGroup) -> Tensor:
        """Return the values of a group's variables as one vector, which later assignments do not change."""
        return ops.copy(group.weights())

    def _assign(self, group: VariableGroup, vector: Tensor) -> None:
        """Set the variables of a group from a vector."""
        for variable, part in zip(group.variables, group.split(vector), strict=True):
            variable.assign(part)

    def state(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return the complete state for the next step, by kind (`weights`, `first` … and `random`) and variable."""
        state: dict[str, dict[str, NDArray[Any]]] = {kind: {} for kind in ("weights", *SLOTS, "average")}
        for group in self.groups:
            state["weights"] |= {v.path: read(v) for v in group.variables}
            for kind in (*SLOTS, "average"):
                vector = getattr(group, kind)
                if vector is not None:
                    state[kind] |= group.by_name(read(vector))
        state["random"] = {str(number): read(v) for number, v in enumerate(self._random_states())}
        return state | {"start": dict(self.start)}

    def _random_states(self) -> list[keras.Variable]:
        """Return the states of random generators, whose names Keras numbers in each process."""
        return [v for v in self._model.variables if not str(v.dtype).startswith("float")]

    def restore(self, state: Mapping[str, Mapping[str, NDArray[Any]]]) -> None:
        """Restore a state that `state` returned, and start parts that it lacks (frozen ones) anew.

        Raises
        ------
        ModelError
            If a weight is missing or has another shape.
        """
        self.start = state.get("start", {})
        for number, v in enumerate(self._random_states()):
            kept = state.get("random", {}).get(str(number))
            if kept is not None and kept.shape == tuple(v.shape):  # on another backend the state has another form
                v.assign(kept)
        for v in (v for group in self.groups for v in group.variables):
            assign(v, state["weights"].get(v.path))
        for group in self.groups:
            zeros = {v.path: np.zeros(v.shape, np.float32) for v in group.variables}
            weights = {v.path: read(v) for v in group.variables}
            for kind, missing in (*((slot, zeros) for slot in SLOTS), ("average", weights)):
                stored = getattr(group, kind)
                if stored is not None:
                    vector = group.from_names(state.get(kind, {}), missing)
                    setattr(group, kind, self._replaced(stored, vector))

    def counters(self) -> dict[str, Any]:
        """Return the counters of the step that belong to `state`, for JSON."""
        return {"scale": self.scale, "good": self.good, "updates": {g.name: g.updates for g in self.groups}}

    def restore_counters(self, values: Mapping[str, Any]) -> None:
        """Restore counters that `counters` returned."""
        self.scale, self.good = float(values["scale"]), int(values["good"])
        for group in self.groups:
            group.updates = int(values["updates"].get(group.name, 0))

    def fingerprint(self) -> str:
        """Return a hash of weights, optimizer and averages, which workers compare."""
        digest = hashlib.blake2b(digest_size=8)
        for kind, arrays in sorted(self.state().items()):
            if kind != "random":  # each replica draws its own
                for name, array in sorted(arrays.items()):
                    digest.update(name.encode() + array.tobytes())
        return digest.hexdigest()


def padded(batch: Batch, size: int) -> Batch:
    """Fill a batch up to the compiled size with blank samples that no loss and no metric counts."""
    missing = size - batch["image"].shape[0]
    if missing <= 0:
        return batch
    blank = {name: np.zeros((missing, *array.shape[1:]), array.dtype) for name, array in batch.items()}
    return {name: np.concatenate([array, blank[name]]) for name, array in batch.items()}


def refuse_unreached(paths: Iterable[str]) -> None:
    """Raise ModelError if `paths`, the variables that no gradient reaches, is not empty."""
    lost = list(paths)
    if lost:
        raise ModelError(
            'network: no gradient reaches the variable "{variable}"{others}, so it would never be trained. A part '
            "of the network is not on the path from the image to the losses: connect it, or freeze it.",
            variable=lost[0],
            others=Sentence(" and {count} more", count=len(lost) - 1) if len(lost) > 1 else "",
        )


def trained_variables(groups: Sequence[VariableGroup]) -> list[keras.Variable]:
    """Return the variables of all trained groups, group by group."""
    return [v for group in groups if group.trained for v in group.variables]
