"""Begins a model's new symbols by their looks: `python -m benchmarks.new_symbols MODEL OUT --charset NAME --fonts DIR`.

Draws words of scenes with the symbols of the charset, and fits the class head to the features of the model at some
pixels of each character and of the background. All other layers stay as they are, so that each word goes through them
once: five times as many words a second as in a training. The balance of the loss is that of a training: one half for
the background. Prints what it has done as JSON, and the share of pixels of other words that are named rightly.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.base.folders import cache_folder
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import SCENE
from core.data.drawing.synthesis import Synthesis, sample
from core.data.samples.samples import fit_image
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec
from core.runs.bundled import model_path

PER_CHARACTER, PER_BACKGROUND = 4, 6  # pixels of each character, and of the background of a word
SEED, OTHER_SEED = 7, 9  # of the words that are fitted to, and of those that are measured

_BATCH = 32  # words
_PIXELS = 2048  # of a step
_LEAST_RATE = 1e-6

Drawn = tuple[NDArray[np.uint8], NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Pixels:
    """Features of the model at some pixels of words, and the classes there."""

    features: NDArray[np.float16]
    """(n, channels)."""
    classes: NDArray[np.int32]
    """(n,): 0 for background, ids of the charset for characters."""


_recipes: list[tuple[Synthesis, MapSpec]] = []  # of a process that draws: to send it with each word takes as long


def _begin(config: Synthesis, maps: MapSpec) -> None:
    cv2.setNumThreads(1)
    _recipes.append((config, maps))


def drawn_word(place: tuple[int, int]) -> Drawn | None:
    """A word, by its seed and number, as the network gets it, and its character map. None if it cannot be rendered."""
    config, maps = _recipes[0]
    word = sample(config, *place)
    try:
        target = render(word.label, word.image.shape[:2], config.charset, maps)
    except LabelError:
        return None
    return fit_image(word.image, maps), target.character


def some_pixels(features: NDArray[Any], classes: NDArray[np.int32], chance: np.random.Generator) -> Iterator[Pixels]:
    """Some pixels of each class of a word. `features`: (h, w, channels); `classes`: (h, w)."""
    flat, ids = features.reshape(-1, features.shape[-1]), classes.ravel()
    for number in np.unique(ids[ids >= 0]):
        places = np.flatnonzero(ids == number)
        count = min(len(places), PER_CHARACTER if number else PER_BACKGROUND)
        chosen = chance.choice(places, count, replace=False)
        yield Pixels(flat[chosen].astype(np.float16), ids[chosen])


def features_of(network: Any, words: Iterator[Drawn], seed: int) -> Pixels:
    """The features of the network that the class head gets, at some pixels of the words."""
    import keras

    from core.model.network.branches import CLASS_HEAD

    before = keras.Model(network.input, network.get_layer(CLASS_HEAD).input)
    chance = np.random.default_rng(seed)
    kept: list[Pixels] = []
    while batch := list(islice(words, _BATCH)):
        images = np.zeros((_BATCH, *batch[0][0].shape), np.uint8)
        images[: len(batch)] = [image for image, _ in batch]
        features = np.asarray(before.predict_on_batch(images))
        for place, (_, classes) in enumerate(batch):
            kept += some_pixels(features[place], classes, chance)
    return Pixels(np.concatenate([each.features for each in kept]), np.concatenate([each.classes for each in kept]))


def fit(network: Any, pixels: Pixels, rate: float, epochs: int) -> None:
    """Fit the class head to pixels: Adam, the rate falling in a cosine."""
    import keras

    from core.model.network.branches import CLASS_HEAD

    layer = network.get_layer(CLASS_HEAD)
    shapes = [value.shape for value in layer.get_weights()]
    kernel, bias = layer.get_weights()
    head = keras.Sequential([keras.Input((kernel.shape[-2],)), keras.layers.Dense(kernel.shape[-1])])
    head.set_weights([kernel.reshape(kernel.shape[-2:]), bias])
    is_background = pixels.classes == 0
    weights = np.where(is_background, 0.5 / is_background.mean(), 0.5 / (~is_background).mean()).astype(np.float32)
    steps = epochs * -(-len(weights) // _PIXELS)
    schedule = keras.optimizers.schedules.CosineDecay(rate, steps, alpha=_LEAST_RATE / rate)
    head.compile(keras.optimizers.Adam(schedule), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    features = pixels.features.astype(np.float32)
    head.fit(features, pixels.classes, _PIXELS, epochs, verbose=0, sample_weight=weights)
    layer.set_weights([value.reshape(shape) for value, shape in zip(head.get_weights(), shapes, strict=True)])


def named_rightly(network: Any, pixels: Pixels, known: int) -> dict[str, float]:
    """The share of pixels that the class head names rightly: of background, of the first `known` symbols, of others."""
    from core.model.network.branches import CLASS_HEAD

    kernel, bias = network.get_layer(CLASS_HEAD).get_weights()
    matrix = kernel.reshape(kernel.shape[-2:])
    parts = [part.astype(np.float32) @ matrix + bias for part in np.array_split(pixels.features, 64)]
    right = np.concatenate([part.argmax(axis=1) for part in parts]) == pixels.classes
    ids = pixels.classes
    kinds = {"background": ids == 0, "known": (ids > 0) & (ids <= known), "new": ids > known}
    return {kind: round(float(right[chosen].mean()), 4) for kind, chosen in kinds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=model_path, help="a file, reader or reader-zh")
    parser.add_argument("out", type=Path, help="the new model, *.keras")
    parser.add_argument("--charset", required=True, help="zh-large, or a file of symbols")
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--surfaces", type=Path)
    parser.add_argument("--words", type=int, default=60_000)
    parser.add_argument("--longest", type=int, default=12, help="symbols of a word")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2, help="that draw")
    arguments = parser.parse_args()
    begun = time.monotonic()
    charset = Charset.named(arguments.charset)
    recipe = prepare(
        charset,
        SCENE,
        (1, arguments.longest),
        fonts=arguments.fonts,
        surfaces=arguments.surfaces,
        kept=cache_folder() / "fonts",
        strict=False,
    )
    from core.base.keras_home import choose_backend

    choose_backend("tensorflow")
    from core.model.network.saving import build_recogniser, save_model
    from core.model.network.surgery import start_new_symbols, transfer
    from core.model.network.transferred import SymbolChange
    from core.model.using.opening import open_recogniser

    old = open_recogniser(arguments.model)
    spec = old.spec.with_(charset=charset)
    made = build_recogniser(spec)
    transfer(old, made.network, spec)
    start_new_symbols(made.network, spec, SymbolChange.of(old.spec.charset, charset))
    pixels = {}
    with get_context("spawn").Pool(arguments.processes, _begin, (recipe.config, spec.maps)) as pool:
        for seed, count in ((SEED, arguments.words), (OTHER_SEED, max(1000, arguments.words // 20))):
            places = ((seed, index) for index in range(count))
            words = (word for word in pool.imap(drawn_word, places, chunksize=_BATCH) if word is not None)
            pixels[seed] = features_of(made.network, words, seed)
    known = len(old.spec.charset)
    before = named_rightly(made.network, pixels[OTHER_SEED], known)
    fit(made.network, pixels[SEED], arguments.rate, arguments.epochs)
    save_model(arguments.out, made)
    report = {
        "words": arguments.words,
        "pixels": len(pixels[SEED].classes),
        "named rightly before": before,
        "named rightly": named_rightly(made.network, pixels[OTHER_SEED], known),
        "minutes": round((time.monotonic() - begun) / 60, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
