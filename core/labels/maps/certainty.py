"""Estimates how probably a reading is right, so that pictures without text, or in another script, are not believed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

SURE = 0.65
"""Probability from which a reading is believed.

The constants of the weights are such that 3.3 % of the rightly read words that the weights were chosen on have less.
"""

NO_TEXT = 0.25
"""Probability below which a picture is taken for one without text, or of another script."""

EVIDENCE = ("background", "entropy", "spread")
"""Outputs of `core.model.network.formation.WordFormation` that say what the class map sees under each position."""

UNKNOWN = "unknown"
"""A further one, of a network with a map of this name, which tells symbols outside the charset."""

MANY = 1_000
"""Number of symbols from which what the class map says of each position is not used, but only `UNKNOWN`.

Weights fitted to synthetic Chinese words believed a quarter of the words with an unknown symbol, and doubted 38 of the
119 real Chinese crops that `reader-zh 3` reads rightly.
"""

# Of log(1 + length), least score, mean logarithm of the scores, least presence of a character, greatest presence of a
# position that is not read; greatest and mean `background`, `spread` and `entropy` of the characters, and sum of
# `lost`, if the class map is used; greatest and mean `UNKNOWN`, and its greatest logarithm, of a network with that map;
# and 1. By what is there of the last two: (class map, UNKNOWN).
_WEIGHTS: dict[tuple[bool, bool], dict[str, tuple[float, ...]]] = {
    # logistic regression (`benchmarks.certainty_weights`) of `reader 4` on IIIT 5K-word's training part, on synthetic
    # words, on words that have one unknown symbol, and on crops of surfaces
    (True, False): {
        "language": (-0.739, 0.507, 1.109, 0.812, -1.827, 9.172, -20.032, -1.543, -0.504, 1.046, 0.133, -0.164, 3.971),
        "alone": (-1.465, 2.95, 1.73, 0.908, -7.667, 8.821, -13.166, -0.808, -0.197, 0.69, -0.145, 0.0, 2.925),
    },
    # the same of `reader 6`
    (True, True): {
        "language": (
            -0.329,
            -1.884,
            2.616,
            1.572,
            -1.531,
            5.296,
            -16.415,
            -1.512,
            0.033,
            0.676,
            -0.212,
            -0.305,
            -7.131,
            4.925,
            -0.124,
            6.194,
        ),
        "alone": (
            -1.484,
            2.104,
            4.108,
            2.216,
            -11.013,
            9.662,
            -15.132,
            0.097,
            -0.158,
            -0.014,
            0.599,
            0.0,
            -5.49,
            -1.244,
            -0.053,
            3.953,
        ),
    },
    # of `reader-zh 4.1`, on synthetic words alone
    (False, True): {
        "language": (-0.271, 4.918, 1.162, 1.234, -12.389, -4.693, -0.382, 0.1, 1.232),
        "alone": (-0.441, 6.992, 0.526, 0.23, -13.989, -5.203, 0.885, 0.131, 0.518),
    },
    # of `reader 2` on IIIT 5K-word's training part
    (False, False): {
        "language": (-0.512, 2.745, 1.739, 0.53, -4.327, 1.922),
        "alone": (-0.986, 4.45, 1.795, 1.177, -13.372, 0.109),
    },
}

_LEAST = 1e-6
_LEAST_UNKNOWN = 1e-3
_MOST = 50.0  # a logit beyond it is certain, and its exponential no number


def probability_right(outputs: Mapping[str, NDArray[Any]], symbols: int) -> float:
    """Return the probability that a word was read rightly, case ignored, or 0 for an empty word.

    Parameters
    ----------
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation`, or of `core.model.using.reading_options.read_with_options`, for
        one image: `ids`, `scores`, `presence`, all (n,); `background`, `entropy` and `spread` (n,) if words were formed
        with shares, and `UNKNOWN` (n,) of a network with that map; `doubles` if the word was chosen by a language, or
        among expected words, and `lost` (n,) if by a language.
    symbols : int
        C, the size of the charset.
    """
    features = features_of(outputs, symbols)
    if not len(features):
        return 0.0
    weights = _WEIGHTS[_sees_classes(outputs, symbols), UNKNOWN in outputs]
    logit = float(np.dot(weights["language" if "doubles" in outputs else "alone"], features))
    return 1 / (1 + math.exp(-min(max(logit, -_MOST), _MOST)))


def features_of(outputs: Mapping[str, NDArray[Any]], symbols: int) -> NDArray[np.float64]:
    """Return the features that `probability_right` weighs, or an empty array for an empty word."""
    read = outputs["ids"] > 0
    if not read.any():
        return np.zeros(0)
    scores = outputs["scores"][read].astype(np.float64)
    doubles = outputs.get("doubles")
    left = ~read if doubles is None else ~read & ~doubles
    features = [
        math.log1p(int(read.sum())),
        scores.min(),
        np.log(scores + _LEAST).mean(),
        outputs["presence"][read].min(),
        outputs["presence"][left].max(initial=0.0),
    ]
    if _sees_classes(outputs, symbols):
        for name in ("background", "spread", "entropy"):  # the order of the weights
            features += [outputs[name][read].max(), outputs[name][read].mean()]
        features.append(outputs["lost"][read].sum() if "lost" in outputs else 0.0)
    if UNKNOWN in outputs:
        unknown = outputs[UNKNOWN][read].astype(np.float64)
        features += [unknown.max(), unknown.mean(), np.log(unknown + _LEAST_UNKNOWN).max()]
    return np.array([*features, 1.0], np.float64)


def _sees_classes(outputs: Mapping[str, NDArray[Any]], symbols: int) -> bool:
    return "background" in outputs and symbols < MANY
