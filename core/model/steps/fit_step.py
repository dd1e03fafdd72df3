"""Trains by Keras' own `fit` with Keras' optimizer, one batch a call, with the same numbers as `TensorFlowStep`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import keras
import tensorflow as tf
from numpy.typing import NDArray

from core.model.steps.fitting import PARTS, FitModel
from core.model.steps.groups import Tensor, VariableGroup, assign, make_groups, read
from core.model.steps.schedule import average_decay
from core.model.steps.step import StepOutcome
from core.model.steps.tensorflow_step import TensorFlowStep
from core.model.steps.updating import BETAS, EPSILON

_OPTIMIZER = "optimizer"


class FitStep(TensorFlowStep):
    """Calls `fit` once for each batch, on one device, without gradient norms because `fit` does not report them.

    Learning rate, weight decay of only the kernels, clipping, mutual supervision and the moving average of the weights
    are those of `TensorFlowStep`; the first and the last of these are set from outside before and after each call.
    """

    def regroup(self) -> None:
        """Group the weights again and recompile, and keep the state of the optimizer."""
        state = self.state() if self.groups else None
        self.groups = self._grouped()
        self._compile()
        if state is not None:
            self.restore(state)

    def _grouped(self) -> tuple[VariableGroup, ...]:
        return make_groups(self.model, self._stored, average=self.settings.average > 0, slots=False)

    def _compile(self) -> None:
        settings = self.settings
        self._fitted = FitModel(self.model, mutual_start=1, losses=self._losses)
        optimizer: Any = keras.optimizers.AdamW(
            1e-3,
            weight_decay=settings.weight_decay,
            beta_1=BETAS[0],
            beta_2=BETAS[1],
            epsilon=EPSILON,
            global_clipnorm=settings.clip_norm,
            name=_OPTIMIZER,  # else Keras numbers it, and a checkpoint would not find its variables again
        )
        vectors = [v for group in self.groups if group.trained and not group.decayed for v in group.variables]
        optimizer.exclude_from_weight_decay(var_list=vectors)
        optimizer.build(self.model.trainable_variables)
        self._epsilon = optimizer.epsilon = tf.Variable(EPSILON, trainable=False)
        self._optimizer = optimizer
        self._fitted.compile(
            optimizer=keras.optimizers.LossScaleOptimizer(optimizer) if self._scales else optimizer,
            run_eagerly=settings.eager,
            jit_compile=False,
        )

    def __call__(self, batch: Mapping[str, Tensor], rate: float, mutual_weight: float, updates: int) -> StepOutcome:
        """Train on one batch, as `TensorFlowStep` does."""
        self._optimizer.learning_rate = rate
        # Keras adds ε before it corrects the start of Adam's averages at 0, our step behind it, as the paper does
        self._epsilon.assign(EPSILON * math.sqrt(1 - BETAS[1] ** (int(self._optimizer.iterations) + 1)))
        self._fitted.steps.assign(int(mutual_weight > 0))  # mutual supervision is on from "step" 1 on
        targets = {name: value for name, value in batch.items() if name != "image"}
        size = int(batch["image"].shape[0])
        history = self._fitted.fit(batch["image"], targets, batch_size=size, shuffle=False, verbose=0).history
        losses = {"loss": history["loss"][0]} | {name: history[f"{name}_loss"][0] for name in PARTS}
        decay = average_decay(self.settings.average, updates)
        for group in self.groups:
            if group.average is not None:
                weights = group.weights()
                group.average.assign(weights + decay * (group.average - weights))
        fine = all(math.isfinite(value) for value in losses.values())
        return StepOutcome(losses, math.nan, {}, fine, overflow=False)

    def concrete(self) -> list[Any]:
        """Return no compiled function, because `fit` keeps its own."""
        return []

    def state(self) -> dict[str, dict[str, NDArray[Any]]]:
        return {**super().state(), _OPTIMIZER: {v.path: read(v) for v in self._optimizer.variables}}

    def restore(self, state: Mapping[str, Mapping[str, NDArray[Any]]]) -> None:
        super().restore(state)
        kept = state.get(_OPTIMIZER, {})
        for v in self._optimizer.variables:
            if v.path in kept:
                assign(v, kept[v.path])

    def _losses(self, outputs: Tensor, batch: Tensor, weights: object, mutual: Tensor) -> Mapping[str, Tensor]:
        return self.loss(outputs, batch, mutual_weight=mutual)
