"""Updates the weights in a training step, with one code for all of Keras' backends.

AdamW (Loshchilov & Hutter 2019), Adam's bias correction per group, gradients clipped by their global norm, a moving
average of all weights and statistics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from keras import ops

from core.model.steps.groups import Tensor, VariableGroup, part_of

BETAS = (0.9, 0.999)
EPSILON = 1e-8


@dataclass(frozen=True, slots=True)
class OptimizerSettings:
    """The constants of the optimizer, taken from the choices of a training."""

    weight_decay: float = 0.01
    """As `weight_decay` of `core.runs.config.TrainConfig`."""
    clip_norm: float = 5.0
    """As `clip_norm` of `TrainConfig`."""
    average: float = 0.998
    """As `ema` of `TrainConfig`."""
    backbone_rate: float = 1.0
    """As `backbone_rate` of `TrainConfig`."""
    eager: bool = False
    """True if the step is run operation by operation."""
    start_share: float = 0.0
    """As `start_share` of `TrainConfig`."""


class GroupState(NamedTuple):
    """The vectors of a weight group that change from step to step, each (n,) float32."""

    weights: Tensor
    """The values of the group's variables, joined end to end."""
    first: Tensor
    """Adam's average of the gradients. None in a group that is not trained."""
    second: Tensor
    """Adam's average of the squared gradients. None in a group that is not trained."""
    average: Tensor
    """The moving average of the weights. None if none is kept."""


class TrainedPlaces(NamedTuple):
    """The trained parts and layers of a network, in the order that an image passes them."""

    parts: tuple[str, ...] = ()
    """The names of the trained parts (`core.model.steps.groups.parts_of`), each once."""
    layers: tuple[str, ...] = ()
    """The names of the trained layers (`core.model.steps.groups.layers_of`), each once."""

    @classmethod
    def of(cls, groups: Sequence[VariableGroup], layers: Iterable[str]) -> TrainedPlaces:
        """Return the trained ones of `layers` (`core.model.steps.groups.layers_of`), and their parts."""
        trained = {layer for group in groups if group.trained for layer in group.layers}
        chosen = tuple(layer for layer in dict.fromkeys(layers) if layer in trained)
        return cls(tuple(dict.fromkeys(map(part_of, chosen))), chosen)


class Hyper(NamedTuple):
    """The numbers that a step takes, as tensors, because a Python number would be compiled into the step."""

    rate: Tensor
    """The learning rate of the step."""
    mutual_weight: Tensor
    """The weight Λ_m of the mutual loss."""
    decay: Tensor
    """The decay of the moving average."""
    scale: Tensor
    """The factor of the loss in float16."""
    by_layer: Tensor
    """A number above 0 if the norms are wanted by layer, too."""
    corrections: Tensor
    """(2·groups,): 1 - β^t of each group's two averages."""

    @classmethod
    def of(cls, vector: Tensor) -> Hyper:
        """Unpack the numbers from a vector, (5 + 2·groups,)."""
        return cls(vector[0], vector[1], vector[2], vector[3], vector[4], vector[5:])


def updated(
    groups: Sequence[VariableGroup],
    states: Sequence[GroupState],
    gradients: Sequence[Tensor],
    *,
    losses: Mapping[str, Tensor],
    hyper: Hyper,
    settings: OptimizerSettings,
    places: TrainedPlaces,
) -> tuple[list[GroupState], Tensor, Tensor]:
    """Return the next states, the gradient norms, and whether all values are finite.

    Parameters
    ----------
    states : sequence of GroupState
        A state for each group.
    gradients : sequence of (n,) float32
        A vector for each trained group, without the scale of the loss.
    losses : mapping
        Scalars, which have to be finite, too.

    Returns
    -------
    list of GroupState
        If losses or gradient are not finite, the states are the given ones: such a batch leaves no trace.
    (1 + parts + layers,) float32
        The norm of the whole gradient, of each part and of each layer of `places`; by layer 0 if `hyper.by_layer` is.
    bool
    """
    squares = _squares(groups, gradients, "parts", places.parts)
    norm = ops.sqrt(ops.sum(ops.stack(squares)))
    finite = ops.all(ops.isfinite(ops.stack([*losses.values(), norm])))
    clip = ops.minimum(1.0, settings.clip_norm / ops.maximum(norm, 1e-12))
    vectors = iter(gradients)
    after = [
        _updated_group(
            group,
            state,
            next(vectors) * clip if group.trained else None,
            (hyper.corrections[2 * number], hyper.corrections[2 * number + 1]),
            finite=finite,
            hyper=hyper,
            weight_decay=settings.weight_decay,
        )
        for number, (group, state) in enumerate(zip(groups, states, strict=True))
    ]
    by_layer = ops.cond(
        hyper.by_layer > 0,
        lambda: ops.sqrt(ops.stack(_squares(groups, gradients, "layers", places.layers))),
        lambda: ops.zeros((len(places.layers),), "float32"),
    )
    norms = ops.concatenate([ops.stack([norm, *(ops.sqrt(square) for square in squares)]), by_layer], axis=0)
    return after, norms, finite


def _squares(
    groups: Sequence[VariableGroup],
    gradients: Sequence[Tensor],
    kind: Literal["parts", "layers"],
    wanted: Sequence[str],
) -> list[Tensor]:
    """Return the sum of the squares of the gradient in each of the wanted parts, or layers."""
    pairs = zip((group for group in groups if group.trained), gradients, strict=True)
    squares_of_groups = [group.squares(vector, getattr(group, kind)) for group, vector in pairs]
    return [sum(squares[place] for squares in squares_of_groups if place in squares) for place in wanted]


def _updated_group(
    group: VariableGroup,
    state: GroupState,
    gradient: Tensor | None,
    corrections: tuple[Tensor, Tensor],
    *,
    finite: Tensor,
    hyper: Hyper,
    weight_decay: float,
) -> GroupState:
    weights, first, second, average = state
    if gradient is not None:
        new_first = BETAS[0] * first + (1 - BETAS[0]) * gradient
        new_second = BETAS[1] * second + (1 - BETAS[1]) * ops.square(gradient)
        change = new_first / corrections[0] / (ops.sqrt(new_second / corrections[1]) + EPSILON)
        if group.decayed:
            # a weight that no gradient has reached stays as it is, those of a class that does not learn among them
            change = change + ops.where(new_second > 0, weight_decay * weights, 0.0)
        first = ops.where(finite, new_first, first)
        second = ops.where(finite, new_second, second)
        weights = ops.where(finite, weights - hyper.rate * group.rate * change, weights)
    if average is not None:
        average = ops.where(finite, weights + hyper.decay * (average - weights), average)
    return GroupState(weights, first, second, average)
