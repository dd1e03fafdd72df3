"""Networks small enough to compute by hand."""

from collections.abc import Callable, Mapping
from typing import Any

import keras
import numpy as np
from keras import ops

from core.charset import Charset
from core.data.batches.batches import Batch
from core.labels.maps.spec import MapSpec
from core.model.network.saving import Recogniser, build_recogniser
from core.model.network.surgery import transfer
from core.runs.spec import NetworkSpec


def linear(outputs: int = 2) -> keras.Model:
    """Three numbers in, y = x·W + b out."""
    inputs = keras.Input((3,), name="image")
    y = keras.layers.Dense(outputs, name="out", bias_initializer="ones")(inputs)
    return keras.Model(inputs, {"y": y})


def batch_of(count: int, seed: int = 0) -> Batch:
    rng = np.random.default_rng(seed)
    return {
        "image": rng.normal(size=(count, 3)).astype(np.float32),
        "target": rng.normal(size=(count, 2)).astype(np.float32),
    }


def squared_error(
    outputs: Mapping[str, Any],
    batch: Mapping[str, Any],
    mutual_weight: Any = 1.0,
    total: Callable[[Any], Any] = lambda value: value,
) -> dict[str, Any]:
    """Sum over the outputs, mean over the samples of the whole batch."""
    y = ops.cast(outputs["y"], "float32")
    count = total(ops.cast(ops.shape(y)[0], "float32"))
    return {"loss": ops.sum(ops.square(y - batch["target"])) / count}


def tiny_spec(symbols: str = "ab") -> NetworkSpec:
    return NetworkSpec.of("small", Charset(tuple(symbols)), MapSpec(height=32, width=64, max_length=4))


def noise_batch(spec: NetworkSpec, count: int, seed: int = 0) -> Batch:
    """Noise in the form of a batch: every second word has maps, the others a text alone."""
    rng, maps = np.random.default_rng(seed), spec.maps
    shape = (count, *maps.map_size)
    text = np.zeros((count, maps.max_length), np.int32)
    text[:, :2] = 1, 2
    return {
        "image": rng.integers(0, 256, (count, maps.height, maps.width, 3)).astype(np.uint8),
        "character": rng.integers(-1, len(spec.charset) + 1, shape).astype(np.int32),
        "order": rng.integers(0, maps.max_length + 1, shape).astype(np.int32),
        "localization": rng.random(shape).astype(np.float32),
        "text": text,
        "has_maps": np.arange(count) % 2 == 0,
    }


def outspoken(unknown_units: int = 0, symbols: str = "ab") -> Recogniser:
    """A recogniser whose last layers are strong enough to read something, however wrong."""
    keras.utils.set_random_seed(0)
    made = build_recogniser(tiny_spec(symbols))
    for weight in made.model.weights:
        if "logits" in weight.path and weight.path.endswith("kernel"):
            weight.assign(weight.numpy() * 60)
    if not unknown_units:
        return made
    spec = made.spec.with_(unknown_units=unknown_units)
    wider = build_recogniser(spec)
    transfer(made, wider.network, spec)
    return wider
