"""Describes the layers of a model: runs it once, layer by layer, and reads its connections."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

from core.model.network.formation import WordFormation
from core.model.network.layer_outputs import LayerOutput, layer_outputs, leaf_layers
from core.model.network.saving import Recogniser
from core.model.using.opening import open_recogniser, prepared
from core.plugins.inside.facts import INPUT, LayerFacts, WeightFacts

_LAYOUTS = {2: "NC", 3: "NHW", 4: "NHWC"}  # by the number of axes; this program's layers have the channels last


def describe(recogniser: Recogniser, image: NDArray[np.uint8] | None = None) -> tuple[LayerFacts, ...]:
    """Describe every layer of a predicting model, including those of inner models.

    Parameters
    ----------
    image : (height, width, 3) uint8 or None
        As `core.data.samples.samples.fit_image` makes it. None: the values that layers give are left out.

    Returns
    -------
    tuple of LayerFacts
        First the input, then the layers in the order of their ends. The numbers of weights add up to those of
        `keras.Model.summary`.
    """
    maps = recogniser.spec.maps
    shape = (maps.height, maps.width, 3)
    batch = np.zeros(shape, np.uint8)[None] if image is None else image[None]
    outputs: dict[str, list[LayerOutput]] = {}
    for output in layer_outputs(recogniser.model, batch):
        outputs.setdefault(output.name, []).append(output)
    inputs, _ = _connections(recogniser.model)
    [name] = [layer.name for layer in recogniser.model.layers if isinstance(layer, keras.layers.InputLayer)]
    facts = [LayerFacts(name, INPUT, (), ((1, *shape),), "NHWC", "uint8")]
    if image is not None:
        least = float(image.min())
        mean = float(image.mean())
        most = float(image.max())
        facts = [replace(facts[0], least=least, mean=mean, most=most)]
    layers = dict(leaf_layers(recogniser.model))
    for name, given in outputs.items():
        layer, first = layers[name], given[0]
        seen = {} if image is None else {key: getattr(first, key) for key in ("least", "mean", "most")}
        facts.append(
            LayerFacts(
                name=name,
                kind=type(layer).__name__,
                inputs=inputs[name],
                shapes=tuple(output.shape for output in given),
                layout=_LAYOUTS.get(len(first.shape), "") if len(given) == 1 else "",
                dtype=first.dtype,
                weights=tuple(_weights(layer)),
                multiply_adds=_multiply_adds(layer, [output.shape for output in given], recogniser),
                **seen,
                not_finite=0 if image is None else sum(output.not_finite for output in given),
            )
        )
    return tuple(facts)


def describe_model(model: Path, image: Path | None = None) -> tuple[LayerFacts, ...]:
    """Describe the layers of a model file, a run or a checkpoint, with their outputs for an image file.

    Parameters
    ----------
    model : Path
        A model file, a run or a checkpoint.
    image : Path, optional
        The image file. None: no values are described.

    Raises
    ------
    ModelError
        If the model cannot be used.
    ImageError
        If the image cannot be read.
    """
    recogniser = open_recogniser(model)
    return describe(recogniser, None if image is None else prepared(recogniser, image))


def _weights(layer: keras.layers.Layer) -> Iterator[WeightFacts]:
    kind = type(layer).__name__
    trainable = {id(weight) for weight in layer.trainable_weights}
    for weight in layer.weights:
        name = str(weight.path).partition(f"{layer.name}/")[2] or str(weight.name)
        shape = tuple(weight.shape)
        yield WeightFacts(name, shape, _layout(kind, name, shape), id(weight) in trainable)


def _layout(kind: str, name: str, shape: tuple[int, ...]) -> str:
    own, is_gated = name.rpartition("/")[2], "gru_cell/" in name
    if own == "kernel" and len(shape) == 4:
        return "[h, w, out, in]" if "Transpose" in kind else "[h, w, in, out]"
    if own == "recurrent_kernel":
        return "[out, 3 out]"
    if own == "kernel" and len(shape) == 2:
        return "[in, 3 out]" if is_gated else "[in, out]"
    if own == "bias" and is_gated:
        return "[2, 3 out]"
    return "[out]" if len(shape) == 1 else ""


def _multiply_adds(layer: keras.layers.Layer, shapes: Sequence[tuple[int, ...]], recogniser: Recogniser) -> int:
    if isinstance(layer, WordFormation):  # p_k(c) = Σ G_c·H_k over all map pixels, and H_k = Q·S_k
        maps = recogniser.spec.maps
        pixels = maps.height // maps.stride * (maps.width // maps.stride)
        return pixels * maps.max_length * (len(recogniser.spec.charset) + 1)
    kernels = [weight for weight in layer.weights if weight.name in ("kernel", "recurrent_kernel")]
    places = math.prod(shapes[0][1:-1])  # each number of a kernel takes part once at each place of the output
    numbers: int = sum(math.prod(kernel.shape) for kernel in kernels)
    return places * numbers


def _connections(
    model: keras.Model, prefix: str = "", sources: Sequence[str] = ()
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The inputs of every layer, and the layers that give the model's outputs.

    `sources`: the layers whose outputs the model's own inputs are; none for the outermost model.
    """
    config = model.get_config()
    connections: dict[str, tuple[str, ...]] = {}
    given: dict[str, list[str]] = {}  # by layer: the layer behind each of its outputs
    if sources:
        for (name, *_), source in zip(_in_order(config["input_layers"]), sources, strict=True):
            given[name] = [source]
    for entry in config["layers"]:
        name = entry["name"]
        if name in given:
            continue
        taken = [given[layer][min(place, len(given[layer]) - 1)] for layer, _, place in _histories(entry)]
        layer = model.get_layer(name)
        if isinstance(layer, keras.Model):
            inside, given[name] = _connections(layer, f"{prefix}{name}/", taken)
            connections |= inside
        else:
            connections[prefix + name] = tuple(dict.fromkeys(taken))
            given[name] = [prefix + name]
    return connections, [
        given[layer][min(place, len(given[layer]) - 1)] for layer, _, place in _in_order(config["output_layers"])
    ]


def _histories(entry: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """The (layer, node, output) of each tensor that a layer takes, as the configuration of a model names them."""

    def search(part: Any) -> Iterator[tuple[str, int, int]]:
        if isinstance(part, dict):
            if "keras_history" in part:
                yield tuple(part["keras_history"])
            for value in part.values():
                yield from search(value)
        elif isinstance(part, list | tuple):
            for value in part:
                yield from search(value)

    yield from search(entry["inbound_nodes"])


def _in_order(named: Any) -> list[tuple[str, int, int]]:
    """The inputs or outputs of a model's configuration, a dict's in the order of their names as Keras numbers them."""
    if isinstance(named, dict):
        return [tuple(named[key]) for key in sorted(named)]
    return [tuple(named)] if isinstance(named[0], str) else [tuple(one) for one in named]
