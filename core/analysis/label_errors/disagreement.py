"""Estimates the probability that a label is wrong, for the order in which labels are reviewed."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.analysis.label_errors.contradictions import Contradictions, contradictions
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import LabelError
from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec

PRIOR = 0.03  # the share of wrong labels that the probabilities are for; of a folder with more they are too low

INTERCEPT = -6.314  # log-odds that a label is wrong if nothing speaks against it

WEIGHTS = Contradictions(
    symbol=2.297,
    unseen=0.958,
    surplus=0.182,
    place=0.482,
    order=4.35,
    stray=6.966,
    combination=1.941,
    spelling=3.857,
    doubt=-2.087,
)
"""The weight of each kind of contradiction in the log-odds, by `as_features`: of `python -m benchmarks.recipes
label-errors … --fit`, where models judge 1,523 words of IIIT 5K-word, with planted errors, that they did not learn."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The degree to which a prediction contradicts a label."""

    found: Contradictions
    """The contradictions that speak against the label."""

    @property
    def log_odds(self) -> float:
        """The logarithm of the odds that the label is wrong, as a linear function of the features."""
        return INTERCEPT + float(np.dot(WEIGHTS, as_features(self.found)))

    @property
    def probability(self) -> float:
        """The probability that the label is wrong, 0 to 1, by a logistic regression on planted errors."""
        return -math.expm1(-self.score)

    @property
    def score(self) -> float:
        """The sort key in the review queue, ≥ 0: the logarithm of 1 / (probability that the label is right)."""
        return float(np.logaddexp(0.0, self.log_odds))


def as_features(measures: Sequence[float]) -> NDArray[np.float64]:
    """Return the features of the regression, logarithms so that no single contradiction outweighs all others."""
    return np.log1p(measures)


def disagreement(
    label: WordLabel,
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec,
    *,
    name: str = "label",
    words: Container[str] = (),
) -> Disagreement:
    """Measure to what degree a prediction contradicts a label.

    Parameters are those of `contradictions`.

    Raises
    ------
    LabelError
        If the label has neither text nor characters, or as `contradictions` raises it.
    """
    if not label.characters and label.text is None:
        raise LabelError(
            "{name}: the label has nothing that can be compared. Type its text, or prelabel the image.", name=name
        )
    against = contradictions(label, predicted, image_size, charset=charset, spec=spec, name=name, words=words)
    if label.disagrees:  # then at least one of the two is wrong: the worse one counts
        of_text = contradictions(
            replace(label, characters=()), predicted, image_size, charset=charset, spec=spec, name=name, words=words
        )
        against = Contradictions(*map(max, against, of_text))
    return Disagreement(against)


@dataclass(frozen=True, slots=True)
class Judged:
    """One image in the review queue, with its disagreement."""

    image: str
    """The image's path relative to the project."""
    score: float
    """The score of `Disagreement`."""
    reading: float
    """The probability that the word is read rightly, 0 to 1."""
    was_trained_on: bool = False
    """True if the model that judged the image has learned from this very label, so that the score says little: a model
    that trained on a wrong label has learned it."""


def rank(judged: Iterable[Judged]) -> list[Judged]:
    """Sort images for the review, those with the most disagreement first.

    Scores of models that trained on the image count behind all the others; of equal scores the less probable reading
    comes first, then the path decides.
    """
    return sorted(judged, key=lambda one: (one.was_trained_on, -one.score, one.reading, one.image))
