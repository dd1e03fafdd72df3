"""What a model believes of what it cannot read: `python -m benchmarks.certainty --surfaces DIR [--words FOLDER…]`.

Prints for each model how many of 600 scene words with one symbol outside its charset, for a Chinese one also of 600
words with a rare Chinese symbol, which no training draws, of 1,000 crops of surfaces without text, and of the rightly
read words of each FOLDER have a probability of at least `SURE`. Seed 1 draws what is measured; the weights of
`core.labels.maps.certainty` were chosen by `benchmarks.certainty_weights`, with seed 0.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.images import read_image
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import SCENE
from core.data.drawing.surfaces import Surfaces
from core.data.drawing.synthesis import sample, text_of
from core.data.drawing.unknown.symbols import unknown_symbols
from core.labels.files.storage import label_path, read_label
from core.labels.maps.certainty import SURE
from core.model.using.opening import open_recogniser
from core.model.using.predicting import WordPrediction
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, ReadingOptions
from core.project.listing import list_images
from core.readings.agreement import comparable
from core.runs.bundled import BUNDLED, BundledModel

UNKNOWN, SURFACES = 600, 1_000
SEED = 1  # of what is measured
RARE = frozenset(map(chr, range(0x4E00, 0x9FA6)))  # all Chinese symbols, of which `unknown_symbols` are frequent ones

Picture = NDArray[np.uint8]


def unknown_words(
    model: BundledModel, seed: int, surfaces: Path, *, rare: bool = False
) -> Iterator[tuple[str, Picture]]:
    """Scene words of which one symbol is outside the charset of a model, with their texts.

    `rare`: that symbol is a Chinese one that no training draws, else one of `unknown_symbols`.
    """
    known = Charset(tuple(model.symbols))
    listed = unknown_symbols(known)
    foreign = tuple(sorted(RARE.difference(known, listed))) if rare else listed
    recipe = prepare(known.with_added(foreign), SCENE, (2, 8), surfaces=surfaces, strict=False)
    for index in count():
        text = text_of(recipe.config, seed, index).text
        if sum(symbol in foreign for symbol in text) == 1:
            yield text, sample(recipe.config, seed, index).image


def crops_of_surfaces(seed: int, surfaces: Path) -> Iterator[Picture]:
    """Crops without text, of the sizes and shapes of words."""
    photographs, chance = Surfaces.of(surfaces), np.random.default_rng(seed)
    while True:
        height = int(chance.integers(20, 80))
        crop = photographs.patch(chance, (height, int(height * chance.uniform(1, 6))))
        if crop is not None:
            yield crop


def labelled(folder: Path) -> Iterator[tuple[str, Picture]]:
    """The words of a folder with their texts."""
    for image in list_images(folder).images:
        yield read_label(label_path(folder / image)).label.word, read_image(folder / image)


def reader_of(model: BundledModel) -> Predictor:
    """A predictor with default options."""
    return Predictor(open_recogniser(model.path), options=ReadingOptions(language_model=True, crops=AUTO))


def believed(predictions: Sequence[WordPrediction]) -> int:
    """The number of readings with a probability of at least `SURE`."""
    return sum(prediction.word.probability >= SURE for prediction in predictions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--surfaces", type=Path, required=True)
    parser.add_argument("--words", type=Path, nargs="*", default=[], help="folders of words that `reader` reads")
    parser.add_argument("--chinese", type=Path, nargs="*", default=[], help="folders of words that `reader-zh` reads")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    for model in BUNDLED:
        predictor = reader_of(model)
        is_chinese = model.language == "zh"
        rows: dict[str, object] = {"model": model.name}
        for rare in (False, True)[: 1 + is_chinese]:
            unknown = unknown_words(model, arguments.seed, arguments.surfaces, rare=rare)
            images = [image for _, image in islice(unknown, UNKNOWN)]
            kind = "a rare symbol" if rare else "an unknown symbol"
            rows[f"words with {kind}"] = len(images)
            rows[f"words with {kind}, believed"] = believed(predictor.read(images))
        crops = [*islice(crops_of_surfaces(arguments.seed, arguments.surfaces), SURFACES)]
        rows["crops without text"] = len(crops)
        rows["crops believed"] = believed(predictor.read(crops))
        print(json.dumps(rows, ensure_ascii=False), flush=True)
        for folder in arguments.chinese if is_chinese else arguments.words:
            texts, images = zip(*labelled(folder), strict=True)
            readings = predictor.read(images)
            right = [
                reading
                for text, reading in zip(texts, readings, strict=True)
                if comparable(text) == comparable(reading.word.text)
            ]
            row = {"model": model.name, "folder": folder.name, "words": len(texts), "right": len(right)}
            print(json.dumps(row | {"right and unsure": len(right) - believed(right)}), flush=True)


if __name__ == "__main__":
    main()
