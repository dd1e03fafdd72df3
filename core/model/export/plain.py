"""Rebuilds a network from Keras' own layers only, for programs and converters that do not have ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import keras
from keras import layers, ops

from core.model.export.forms import MAPS, WORDS
from core.model.network.blocks import BackgroundPrior, PixelScaling, Tensor
from core.model.network.branches import RowGRU, SigmoidMap
from core.model.network.formation import WordFormation
from core.model.network.network import NAME
from core.model.network.saving import Recogniser, build_recogniser
from core.model.steps.hardware import policy

PIXELS = "pixels"  # the name of the network's layer that scales bytes


def in_floats(recogniser: Recogniser) -> Recogniser:
    """Return a model that was trained in half precision as one that computes in float32, for ONNX knows no bfloat16."""
    if all(layer.compute_dtype == layer.variable_dtype for layer in recogniser.network.layers):
        return recogniser
    with policy("float32"):
        again = build_recogniser(recogniser.spec)
    again.network.set_weights(recogniser.network.get_weights())
    return again


def described(recogniser: Recogniser, maps: dict[str, Tensor], *, words: bool = True) -> dict[str, Tensor]:
    """Return the outputs of an exported model: `MAPS`, with G and S as probabilities, and `WORDS` if wanted."""
    character, order = (ops.softmax(ops.cast(maps[name], "float32")) for name in MAPS[:2])
    outputs = dict(zip(MAPS, (character, order, ops.cast(maps["localization"], "float32")), strict=True))
    if words:
        formed = WordFormation(recogniser.spec).call(maps)
        outputs |= {name: formed[name] for name in WORDS}
    return outputs


def plain_model(
    recogniser: Recogniser,
    *,
    batch: int | None = None,
    simple: bool = False,
    scaled: bool = True,
    words: bool = True,
    network: keras.Model | None = None,
    outputs: Callable[[dict[str, Tensor]], dict[str, Tensor]] | None = None,
) -> keras.Model:
    """Rebuild a recogniser from Keras' own layers, for images of its spec's size, with its weights shared or copied.

    Our layers have no weights but the GRU's, which are those of a layer of Keras inside. So each of our layers is
    replaced by the operations that its `call` makes: on symbolic tensors Keras records them as layers of its own.

    Parameters
    ----------
    recogniser : Recogniser
        The model.
    batch : int, optional
        Images at once; None: any number.
    simple : bool
        For converters that know few operations: the GRU's steps written out, since they know no loops, and repetition
        as a
        resize, since TensorFlow Lite has no TILE of 16 bits.
    scaled : bool
        Take bytes, and scale them inside. Otherwise the input is the output of `PixelScaling`, float32.
    words : bool
        Form words behind the maps.
    network : keras.Model, optional
        What is rebuilt. None: the recogniser's network.
    outputs : callable, optional
        The outputs, from the network's. None: `described`.

    Returns
    -------
    keras.Model
        Input `image` (batch, height, width, 3), uint8 RGB or, not `scaled`, float32.
    """
    maps = recogniser.spec.maps
    image = keras.Input((maps.height, maps.width, 3), batch, dtype="uint8" if scaled else "float32", name="image")

    def again(layer: Any, *inputs: Any, **options: Any) -> Any:
        if isinstance(layer, PixelScaling) and not scaled:
            return inputs[0]
        if isinstance(layer, RowGRU) and simple:
            return _unrolled(layer, *inputs)
        if isinstance(layer, layers.UpSampling2D) and simple:
            return _resized(layer, *inputs)
        if isinstance(layer, (PixelScaling, RowGRU, SigmoidMap)):
            return layer.call(*inputs)
        if isinstance(getattr(layer, "bias_initializer", None), BackgroundPrior):
            return _without_our_initializer(layer, *inputs)
        return layer(*inputs, **options)

    replayed = keras.models.clone_model(
        network or recogniser.network,
        input_tensors=image,
        clone_function=lambda layer: layer,
        call_function=again,
    )
    outputs = outputs or partial(described, recogniser, words=words)
    return keras.Model(image, outputs(replayed.output), name=NAME)


def layers_alone(recogniser: Recogniser) -> keras.Model:
    """Rebuild the network from layers only, because the format of Keras 2 knows no operations outside layers.

    Returns
    -------
    keras.Model
        Input `image` (batch, height, width, 3) float32, as `PixelScaling` gives it; output `MAPS`, G and S as
        probabilities. Words are not formed.
    """
    maps = recogniser.spec.maps
    image = keras.Input((maps.height, maps.width, 3), name="image")

    def again(layer: Any, *inputs: Any, **options: Any) -> Any:
        if isinstance(layer, PixelScaling):
            return inputs[0]
        if isinstance(layer, RowGRU):
            return _row_by_row(layer, *inputs)
        if isinstance(layer, SigmoidMap):
            flat = layers.Reshape(maps.map_size, name=f"{layer.name}_plane")(*inputs)
            return layers.Activation("sigmoid", name=layer.name)(flat)
        if isinstance(getattr(layer, "bias_initializer", None), BackgroundPrior):
            return _without_our_initializer(layer, *inputs)
        return layer(*inputs, **options)

    clone = keras.models.clone_model(
        recogniser.network, input_tensors=image, clone_function=lambda layer: layer, call_function=again
    ).output
    outputs = {name: layers.Softmax(name=f"{name}_shares")(clone[name]) for name in MAPS[:2]}
    return keras.Model(image, outputs | {"localization": clone["localization"]}, name=NAME)


def _row_by_row(layer: RowGRU, x: Tensor) -> Tensor:
    inner = layers.Bidirectional(layers.GRU(layer.units // 2, return_sequences=True, name="gru"), name="both_ways")
    twin = layers.TimeDistributed(inner, name=layer.name)
    output = twin(x)
    twin.set_weights(layer.get_weights())
    return output


def _without_our_initializer(layer: Any, x: Tensor) -> Tensor:
    twin = type(layer).from_config(layer.get_config() | {"bias_initializer": "zeros"})
    copy = twin(x)
    twin.set_weights(layer.get_weights())
    return copy


def _resized(layer: Any, x: Tensor) -> Tensor:
    _, height, width, _ = x.shape
    down, across = layer.size
    return ops.image.resize(x, (height * down, width * across), interpolation="nearest")


def _unrolled(layer: RowGRU, x: Tensor) -> Tensor:
    twin = RowGRU(layer.units, unroll=True, name=layer.name, dtype=layer.dtype_policy)
    twin.build(x.shape)
    twin.set_weights(layer.get_weights())
    return twin.call(x)
