"""Teaches a model to tell symbols outside its charset: `python -m benchmarks.unknown_layers MODEL OUT --fonts DIR`.

Draws words of scenes, half of them with one such symbol, and fits the layers of the map U to the features of the model
(`benchmarks.drawn_features`); a model without these layers gets them. No other weight changes, so every word is read as
before. Prints what it has done as JSON, with quantiles of U at pixels of other words' known and unknown symbols.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from benchmarks.drawn_features import Pixels, add_drawing, drawing_of, drawn_pixels, fit, given_at, layers_behind
from core.charset import Charset
from core.labels.maps.render import NO_SYMBOL
from core.runs.bundled import model_path
from core.runs.model_spec import spec_of
from core.runs.spec import UNKNOWN_UNITS

SHARE = 0.5  # of the words with an unknown symbol
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def of_characters(pixels: Pixels) -> Pixels:
    """Those pixels that lie on characters, of class 1 on a symbol outside the charset and 0 on another one."""
    there = pixels.classes != 0
    return Pixels(pixels.features[there], (pixels.classes[there] == NO_SYMBOL).astype(np.int32))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=model_path, help="a file, reader or reader-zh")
    parser.add_argument("out", type=Path, help="the new model, *.keras")
    add_drawing(parser)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--epochs", type=int, default=20)
    arguments = parser.parse_args()
    begun = time.monotonic()
    old_spec = spec_of(arguments.model)
    config = drawing_of(arguments, Charset(old_spec.charset), SHARE)
    from core.base.keras_home import choose_backend

    choose_backend("tensorflow")
    import keras

    from core.model.network.saving import build_recogniser, save_model
    from core.model.network.surgery import transfer
    from core.model.using.opening import open_recogniser

    old = open_recogniser(arguments.model)
    spec = old_spec.with_(unknown_units=old_spec.unknown_units or UNKNOWN_UNITS)
    made = build_recogniser(spec)
    transfer(old, made.network, spec)
    pixels, others = drawn_pixels(made.network, config, spec.maps, arguments.words, arguments.processes)
    unknown, on_characters = layers_behind(made.network, "unknown"), of_characters(pixels)
    weights = np.ones(len(on_characters.classes), np.float32)
    fit(unknown, keras.losses.BinaryCrossentropy(), on_characters, weights, arguments.rate, arguments.epochs)
    others = of_characters(others)
    probability = given_at(unknown, others)
    save_model(arguments.out, made)
    report = {
        "words": arguments.words,
        "pixels": len(on_characters.classes),
        "known": np.quantile(probability[others.classes == 0], QUANTILES).round(3).tolist(),
        "unknown": np.quantile(probability[others.classes == 1], QUANTILES).round(3).tolist(),
        "minutes": round((time.monotonic() - begun) / 60, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
