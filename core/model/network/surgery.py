"""Copies one network's weights into another as far as they fit, symbol by symbol, and reports the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError, Sentence
from core.base.phrases import listed
from core.model.network import backbones
from core.model.network import network as networks
from core.model.network.branches import CLASS_HEAD
from core.model.network.layer_outputs import leaf_layers
from core.model.network.saving import Recogniser, build_recogniser
from core.model.network.transferred import Layers, SymbolChange, Transfer
from core.runs.spec import NetworkSpec

Values = Mapping[str, NDArray[Any]]  # weights by their names, as `weights_by_layer` tells them

Pairs = Sequence[tuple[int, int]]  # (channel there, channel here) of the channels that are copied


def transfer(source: Recogniser, network: keras.Model, spec: NetworkSpec) -> Transfer:
    """Copy a model's weights into a network of `build_network(spec)`.

    Layers are matched by name. The channels of the class logits follow their symbols, not their numbers: a symbol that
    stays keeps its weights to the bit, under any new id, and so its logit, but for the rounding of a product with
    another number of channels. The channels of the order logits follow their positions.

    Parameters
    ----------
    source : Recogniser
        The model.
    network : keras.Model
        The network of `build_network(spec)`, whose weights are set.
    spec : NetworkSpec
        The network's spec.

    Returns
    -------
    Transfer
        The layers that were copied, and the others.

    Raises
    ------
    ModelError
        If the model is of another preset.
    """
    if source.spec.preset != spec.preset:
        raise ModelError(
            'model: it was built with the preset "{theirs}", whose layers do not fit those of "{preset}". Train '
            "with --preset {theirs}, or start without a model.",
            theirs=source.spec.preset,
            preset=spec.preset,
        )
    return take_over(values_of(source.network), network, channel_pairs(source.spec, spec))


def take_over(
    values: Values, network: keras.Model, pairs: Mapping[str, Pairs] | None = None, layers: Layers = "all"
) -> Transfer:
    """Copy weights into the layers of the same names, each layer either with all of its weights or with none.

    Parameters
    ----------
    values : mapping of arrays
        Weights by their names, in Keras' layout.
    network : keras.Model
        The network that gets them.
    pairs : mapping, optional
        By layer: the new places of the last axis' channels. Other layers have to be of equal shapes.
    layers : {"all", "backbone", "head"}
        Layers that the weights are for; others stay as they are, and are not reported.
    """
    copied: list[str] = []
    partly: list[str] = []
    skipped: list[tuple[str, str]] = []
    unused = dict.fromkeys(values)
    for layer, weights in weights_by_layer(network).items():
        given = {name: values[name] for name in weights if name in values}
        for name in given:
            del unused[name]
        if not is_of(layer, layers):
            continue
        chosen = (pairs or {}).get(layer)
        reason = _obstacle(layer, given, weights, by_channel=chosen is not None)
        if reason:
            skipped.append((layer, reason))
            continue
        for name, variable in weights.items():
            value = given[name]
            if chosen is not None:
                value = keras.ops.convert_to_numpy(variable).copy()
                before, after = (np.array(numbers) for numbers in zip(*chosen, strict=True))
                value[..., after] = given[name][..., before]
            variable.assign(value)
        whole = chosen is None or len(chosen) == next(iter(weights.values())).shape[-1]
        (copied if whole else partly).append(layer)
    return Transfer(tuple(copied), tuple(partly), tuple(skipped), tuple(unused))


def start_new_symbols(network: keras.Model, spec: NetworkSpec, symbols: SymbolChange) -> None:
    """Start new symbols from the mean of the kept ones, so that no new symbol is read before it is learned.

    From the start of an untrained network, a logit about 0, a trained one reads them wherever it is unsure, and learns
    from a few words first to read them everywhere.

    Parameters
    ----------
    network : keras.Model
        The network, which has its weights by now.
    spec : NetworkSpec
        The network's spec.
    symbols : SymbolChange
        The symbols that stay and the new ones.
    """
    number = {symbol: place for place, symbol in enumerate(spec.charset, 1)}
    kept, new = ([number[symbol] for symbol in side] for side in (symbols.kept, symbols.new))
    if kept and new:
        layer = network.get_layer(CLASS_HEAD)
        values = layer.get_weights()
        for value in values:
            value[..., new] += value[..., kept].mean(axis=-1, keepdims=True)
        layer.set_weights(values)


def with_fewer_symbols(recogniser: Recogniser, symbols: Sequence[str]) -> Recogniser:
    """Return a model that chooses among some of a model's symbols and the background, and shares all other layers.

    The class logits are those of the model. Its softmax is over these symbols only, so each share is the one of the
    model divided by the share of all of them and the background.

    Parameters
    ----------
    recogniser : Recogniser
        The model, which stays as it is.
    symbols : sequence of str
        Symbols of the model, each once.
    """
    network, spec = recogniser.network, recogniser.spec.with_(charset=tuple(symbols))
    full = network.get_layer(CLASS_HEAD)
    channels = [before for before, _ in channel_pairs(recogniser.spec, spec)[CLASS_HEAD]]
    head = keras.layers.Conv2D(len(channels), 1, dtype=full.dtype_policy, name=CLASS_HEAD)
    maps = dict(network.output) | {"character": head(full.input)}
    head.set_weights([weight[..., channels] for weight in full.get_weights()])
    return build_recogniser(spec, keras.Model(network.input, maps, name=networks.NAME))


def channel_pairs(before: NetworkSpec, after: NetworkSpec) -> dict[str, list[tuple[int, int]]]:
    """Return the pairs of logit channels that mean the same symbol, or the same position, in two networks."""
    known = {symbol: number for number, symbol in enumerate(before.charset, 1)}
    return {
        CLASS_HEAD: [(0, 0)] + [(known[s], number) for number, s in enumerate(after.charset, 1) if s in known],
        "order_logits": [(k, k) for k in range(min(before.maps.max_length, after.maps.max_length) + 1)],
    }


def weights_by_layer(model: keras.Model) -> dict[str, dict[str, Any]]:
    """Return the variables of each layer that has any, by name, those in inner models included.

    A name is that of the layer, behind those of inner models, then that of the weight: `backbone/conv1_conv/kernel`.
    """
    return {
        layer: {f"{layer}/{_own_name(weights, weight)}": weight for weight in weights.weights}
        for layer, weights in leaf_layers(model)
        if weights.weights
    }


def values_of(model: keras.Model) -> dict[str, NDArray[Any]]:
    """Return the values of all weights of a model, by the names of `weights_by_layer`."""
    return {
        name: keras.ops.convert_to_numpy(variable)
        for weights in weights_by_layer(model).values()
        for name, variable in weights.items()
    }


def is_of(layer: str, layers: Layers) -> bool:
    """Return True if a layer, given by its name, is one of `layers`."""
    is_inner = layer.startswith(f"{backbones.NAME}/")
    return layers == "all" or (is_inner if layers == "backbone" else layer.endswith("_logits") and not is_inner)


def kinds_of(model: keras.Model) -> dict[str, str]:
    """Return the class name of every layer that has weights, by the layer's name."""
    return {name: type(layer).__name__ for name, layer in leaf_layers(model) if layer.weights}


def _own_name(layer: keras.layers.Layer, weight: Any) -> str:
    return str(weight.path).partition(f"{layer.name}/")[2] or str(weight.name)


def _obstacle(layer: str, given: Values, weights: Mapping[str, Any], *, by_channel: bool) -> str:
    """The reason why a layer cannot be given these weights. "" if it can."""
    if not given:
        return Sentence("there is no such layer")
    own = {name: name.removeprefix(f"{layer}/") for name in weights}
    missing = [own[name] for name in weights if name not in given]
    if missing:
        return Sentence("it lacks {weights}", weights=listed(missing))
    last = -1 if by_channel else None
    sizes = [
        f"{own[name]} {size_text(given[name].shape)} ≠ {size_text(variable.shape)}"
        for name, variable in weights.items()
        if given[name].shape[:last] != tuple(variable.shape)[:last] or given[name].ndim != len(variable.shape)
    ]
    return Sentence("the sizes differ from those here: {sizes}", sizes=listed(sizes)) if sizes else ""


def size_text(shape: Sequence[int]) -> str:
    """Return the text of a shape for a person, such as 3×3×24×48."""
    return "×".join(map(str, shape)) or "1"
