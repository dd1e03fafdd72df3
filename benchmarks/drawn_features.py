"""Fits layers behind the class branch's features to drawn words, each of which goes through the other layers once.

That takes a fifth of the time of a training: `benchmarks.new_symbols` and `benchmarks.unknown_layers` do so. Features
are kept at some pixels of each character and of the background.
"""

from __future__ import annotations

import argparse
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
from core.labels.maps.render import IGNORE, render
from core.labels.maps.spec import MapSpec

PER_CHARACTER, PER_BACKGROUND = 4, 6  # pixels of each character, and of the background of a word
SEED, OTHER_SEED = 7, 9  # of the words that are fitted to, and of those that are measured

_BATCH = 32  # words
_PIXELS = 2048  # of a step
_LEAST_RATE = 1e-6

Drawn = tuple[NDArray[np.uint8], NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Pixels:
    """Features of a model at some pixels of words, and the classes there."""

    features: NDArray[np.float16]
    """(n, channels)."""
    classes: NDArray[np.int32]
    """(n,): 0 for background, ids of the charset for characters, NO_SYMBOL for a symbol outside it."""


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that say how words are drawn."""
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--surfaces", type=Path)
    parser.add_argument("--words", type=int, default=60_000)
    parser.add_argument("--longest", type=int, default=12, help="symbols of a word")
    parser.add_argument("--processes", type=int, default=2, help="that draw")


def drawing_of(arguments: argparse.Namespace, charset: Charset, unknown: float = 0.0) -> Synthesis:
    """How a command draws its words. `unknown`: the share of those with a symbol outside the charset."""
    return prepare(
        charset,
        SCENE,
        (1, arguments.longest),
        fonts=arguments.fonts,
        surfaces=arguments.surfaces,
        kept=cache_folder() / "fonts",
        unknown=unknown,
        strict=False,
    ).config


_recipes: list[tuple[Synthesis, MapSpec]] = []  # of a process that draws: to send it with each word takes as long


def _begin(config: Synthesis, maps: MapSpec) -> None:
    cv2.setNumThreads(1)
    _recipes.append((config, maps))


def drawn_word(place: tuple[int, int]) -> Drawn | None:
    """A word, by its seed and number, as the network gets it, and its character map. None if it cannot be rendered."""
    config, maps = _recipes[0]
    word = sample(config, *place)
    try:
        target = render(word.label, word.image.shape[:2], config.charset, maps, "name none")
    except LabelError:
        return None
    return fit_image(word.image, maps), target.character


def some_pixels(features: NDArray[Any], classes: NDArray[np.int32], chance: np.random.Generator) -> Iterator[Pixels]:
    """Some pixels of each class of a word. `features`: (h, w, channels); `classes`: (h, w)."""
    flat, ids = features.reshape(-1, features.shape[-1]), classes.ravel()
    for number in np.unique(ids[ids != IGNORE]):
        places = np.flatnonzero(ids == number)
        count = min(len(places), PER_CHARACTER if number else PER_BACKGROUND)
        chosen = chance.choice(places, count, replace=False)
        yield Pixels(flat[chosen].astype(np.float16), ids[chosen])


def features_of(network: Any, words: Iterator[Drawn], seed: int) -> Pixels:
    """The features of a network that its class head gets, at some pixels of the words."""
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


def drawn_pixels(network: Any, config: Synthesis, maps: MapSpec, words: int, processes: int) -> tuple[Pixels, Pixels]:
    """The pixels to fit to, of `words` words, and those to measure by, of a twentieth of them in another seed."""
    with get_context("spawn").Pool(processes, _begin, (config, maps)) as pool:

        def of_seed(seed: int, count: int) -> Pixels:
            places = ((seed, index) for index in range(count))
            drawn = (word for word in pool.imap(drawn_word, places, chunksize=_BATCH) if word is not None)
            return features_of(network, drawn, seed)

        return of_seed(SEED, words), of_seed(OTHER_SEED, max(1000, words // 20))


def layers_behind(network: Any, output: str) -> Any:
    """The layers from the features of the class branch to an output of the network, as a model."""
    import keras

    from core.model.network.branches import CLASS_HEAD

    return keras.Model(network.get_layer(CLASS_HEAD).input, network.output[output])


def fit(model: Any, loss: Any, pixels: Pixels, weights: NDArray[np.float32], rate: float, epochs: int) -> None:
    """Fit layers behind the features to the classes at pixels, as `model` gives them, by Adam and a cosine.

    `loss`: of the classes, (n, 1, 1), and what the model gives there. `weights`: (n,), of the pixels.
    """
    import keras

    keras.utils.set_random_seed(SEED)
    steps = epochs * -(-len(weights) // _PIXELS)
    schedule = keras.optimizers.schedules.CosineDecay(rate, steps, alpha=_LEAST_RATE / rate)
    model.compile(keras.optimizers.Adam(schedule), loss)
    as_maps = (values[:, None, None] for values in (pixels.features.astype(np.float32), pixels.classes, weights))
    features, classes, of_pixels = as_maps
    model.fit(features, classes, _PIXELS, epochs, verbose=0, sample_weight=of_pixels)


def given_at(model: Any, pixels: Pixels) -> NDArray[np.float32]:
    """What layers behind the features give at pixels, (n, …)."""
    parts = np.array_split(pixels.features, -(-len(pixels.classes) // _PIXELS))
    given = [np.asarray(model.predict_on_batch(part[:, None, None].astype(np.float32))) for part in parts]
    return np.concatenate(given)[:, 0, 0]
