"""The training step on PyTorch, which runs operation by operation on one device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import keras
import numpy as np
import torch
from numpy.typing import NDArray

from core.data.batches.batches import Batch
from core.model.steps.groups import Tensor, VariableGroup
from core.model.steps.step import Loss, Measuring, TrainingStep, refuse_unreached, trained_variables
from core.model.steps.updating import GroupState, Hyper, OptimizerSettings, updated


class TorchStep(TrainingStep):
    """Runs the training step on PyTorch.

    `device` is Keras' and PyTorch's name of the device: `cuda:0`, `cpu`.
    """

    def __init__(
        self,
        model: keras.Model,
        loss: Loss,
        device: str,
        settings: OptimizerSettings,
        trained: keras.Model | None = None,
    ) -> None:
        self._device = device
        super().__init__(model, loss, settings, trained)

    @property
    def replicas(self) -> int:
        """The number of devices that share a step, which is 1."""
        return 1

    def scope(self) -> AbstractContextManager[Any]:
        """Return Keras' scope of the device, for creating tensors."""
        scope: AbstractContextManager[Any] = keras.device(self._device)
        return scope

    def _stored(self, vector: NDArray[np.float32]) -> Tensor:
        return torch.as_tensor(vector, device=self._device)

    def _replaced(self, stored: Tensor, vector: NDArray[np.float32]) -> Tensor:
        return self._stored(vector)

    def _compile(self) -> None:
        """Nothing is compiled."""

    def _assign(self, group: VariableGroup, vector: Tensor) -> None:
        with torch.no_grad():  # all at once: one by one, hundreds of variables cost more than the network
            torch._foreach_copy_([v.value for v in group.variables], group.split(vector))

    def _run(
        self, batch: Mapping[str, Tensor], hyper: NDArray[np.float32]
    ) -> tuple[dict[str, float], list[float], bool]:
        with self.scope():
            numbers = Hyper.of(self._stored(hyper))
            losses, gradients = self._differentiated(batch, numbers.mutual_weight, numbers.scale)
            refuse_unreached(path for path, gradient in gradients.items() if gradient is None)
            with torch.no_grad():
                norms, finite = self._updated(losses, gradients, numbers)
            values = torch.stack([*losses.values(), finite.to(torch.float32)]).tolist()  # at once: each would wait
            return dict(zip(losses, values, strict=False)), norms.tolist(), bool(values[-1])

    def _updated(
        self, losses: Mapping[str, Tensor], by_path: Mapping[str, Tensor], hyper: Hyper
    ) -> tuple[Tensor, Tensor]:
        trained = [group for group in self.groups if group.trained]
        gradients = [
            group.joined([by_path[v.path].to(torch.float32) for v in group.variables]) / hyper.scale
            for group in trained
        ]
        states = [GroupState(group.weights(), group.first, group.second, group.average) for group in self.groups]
        after, norms, finite = updated(
            self.groups,
            states,
            gradients,
            losses=losses,
            hyper=hyper,
            settings=self.settings,
            places=self.places,
        )
        for group, state in zip(self.groups, after, strict=True):
            group.keep(state.first, state.second, state.average)
            if group.trained:
                self._assign(group, state.weights)
        return norms, finite

    def _differentiated(
        self, batch: Mapping[str, Tensor], mutual: Tensor | float, scale: Tensor | float
    ) -> tuple[dict[str, Tensor], dict[str, Tensor | None]]:
        """Return the losses and their gradient, times the scale, by the variables' paths, None if not reached."""
        variables = trained_variables(self.groups)
        losses = dict(self.loss(self.trained(batch["image"], training=True), batch, mutual_weight=mutual))
        gradients = torch.autograd.grad(losses["loss"] * scale, [v.value for v in variables], allow_unused=True)
        detached = {name: value.detach() for name, value in losses.items()}
        return detached, {v.path: gradient for v, gradient in zip(variables, gradients, strict=True)}

    def measuring(self, work: Measuring) -> Callable[[Mapping[str, Tensor], float], tuple[Any, Tensor]]:
        """Return a function that measures operation by operation, as `TrainingStep.measuring` describes."""

        def measured(batch: Mapping[str, Tensor], mutual: float) -> tuple[Any, Tensor]:
            with self.scope(), torch.no_grad():
                return work(batch, torch.tensor(mutual, device=self._device), lambda value: value)

        return measured

    def reading(self, model: keras.Model) -> Callable[[NDArray[np.uint8]], dict[str, Tensor]]:
        """Return a function that runs a model operation by operation, as `TrainingStep.reading` describes."""

        def read(images: NDArray[np.uint8]) -> dict[str, Tensor]:
            with self.scope(), torch.no_grad():
                return dict(model(torch.as_tensor(images, device=self._device), training=False))

        return read

    def outputs(self, images: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Return the network's outputs for a few images, computed operation by operation."""
        return self.reading(self._model)(images)

    def distributed(self, batch: Batch) -> Mapping[str, Tensor]:
        """Copy NumPy arrays to the device."""
        return {name: torch.as_tensor(array).to(self._device, non_blocking=True) for name, array in batch.items()}

    def shares(self, batch: Mapping[str, Tensor]) -> list[dict[str, Tensor]]:
        """Return the whole batch as one share, because there is one device."""
        return [dict(batch)]

    def gradients(self, share: Mapping[str, Tensor]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Return losses and gradient, as `TrainingStep.gradients` describes."""
        with self.scope():
            losses, gradients = self._differentiated(share, 1.0, 1.0)
        return losses, {path: gradient for path, gradient in gradients.items() if gradient is not None}
