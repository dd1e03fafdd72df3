"""Begins a model's new symbols by their looks: `python -m benchmarks.new_symbols MODEL OUT --charset NAME --fonts DIR`.

Draws words of scenes with the symbols of the charset, and fits the class head to the features of the model
(`benchmarks.drawn_features`). All other layers stay as they are. The balance of the loss is that of a training: one
half for the background. Prints what it has done as JSON, and the share of pixels of other words that are named rightly.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.drawn_features import Pixels, add_drawing, drawing_of, drawn_pixels, fit, given_at, layers_behind
from core.charset import Charset
from core.runs.bundled import model_path


def named_rightly(model: Any, pixels: Pixels, known: int) -> dict[str, float]:
    """The share of pixels that are named rightly: of background, of the first `known` symbols, of others."""
    right, ids = given_at(model, pixels).argmax(axis=-1) == pixels.classes, pixels.classes
    kinds = {"background": ids == 0, "known": (ids > 0) & (ids <= known), "new": ids > known}
    return {kind: round(float(right[chosen].mean()), 4) for kind, chosen in kinds.items() if chosen.any()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=model_path, help="a file, reader or reader-zh")
    parser.add_argument("out", type=Path, help="the new model, *.keras")
    parser.add_argument("--charset", required=True, help="zh-large, or a file of symbols")
    add_drawing(parser)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--epochs", type=int, default=2)
    arguments = parser.parse_args()
    begun = time.monotonic()
    charset = Charset.named(arguments.charset)
    config = drawing_of(arguments, charset)
    from core.base.keras_home import choose_backend

    choose_backend("tensorflow")
    import keras

    from core.model.network.saving import build_recogniser, save_model
    from core.model.network.surgery import start_new_symbols, transfer
    from core.model.network.transferred import SymbolChange
    from core.model.using.opening import open_recogniser

    old = open_recogniser(arguments.model)
    spec = old.spec.with_(charset=charset)
    made = build_recogniser(spec)
    transfer(old, made.network, spec)
    start_new_symbols(made.network, spec, SymbolChange.of(old.spec.charset, charset))
    pixels, others = drawn_pixels(made.network, config, spec.maps, arguments.words, arguments.processes)
    known, head = len(old.spec.charset), layers_behind(made.network, "character")
    before = named_rightly(head, others, known)
    is_background = pixels.classes == 0
    weights = np.where(is_background, 0.5 / is_background.mean(), 0.5 / (~is_background).mean()).astype(np.float32)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    fit(head, loss, pixels, weights, arguments.rate, arguments.epochs)
    save_model(arguments.out, made)
    report = {
        "words": arguments.words,
        "pixels": len(pixels.classes),
        "named rightly before": before,
        "named rightly": named_rightly(head, others, known),
        "minutes": round((time.monotonic() - begun) / 60, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
