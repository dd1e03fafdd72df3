"""Chooses the weights of a reading's probability: `python -m benchmarks.certainty_weights FOLDER… --surfaces DIR`.

Reads by one look the words of the FOLDERs, words with an unknown symbol and crops of surfaces of seed 0
(`benchmarks.certainty`), and prints the weights of `core.labels.maps.certainty` of a model with a language and without:
a logistic regression in which words, unknown symbols and crops count by `SHARES`. The constant is moved so that the
share `UNSURE` of the rightly read words is not believed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

import keras
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

from benchmarks.certainty import SURFACES, UNKNOWN, Picture, crops_of_surfaces, labelled, unknown_words
from core.data.samples.samples import fit_image
from core.labels.maps.certainty import SURE, features_of
from core.labels.maps.decoding import word_of
from core.model.network.formation import WordFormation
from core.model.using.opening import open_recogniser
from core.model.using.reading_options import ReadingOptions, read_with_options
from core.readings.agreement import comparable
from core.runs.bundled import READER, named
from core.runs.bundled import model_path as model_of

SEED = 0
SHARES = {"few": {"words": 7.0, "unknown": 1.0, "crops": 2.0}, "many": {"words": 8.0, "unknown": 3.0, "crops": 4.0}}
UNSURE = {"few": 0.02, "many": 0.05}

_RIDGE = 3e-5
_BATCH = 16

Features = NDArray[np.float64]
Case = tuple[Features, bool, str]  # what the probability is made of; whether the word was read rightly; the kind


def cases(model: Path, words: Sequence[tuple[str, str, Picture]], language: bool) -> Iterator[Case]:
    """Read words by one look. `words`: kind, text, image."""
    recogniser = open_recogniser(model)
    spec = recogniser.spec
    image = recogniser.model.inputs[0]
    formed = WordFormation(spec, with_shares=True)(recogniser.network(image))
    network = keras.Model(image, formed)
    options = ReadingOptions(language_model=True).of(spec)
    for first in range(0, len(words), _BATCH):
        part = words[first : first + _BATCH]
        pixels = np.stack([fit_image(picture, spec.maps, spec.padding) for _, _, picture in part])
        outputs = network.predict_on_batch(pixels)
        for place, (kind, text, picture) in enumerate(part):
            one = {name: values[place] for name, values in outputs.items()}
            reading = read_with_options([one], spec, options) if language else one
            features = features_of(reading, len(spec.charset))
            if len(features):
                read = word_of(reading, spec.charset, spec.maps, picture.shape[:2]).text
                yield features, kind == "words" and comparable(read) == comparable(text), kind


def weights_of(read: Sequence[Case], shares: dict[str, float], unsure: float) -> Features:
    """Return the weights, the constant last."""
    features, right = np.array([case[0] for case in read])[:, :-1], np.array([case[1] for case in read])
    kinds = [kind for _, _, kind in read]
    counts = np.array([shares[kind] / kinds.count(kind) for kind in kinds]) / sum(shares.values())
    mean, deviation = features.mean(axis=0), features.std(axis=0) + 1e-9
    scaled = np.column_stack([(features - mean) / deviation, np.ones(len(features))])

    def loss(weights: Features) -> tuple[float, Features]:
        scores = scaled @ weights
        penalty = 2 * _RIDGE * np.append(weights[:-1], 0)
        value = counts @ (np.logaddexp(0, scores) - right * scores) + _RIDGE * (weights[:-1] ** 2).sum()
        return float(value), scaled.T @ (counts * (expit(scores) - right)) + penalty

    fitted = minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B").x
    weights = fitted[:-1] / deviation
    scores = features @ weights
    return np.append(weights, logit(SURE) - np.quantile(scores[right], unsure))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--model", type=model_of, default=READER.path)
    parser.add_argument("--surfaces", type=Path, required=True)
    arguments = parser.parse_args()
    bundled = named(arguments.model)
    if bundled is None:
        parser.error("--model: name a bundled model")
    unknown = islice(unknown_words(bundled, SEED, arguments.surfaces), UNKNOWN)
    crops = islice(crops_of_surfaces(SEED, arguments.surfaces), SURFACES)
    words = [
        *(("words", text, image) for text, image in chain.from_iterable(map(labelled, arguments.folders))),
        *(("unknown", text, image) for text, image in unknown),
        *(("crops", "", image) for image in crops),
    ]
    size = "many" if bundled.language == "zh" else "few"
    for language in (True, False):
        weights = weights_of([*cases(arguments.model, words, language)], SHARES[size], UNSURE[size])
        print(json.dumps({"model": bundled.name, "language": language, "weights": weights.round(3).tolist()}))


if __name__ == "__main__":
    main()
