"""Estimates how much memory a training needs, before it starts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import keras

from core.base.errors import Sentence
from core.model.network.layer_outputs import leaf_layers, replaced
from core.model.network.network import NetworkSpec

# Measured on TensorFlow 2.21 with a CPU, see tests/core/model/training/test_memory.py: the rest of the process; copies
# of the weights while a step lasts (gradients by variable and joined, Adam's intermediate vectors); the share of the
# layers' outputs that is alive at the peak, kept for the backward pass or a gradient of one.
_PROCESS = 700 << 20
_WEIGHT_COPIES = 8
_KEPT = 0.85
_LOSS_COPIES = 3
_FLOAT = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """The bytes that a training needs, by purpose."""

    process: int
    """Bytes of Python, TensorFlow, and the samples made ahead."""
    weights: int
    """Bytes of weights, optimizer, moving average and gradients."""
    activations: int
    """Bytes of layers' outputs kept for the backward pass, for the batch."""
    losses: int
    """Bytes of logits, their gradients and the values that are computed from them, for the batch."""
    batch: int
    """The number of images of a step on one device, to which `activations` and `losses` refer."""

    @property
    def total(self) -> int:
        """The sum of all parts in bytes."""
        return self.process + self.weights + self.activations + self.losses

    @property
    def of_images(self) -> int:
        """The bytes that grow with the number of images in a batch."""
        return self.activations + self.losses

    def largest_batch(self, available: int) -> int:
        """Return how many images of a batch fit into a memory, or 0 if not even one fits."""
        bytes_each = max(1, math.ceil(self.of_images / self.batch))
        return max(0, (available - self.process - self.weights) // bytes_each)

    def advice(self, available: int | None = None) -> str:
        """Return advice on which setting to lower, and how much memory the training would then need."""
        needs = Sentence("Batch {batch} needs about {needed}", batch=self.batch, needed=gigabytes(self.total))
        if available is not None:
            needs = Sentence("{needs}, and {free} are free", needs=needs, free=gigabytes(available))
        smaller = max(1, self.batch // 2)
        if available is not None:
            smaller = max(1, min(smaller, self.largest_batch(available)))
        if self.batch == 1 or (available is not None and not self.largest_batch(available)):
            return Sentence(
                "{needs}. Lower width or height, take stride 4 or the small preset, or fewer symbols.", needs=needs
            )
        then = self.process + self.weights + self.of_images * smaller // self.batch
        return Sentence(
            "{needs}. Lower batch to {smaller}, which needs about {then}.",
            needs=needs,
            smaller=smaller,
            then=gigabytes(then),
        )


def estimate(network: keras.Model, spec: NetworkSpec, batch: int, *, on_gpu: bool = False) -> Estimate:
    """Estimate a training's memory from the shapes of all layers' outputs.

    Parameters
    ----------
    network : keras.Model
        The network.
    spec : NetworkSpec
        The network's spec.
    batch : int
        Images of a step on one device.
    on_gpu : bool
        True to estimate the memory of the GPU, without the process itself.
    """
    numbers = sum(math.prod(v.shape) for v in network.variables)
    h, w = spec.maps.map_size
    shapes = _output_shapes(network, (batch, spec.maps.height, spec.maps.width, 3))
    size = 2 if network.compute_dtype == "float16" else _FLOAT
    logits = batch * h * w * (len(spec.charset) + 1 + spec.maps.max_length + 1)
    membership = batch * h * w * spec.maps.max_length * 4  # sets of the mutual loss
    return Estimate(
        process=(300 << 20) if on_gpu else _PROCESS,
        weights=numbers * _FLOAT * (1 + 3 + _WEIGHT_COPIES),
        activations=int(sum(math.prod(shape) for shape in shapes) * size * _KEPT),
        losses=(logits * _LOSS_COPIES + membership) * _FLOAT,
        batch=batch,
    )


def _output_shapes(model: keras.Model, shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the output shapes of all layers, inner models' layers included, for one shape of input.

    Nothing is computed: the network is called with a symbolic input, and each layer's symbolic output is noted.
    """
    shapes: list[tuple[int, ...]] = []

    def noting(original: Callable[..., Any]) -> Callable[..., Any]:
        def spec_of(*arguments: Any, **options: Any) -> Any:
            outputs = original(*arguments, **options)
            shapes.extend(tuple(tensor.shape) for tensor in keras.tree.flatten(outputs))
            return outputs

        return spec_of

    methods = {layer: noting(layer.compute_output_spec) for _, layer in leaf_layers(model)}
    with replaced(methods, "compute_output_spec"):
        model(keras.KerasTensor(shape, dtype=model.inputs[0].dtype))
    return shapes


def gigabytes(count: int) -> str:
    """Return a number of bytes as text."""
    return f"{count / 1e9:.1f} GB" if count >= 95_000_000 else f"{count / 1e6:.0f} MB"
