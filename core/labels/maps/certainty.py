"""The probability that a reading is right, so that a picture without text, or of another script, is not believed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

SURE = 0.65
"""Probability from which a reading is believed. With it `reader` doubts 90 % of 124 Chinese crops and 94 % of 199 crops
of surfaces, on which it was chosen, and 5 % of the words of ICDAR 2003's training part that it reads rightly."""

NO_TEXT = 0.25
"""Probability below which a picture is taken for one without text, or of another script: 72 % of 199 crops of
surfaces, 52 % of 124 Chinese crops, 0.7 % of the words of ICDAR 2003's training part that `reader` reads rightly."""

# Of log(1 + length), least score, mean logarithm of the scores, least presence of a character, greatest presence of a
# position that is not read, and 1. Logistic regression on `reader 2`'s readings of the 1,249 words of IIIT 5K-word's
# training part, case ignored; `reader 4` on ICDAR 2003: area under the curve 0.89 with language, 0.93 without.
_WITH_LANGUAGE = (-0.512, 2.745, 1.739, 0.53, -4.327, 1.922)
_NETWORK_ALONE = (-0.986, 4.45, 1.795, 1.177, -13.372, 0.109)

_LEAST = 1e-6


def probability_right(outputs: Mapping[str, NDArray[Any]]) -> float:
    """Return the probability that a word is read rightly, case ignored. 0 for an empty word.

    `outputs`: of `core.model.network.formation.WordFormation`, or of
    `core.model.using.reading_options.read_with_options`, for one image: `ids`, `scores`, `presence`, all (n,), and
    `doubles` if the word was chosen by a language, or among expected words.
    """
    read = outputs["ids"] > 0
    if not read.any():
        return 0.0
    scores = outputs["scores"][read].astype(np.float64)
    doubles = outputs.get("doubles")
    left = ~read if doubles is None else ~read & ~doubles
    features = (
        math.log1p(int(read.sum())),
        scores.min(),
        np.log(scores + _LEAST).mean(),
        outputs["presence"][read].min(),
        outputs["presence"][left].max(initial=0.0),
        1.0,
    )
    weights = _NETWORK_ALONE if doubles is None else _WITH_LANGUAGE
    return float(1 / (1 + math.exp(-float(np.dot(weights, features)))))
