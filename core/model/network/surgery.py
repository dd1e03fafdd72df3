"""Starts a network from another model: copies the fitting weights, symbol by symbol, and reports the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.model.network.saving import Recogniser
from core.runs.spec import NetworkSpec

Weights = list[NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Transfer:
    """The result of a transfer.

    Attributes
    ----------
    copied : tuple of str
        Layers copied whole, `backbone/…` inside the backbone.
    partly : tuple of str
        Layers of which some channels were copied: channels of symbols that stay, and of positions that both models
        have.
    skipped : tuple of (str, str)
        Layers that stay as they were initialised, each with the reason.
    kept : tuple of str
        Symbols that both models read.
    new : tuple of str
        Symbols that the network still has to learn.
    dropped : tuple of str
        Symbols that the network no longer reads.
    """

    copied: tuple[str, ...]
    partly: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    kept: tuple[str, ...]
    new: tuple[str, ...]
    dropped: tuple[str, ...]


def transfer(source: Recogniser, network: keras.Model, spec: NetworkSpec) -> Transfer:
    """Copy a model's weights into a network of `build_network(spec)`.

    Layers are matched by name. The channels of the class logits follow their symbols, not their numbers: a symbol that
    stays keeps its weights to the bit, under any new id, and so its logit, but for the rounding of a product with
    another number of channels. The channels of the order logits follow their positions.

    Raises
    ------
    ModelError
        If the model is of another preset.
    """
    if source.spec.preset != spec.preset:
        raise ModelError(
            'model: it is of the preset "{theirs}", whose layers do not fit those of "{preset}". Train with '
            "--preset {theirs}, or start without a model.",
            theirs=source.spec.preset,
            preset=spec.preset,
        )
    given = dict(_layers(source.network))
    known = {symbol: number for number, symbol in enumerate(source.spec.charset, 1)}
    pairs = {
        "character_logits": [(0, 0)] + [(known[s], number) for number, s in enumerate(spec.charset, 1) if s in known],
        "order_logits": [(k, k) for k in range(min(source.spec.maps.max_length, spec.maps.max_length) + 1)],
    }
    copied: list[str] = []
    partly: list[str] = []
    skipped: list[tuple[str, str]] = []
    for name, layer in _layers(network):
        if name not in given:
            skipped.append((name, "the model has no such layer"))
            continue
        theirs, ours = given[name].get_weights(), layer.get_weights()
        if name in pairs and _fit_but_for_channels(theirs, ours):
            before, after = (np.array(numbers) for numbers in zip(*pairs[name], strict=True))
            for value, wanted in zip(theirs, ours, strict=True):
                wanted[..., after] = value[..., before]
            layer.set_weights(ours)
            whole = len(after) == ours[0].shape[-1]
            (copied if whole else partly).append(name)
        elif [w.shape for w in theirs] == [w.shape for w in ours]:
            layer.set_weights(theirs)
            copied.append(name)
        else:
            shapes = " and ".join("×".join(map(str, weights[0].shape)) for weights in (theirs, ours))
            skipped.append((name, f"the sizes differ ({shapes})"))
    return Transfer(
        tuple(copied),
        tuple(partly),
        tuple(skipped),
        kept=tuple(s for s in spec.charset if s in known),
        new=tuple(s for s in spec.charset if s not in known),
        dropped=tuple(s for s in source.spec.charset if s not in set(spec.charset)),
    )


def _layers(model: keras.Model, prefix: str = "") -> Iterator[tuple[str, keras.layers.Layer]]:
    """Return the layers with weights, including layers of inner models."""
    for layer in model.layers:
        if isinstance(layer, keras.Model):
            yield from _layers(layer, f"{prefix}{layer.name}/")
        elif layer.weights:
            yield prefix + layer.name, layer


def _fit_but_for_channels(theirs: Weights, ours: Weights) -> bool:
    return len(theirs) == len(ours) and all(a.shape[:-1] == b.shape[:-1] for a, b in zip(theirs, ours, strict=True))
