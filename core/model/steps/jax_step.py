"""The training step on JAX: one pure function, compiled once, that takes the state and returns the next state.

Several devices share a step only by the sharding of the batch: the compiler divides the work, and losses and batch
statistics are those of the whole batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import jax
import keras
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from numpy.typing import NDArray

from core.data.batches.batches import Batch
from core.model.steps.groups import Tensor, VariableGroup
from core.model.steps.step import Loss, Measuring, TrainingStep, refuse_unreached, trained_variables
from core.model.steps.updating import GroupState, Hyper, OptimizerSettings, updated

_AXIS = "batch"


class JaxStep(TrainingStep):
    """Compiles the training step with JAX.

    Between steps the weights are in vectors, and `model` brings the variables up to date. `devices` are those that
    share a step.
    """

    def __init__(
        self,
        model: keras.Model,
        loss: Loss,
        devices: Sequence[Any],
        settings: OptimizerSettings,
        trained: keras.Model | None = None,
    ) -> None:
        mesh = Mesh(np.array(devices), (_AXIS,))
        self._devices = tuple(devices)
        self._everywhere = NamedSharding(mesh, PartitionSpec())  # type: ignore[no-untyped-call]  # JAX's own
        self._divided = NamedSharding(mesh, PartitionSpec(_AXIS))  # type: ignore[no-untyped-call]
        self._vectors: list[Tensor] = []  # of the weights, by group; empty while the variables hold them
        self._is_checked = False  # True once each variable is known to have a gradient
        super().__init__(model, loss, settings, trained)

    @property
    def replicas(self) -> int:
        """The number of devices that share a step."""
        return len(self._devices)

    @property
    def model(self) -> keras.Model:
        """The network, with its present weights copied into it."""
        self.settle()
        return self._model

    def _stored(self, vector: NDArray[np.float32]) -> Tensor:
        return jax.device_put(vector, self._everywhere)

    def _replaced(self, stored: Tensor, vector: NDArray[np.float32]) -> Tensor:
        return self._stored(vector)

    def _compile(self) -> None:
        self._compiled: Any = self._next if self.settings.eager else jax.jit(self._next, donate_argnums=(0, 1))

    def settle(self) -> None:
        """Give the variables the weights that the last step has left in vectors."""
        vectors, self._vectors = self._vectors, []
        for group, vector in zip(self.groups, vectors, strict=False):
            self._assign(group, vector)

    def _weights(self, group: VariableGroup) -> Tensor:
        self.settle()
        return super()._weights(group)

    def state(self) -> dict[str, dict[str, NDArray[Any]]]:
        self.settle()
        return super().state()

    def restore(self, state: Mapping[str, Mapping[str, NDArray[Any]]]) -> None:
        self._vectors = []
        super().restore(state)

    def _run(
        self, batch: Mapping[str, Tensor], hyper: NDArray[np.float32]
    ) -> tuple[dict[str, float], list[float], bool]:
        vectors = self._vectors or [jax.device_put(group.weights(), self._everywhere) for group in self.groups]
        states = [
            GroupState(vector, group.first, group.second, group.average)
            for vector, group in zip(vectors, self.groups, strict=True)
        ]
        seeds = self._random_states()
        if not self._is_checked:
            self._refuse_unreached(batch)
            self._is_checked = True
        after, seeded, results = self._compiled(states, self._placed(seeds), dict(batch), hyper)
        for group, state in zip(self.groups, after, strict=True):
            group.keep(state.first, state.second, state.average)
        self._vectors = [state.weights for state in after]
        for variable, value in zip(seeds, seeded, strict=True):
            variable.assign(value)
        losses, norms, finite = jax.device_get(results)  # all at once: each by itself would wait for the device
        return {name: float(value) for name, value in losses.items()}, norms.tolist(), bool(finite)

    def _placed(self, variables: Sequence[keras.Variable]) -> list[Tensor]:
        """Return the variables' values on the devices: elsewhere, the step would be compiled again."""
        placed: list[Tensor] = jax.device_put([v.value for v in variables], self._everywhere)
        return placed

    def _next(
        self, states: list[GroupState], seeds: list[Tensor], batch: Mapping[str, Tensor], vector: Tensor
    ) -> tuple[list[GroupState], list[Tensor], tuple[dict[str, Tensor], Tensor, Tensor]]:
        self.traces += 1
        hyper = Hyper.of(vector)
        trained = [number for number, group in enumerate(self.groups) if group.trained]
        random_states = self._random_states()

        def loss_of(vectors: list[Tensor]) -> tuple[Tensor, Any]:
            weights = [state.weights for state in states]
            for number, changed in zip(trained, vectors, strict=True):
                weights[number] = changed
            with self._given(weights, zip(random_states, seeds, strict=True)) as scope:
                outputs = self.trained(batch["image"], training=True)
                losses = dict(self.loss(outputs, batch, mutual_weight=hyper.mutual_weight))
            held = [
                group.joined([scope.get_current_value(v) for v in group.variables])
                for group in self.groups
                if not group.trained
            ]
            seeded = [scope.get_current_value(v) for v in random_states]
            return losses["loss"] * hyper.scale, (losses, held, seeded)

        of_trained = [states[number].weights for number in trained]
        gradients, (losses, held, seeded) = jax.grad(loss_of, has_aux=True)(of_trained)
        moved = iter(held)  # what no gradient changes: the moving statistics
        states = [
            state if group.trained else state._replace(weights=next(moved))
            for group, state in zip(self.groups, states, strict=True)
        ]
        after, norms, finite = updated(
            self.groups,
            states,
            [gradient / hyper.scale for gradient in gradients],
            losses=losses,
            hyper=hyper,
            settings=self.settings,
            places=self.places,
        )
        return after, seeded, (losses, norms, finite)

    def _given(self, weights: Sequence[Tensor], more: Iterable[tuple[keras.Variable, Tensor]]) -> keras.StatelessScope:
        """Return a scope that gives the groups' variables other values, and keeps values assigned to them."""
        values = [
            (v, part)
            for group, vector in zip(self.groups, weights, strict=True)
            for v, part in zip(group.variables, group.split(vector), strict=True)
        ]
        return keras.StatelessScope(state_mapping=[*values, *more])

    def measuring(self, work: Measuring) -> Callable[[Mapping[str, Tensor], float], tuple[Any, Tensor]]:
        """Compile a measurement with JAX, as `TrainingStep.measuring` describes."""
        variables = self._model.variables

        def measure(values: list[Tensor], batch: Mapping[str, Tensor], mutual: Tensor) -> tuple[Any, Tensor]:
            with keras.StatelessScope(state_mapping=list(zip(variables, values, strict=True))):
                return work(batch, mutual, lambda value: value)

        compiled = measure if self.settings.eager else jax.jit(measure)

        def measured(batch: Mapping[str, Tensor], mutual: float) -> tuple[Any, Tensor]:
            self.settle()
            return compiled([v.value for v in variables], dict(batch), np.float32(mutual))

        return measured

    def reading(self, model: keras.Model) -> Callable[[NDArray[np.uint8]], dict[str, Tensor]]:
        """Compile a model with JAX, as `TrainingStep.reading` describes."""
        variables = model.variables

        def read(values: list[Tensor], images: Tensor) -> dict[str, Tensor]:
            with keras.StatelessScope(state_mapping=list(zip(variables, values, strict=True))):
                return dict(model(images, training=False))

        compiled = read if self.settings.eager else jax.jit(read)

        def outputs(images: NDArray[np.uint8]) -> dict[str, Tensor]:
            self.settle()
            return compiled([v.value for v in variables], images)

        return outputs

    def outputs(self, images: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Return the network's outputs, compiled, because otherwise JAX compiles every operation separately."""
        return self.reading(self._model)(images)

    def distributed(self, batch: Batch) -> Mapping[str, Tensor]:
        """Divide NumPy arrays among the devices.

        The number of samples must be divisible by the number of devices.
        """
        shared: Mapping[str, Tensor] = jax.device_put(dict(batch), self._divided)
        return shared

    def shares(self, batch: Mapping[str, Tensor]) -> list[dict[str, Tensor]]:
        """Return the whole batch as one share, because JAX does not compute its losses device by device."""
        return [dict(batch)]

    def gradients(self, share: Mapping[str, Tensor]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Return losses and gradient with JAX, as `TrainingStep.gradients` describes."""
        self.settle()
        variables = trained_variables(self.groups)
        gradients, losses = jax.grad(partial(self._losses_of, share), has_aux=True)([v.value for v in variables])
        return losses, {v.path: gradient for v, gradient in zip(variables, gradients, strict=True)}

    def _losses_of(self, batch: Mapping[str, Tensor], values: list[Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss by the values of the trained variables, and the losses of the branches."""
        variables = trained_variables(self.groups)
        with keras.StatelessScope(state_mapping=list(zip(variables, values, strict=True))):
            losses = dict(self.loss(self.trained(batch["image"], training=True), batch, mutual_weight=1.0))
        return losses["loss"], losses

    def _refuse_unreached(self, batch: Mapping[str, Tensor]) -> None:
        """Raise ModelError if there is a variable that no gradient reaches: JAX gives 0 for it, as for any other."""
        variables = trained_variables(self.groups)
        differentiated = jax.grad(partial(self._losses_of, batch), has_aux=True)
        gradients = jax.make_jaxpr(lambda values: differentiated(values)[0])([v.value for v in variables])
        is_reached = _depend_on_anything(gradients.jaxpr)
        refuse_unreached(v.path for v, reached in zip(variables, is_reached, strict=True) if not reached)


def _depend_on_anything(jaxpr: Any) -> list[bool]:
    """Return for each output of a function that JAX has traced whether it depends on its arguments or on other data."""
    known = {*jaxpr.invars, *jaxpr.constvars}
    for equation in jaxpr.eqns:
        if any(_is_variable(argument) and argument in known for argument in equation.invars):
            known.update(equation.outvars)
    return [_is_variable(output) and output in known for output in jaxpr.outvars]


def _is_variable(part: Any) -> bool:
    """Return False for a number that is written in the traced function itself."""
    return not hasattr(part, "val")
