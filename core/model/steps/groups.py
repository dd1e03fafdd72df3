"""Joins the weights of a network to a few long vectors, for the optimizer, the checkpoints and the moving average.

An update of 246 variables one by one is thousands of operations to trace (Keras' optimizer takes longer to compile than
the network); on vectors it is a dozen, and with several devices one message instead of 246.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import keras
import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.phrases import listed
from core.model.network import backbones
from core.model.network.layer_outputs import leaf_layers

Vector = NDArray[np.float32]
Tensor = Any  # a tensor of Keras' backend, which carries no types

SLOTS = ("first", "second")  # adam's moving averages of the gradient and of its square


_DECODER = "fcn"  # prefix of the names of the decoder's layers


@dataclass(eq=False)
class VariableGroup:
    """Variables that are treated alike, joined end to end in one vector."""

    name: str
    """The name of the group."""
    variables: tuple[keras.Variable, ...]
    """The variables, which are float32 under every precision policy."""
    rate: float
    """The factor of the learning rate. 0 if `trained` is False."""
    decayed: bool
    """True if weight decay applies."""
    trained: bool
    """True if there are gradients and `first` and `second`."""
    layers: tuple[str, ...]
    """The part of the network and the layer that each variable is in (`layers_of`)."""
    first: Tensor = None
    """(n,) float32: Adam's moving average of the gradients. None if `trained` is False."""
    second: Tensor = None
    """(n,) float32: Adam's moving average of the squared gradients. None if `trained` is False."""
    average: Tensor = None
    """(n,) float32: the moving average of the weights. None if none is kept."""
    updates: int = 0
    """The number of updates, for Adam's correction of its start at 0."""
    sizes: tuple[int, ...] = field(init=False)
    """The number of values of each variable."""

    def __post_init__(self) -> None:
        self.sizes = tuple(int(np.prod(v.shape)) for v in self.variables)

    @property
    def length(self) -> int:
        """The length of the vector, n."""
        return sum(self.sizes)

    @property
    def parts(self) -> tuple[str, ...]:
        """The part of the network that holds each variable."""
        return tuple(map(part_of, self.layers))

    @property
    def names(self) -> tuple[str, ...]:
        """The path of each variable."""
        return tuple(v.path for v in self.variables)

    def joined(self, tensors: Sequence[Tensor]) -> Tensor:
        """Join tensors that are shaped like the variables into one (n,) vector."""
        return ops.concatenate([ops.reshape(tensor, (-1,)) for tensor in tensors], axis=0)

    def weights(self) -> Tensor:
        """Return the values of the variables as one (n,) vector."""
        return self.joined([v.value for v in self.variables])

    def split(self, vector: Tensor) -> list[Tensor]:
        """Split a vector into tensors shaped like the variables, the inverse of `joined`."""
        parts = _pieces(vector, self.sizes)
        return [ops.reshape(part, tuple(v.shape)) for v, part in zip(self.variables, parts, strict=True)]

    def squares(self, vector: Tensor, places: Sequence[str]) -> dict[str, Tensor]:
        """Return the sums of squares of an (n,) vector over each of `places`, which is `parts` or `layers`."""
        # Neighbours of one place are summed in one piece: for parts a dozen operations, not one for every variable
        neighbours = itertools.groupby(zip(places, self.sizes, strict=True), key=lambda entry: entry[0])
        runs = [(part, sum(size for _, size in entries)) for part, entries in neighbours]
        sums: dict[str, Tensor] = {}
        for (part, _), piece in zip(runs, _pieces(vector, [size for _, size in runs]), strict=True):
            square = ops.sum(ops.square(piece))
            sums[part] = sums[part] + square if part in sums else square
        return sums

    def keep(self, first: Tensor, second: Tensor, average: Tensor) -> None:
        """Store the optimizer's two vectors and the moving average of the group."""
        self.first = first
        self.second = second
        self.average = average

    def by_name(self, vector: Vector) -> dict[str, Vector]:
        """Split a vector into arrays shaped like the variables, by the variables' paths."""
        parts = np.split(vector, np.cumsum(self.sizes)[:-1])
        shapes = [tuple(v.shape) for v in self.variables]
        return {name: part.reshape(shape) for name, part, shape in zip(self.names, parts, shapes, strict=True)}

    def from_names(self, values: Mapping[str, Vector], missing: Mapping[str, Vector]) -> Vector:
        """Return the vector of arrays by path, the inverse of `by_name`, with what `values` lacks from `missing`."""
        parts = [np.ravel(values[name] if name in values else missing[name]) for name in self.names]
        return np.concatenate(parts).astype(np.float32)


def make_groups(
    model: keras.Model,
    stored: Callable[[Vector], Tensor],
    *,
    backbone_rate: float = 1.0,
    average: bool = True,
    slots: bool = True,
) -> tuple[VariableGroup, ...]:
    """Divide the float variables of a network into at most five groups, each trained alike.

    Trained variables are grouped by decay (kernels) and by backbone or not. The last group holds the others: the moving
    statistics of normalisations and all frozen variables.

    Parameters
    ----------
    model : keras.Model
        The network.
    stored : callable (vector) -> tensor
        Stores a vector that changes from step to step as the backend does.
    backbone_rate : float
        The factor of the learning rate for the backbone.
    average : bool
        True to keep a moving average of the weights.
    slots : bool
        True to keep Adam's averages.

    Raises
    ------
    ModelError
        If two variables have the same path.
    """
    paths = [v.path for v in model.variables]
    twice = {path for path in paths if paths.count(path) > 1}
    if twice:
        raise ModelError(
            'network: two variables are called "{variable}". Give every layer a name of its own.', variable=min(twice)
        )
    inner = [layer for layer in model.layers if layer.name == backbones.NAME]
    in_backbone = {v.path for layer in inner for v in layer.variables}
    trained = {v.path for v in model.trainable_variables}
    layers = layers_of(model)
    sorted_out: dict[tuple[str, float, bool, bool], list[keras.Variable]] = {}
    for v in model.variables:
        if not str(v.dtype).startswith("float"):
            continue
        if v.path in trained:
            deep, decayed = v.path in in_backbone, len(v.shape) > 1
            name = f"{'backbone' if deep else 'head'} {'kernels' if decayed else 'vectors'}"
            key = (name, backbone_rate if deep else 1.0, decayed, True)
        else:
            key = ("held", 0.0, False, False)
        sorted_out.setdefault(key, []).append(v)
    groups = [
        VariableGroup(name, tuple(variables), rate, decayed, is_trained, tuple(layers[v.path] for v in variables))
        for (name, rate, decayed, is_trained), variables in sorted_out.items()
    ]
    groups.sort(key=lambda group: not group.trained)
    for group in groups:
        if group.trained and slots:
            group.first, group.second = (stored(np.zeros(group.length, np.float32)) for _ in range(2))
        if average:
            group.average = stored(np.concatenate([np.ravel(read(v)) for v in group.variables]))
    return tuple(groups)


def parts_of(model: keras.Model) -> dict[str, str]:
    """Return the part of the network that holds each variable, by the variable's path.

    `backbone/conv1`, `backbone/conv2` … for the stages of the backbone, `decoder`, and the branches `character`,
    `order` and `localization`; for layers of other networks the prefix of their names.
    """
    return {path: part_of(layer) for path, layer in layers_of(model).items()}


def part_of(layer: str) -> str:
    """Return the part of the network from a name of `layers_of`."""
    return layer.rpartition("/")[0]


def layers_of(model: keras.Model) -> dict[str, str]:
    """Return the place of each variable in the network, as `PART/LAYER`, by the variable's path."""
    layers: dict[str, str] = {}
    for layer in model.layers:
        if layer.name == backbones.NAME:
            for stage, inner in backbones.stages(layer).items():
                layers |= {
                    v.path: f"{backbones.NAME}/{stage}/{inner_layer.name}"
                    for inner_layer in inner
                    for v in inner_layer.variables
                }
        else:
            part = layer.name.partition("_")[0]
            part = "decoder" if part == _DECODER else part
            layers |= {v.path: f"{part}/{layer.name}" for v in layer.variables}
    return layers


def _pieces(vector: Tensor, sizes: Sequence[int]) -> Sequence[Tensor]:
    """Return the pieces of a vector that have these lengths, end to end."""
    if len(sizes) == 1:
        return [vector]
    pieces: Sequence[Tensor] = ops.split(vector, np.cumsum(sizes)[:-1].tolist())
    return pieces


def assign(variable: keras.Variable, value: NDArray[Any] | None) -> None:
    """Assign the value from a checkpoint to a variable.

    Raises
    ------
    ModelError
        If there is no value, or the value has another shape.
    """
    if value is None or tuple(value.shape) != tuple(variable.shape):
        raise ModelError(
            'checkpoint: the weight "{variable}" is missing or has another size. It is of another network; start a new '
            "run.",
            variable=variable.path,
        )
    variable.assign(value)


def read(variable: keras.Variable | Tensor) -> NDArray[Any]:
    """Return a copy of a variable's value as an array, of its first replica if there are several."""
    value = variable.value if isinstance(variable, keras.Variable) else variable
    if keras.backend.backend() == "tensorflow" and hasattr(value, "numpy"):  # several copies are no tensor
        return np.asarray(value.numpy())
    return np.array(keras.ops.convert_to_numpy(value))  # JAX may give a view of memory that the next step uses again


def freeze(model: keras.Model, stages: Sequence[str], *, normalisation: bool = False) -> None:
    """Freeze stages of the backbone and, on request, the normalisations, or train the whole backbone if none are given.

    A frozen normalisation uses its moving statistics, and does not move them.

    Parameters
    ----------
    model : keras.Model
        The network.
    stages : sequence of str
        Stages of the backbone, or the backbone's own name for all.
    normalisation : bool
        True to freeze every batch normalisation, scale and offset included.

    Raises
    ------
    ModelError
        If there is no such stage.
    """
    backbone = model.get_layer(backbones.NAME)
    known = backbones.stages(backbone)
    unknown = [stage for stage in stages if stage != backbones.NAME and stage not in known]
    if unknown:
        raise ModelError(
            'freeze: the backbone has no stage "{unknown}". Choose one of {choices}, or {all} for all.',
            unknown=unknown[0],
            choices=listed(known),
            all=backbones.NAME,
        )
    for name, layers in known.items():
        for layer in layers:
            layer.trainable = name not in stages and backbones.NAME not in stages
    if normalisation:
        for layer in normalisations(model):
            layer.trainable = False


def moving_statistics(model: keras.Model) -> list[keras.Variable]:
    """Return the moving means and variances that training changes, those of all normalisations that are not frozen."""
    moving = (layer for layer in normalisations(model) if layer.trainable)
    return [statistic for layer in moving for statistic in (layer.moving_mean, layer.moving_variance)]


def normalisations(model: keras.Model) -> Iterator[keras.layers.BatchNormalization]:
    """Yield the batch normalisation layers of a network, including those of inner models."""
    for _, layer in leaf_layers(model):
        if isinstance(layer, keras.layers.BatchNormalization):
            yield layer
