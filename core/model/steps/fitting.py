"""Trains through Keras' own `fit`, for Keras backends that have no training step in this program.

model = FitModel(network, mutual_start=1000)
model.compile(optimizer=keras.optimizers.AdamW(2e-3, global_clipnorm=5.0))
with words.surfacing():
    model.fit(words, steps_per_epoch=1000, shuffle=False)

The network and the losses are the same as in `core.model.training.training`; run folder, resuming, moving averages and
guards are not here. With TensorFlow, `fit` takes about twice as long until the first step and fails on several
machines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import keras
from keras import ops

from core.model.network.blocks import Tensor
from core.model.network.losses import compute_loss
from core.runs.spec import LossWeights

PARTS = ("localization", "order", "character", "mutual")
"""The losses that are reported one by one, beside their weighted sum `loss`."""


class FitModel(keras.Model):  # type: ignore[misc]  # Keras carries no types
    """A network that `fit` and `evaluate` can train and evaluate on batches of `data.batches.sequence.WordSequence`.

    The model is not saved itself: save the network, whose weights it shares, with `core.model.network.saving`.

    Parameters
    ----------
    network : keras.Model
        A network of `core.model.network.network.build_network`.
    weights : LossWeights, optional
        The weights of the loss. None: the defaults.
    mutual_start : int
        The step from which word-level labels train through mutual supervision (λ_m = 1). λ_m is 0 before.
    losses : callable
        A function of outputs, batch, weights and λ_m, as `core.model.network.losses.compute_loss`.
    """

    def __init__(
        self,
        network: keras.Model,
        weights: LossWeights | None = None,
        mutual_start: int = 0,
        losses: Callable[..., Mapping[str, Tensor]] = compute_loss,
    ) -> None:
        super().__init__(name="fitted")
        self.losses_of = losses
        self.network = network
        self.weighting = weights or LossWeights()
        self.mutual_start = mutual_start
        # Not the optimizer's count: JAX's trainer does not let a loss see the optimizer's variables.
        self.steps = self.add_weight(shape=(), dtype="int32", initializer="zeros", trainable=False, name="steps")
        self.trackers = [keras.metrics.Mean(name=f"{name}_loss") for name in PARTS]

    def call(self, image: Tensor, training: bool | None = None) -> dict[str, Tensor]:
        """Return the network's predicted maps."""
        outputs: dict[str, Tensor] = self.network(image, training=training)
        return outputs

    def compute_loss(
        self,
        x: Tensor = None,
        y: Mapping[str, Tensor] | None = None,
        y_pred: Mapping[str, Tensor] | None = None,
        sample_weight: Tensor = None,
        training: bool = True,
    ) -> Tensor:
        """Return the loss of a batch by `core.model.network.losses.compute_loss`, and make its parts metrics."""
        assert y is not None
        assert y_pred is not None
        mutual = ops.cast(ops.greater_equal(self.steps, self.mutual_start), "float32")
        losses = self.losses_of(y_pred, y, self.weighting, mutual)
        if training:
            self.steps.assign_add(1)
        for name, tracker in zip(PARTS, self.trackers, strict=True):
            tracker.update_state(losses[name])
        return losses["loss"]
