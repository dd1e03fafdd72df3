"""Decodes a word from the output of a CTC network, the probabilities of all classes in each image column.

Graves et al. 2006, "Connectionist Temporal Classification": one class is the blank. The text of a path of classes
remains when repeats are merged and blanks are taken out.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_SUM_TO_ONE = 1e-2  # networks of 16 bits and of 18,000 classes are so far from it
_LEAST = 1e-30  # so that the logarithm of 0 is a number

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CtcWord:
    """A word decoded from a CTC network's output."""

    text: str
    """The symbols in reading order, without spaces at both ends. "" if nothing was read."""
    probability: float
    """The probability of this text, 0 to 1: the sum over all of its paths."""
    scores: tuple[float, ...]
    """The greatest probability of each symbol in the columns that gave it, 0 to 1."""


def as_probabilities(values: NDArray[np.floating]) -> Floats:
    """Return a network's output as probabilities, (columns, classes).

    `values`: (columns, classes) float: probabilities, their logarithms, or the numbers before softmax. Values that are
    not negative and sum to one in every column are taken as they are.
    """
    numbers = np.nan_to_num(np.asarray(values, np.float64), nan=-np.inf, posinf=np.finfo(np.float64).max)
    if numbers.size and numbers.min() >= 0 and np.all(np.abs(numbers.sum(axis=1) - 1) < _SUM_TO_ONE):
        return numbers
    greatest = numbers.max(axis=1, keepdims=True, initial=-np.inf)
    raised = np.exp(numbers - np.where(np.isfinite(greatest), greatest, 0.0))  # of logarithms: themselves again
    sums = raised.sum(axis=1, keepdims=True)
    return np.where(sums > 0, raised / np.where(sums > 0, sums, 1.0), 1.0 / max(1, numbers.shape[1]))


def decode(probabilities: Floats, symbols: Sequence[str], blank: int) -> CtcWord:
    """Decode the text of the likeliest path.

    Parameters
    ----------
    probabilities : (columns, classes) float
        The probability of each class in each column.
    symbols : sequence of str
        The symbols of the classes in their order, without the blank.
    blank : int
        The number of the class that means no symbol.

    Returns
    -------
    CtcWord
        The word, without spaces at its ends, which nobody sees.
    """
    best = probabilities.argmax(axis=1)
    changes = np.flatnonzero(best[1:] != best[:-1]) + 1
    bounds = [0, *changes.tolist(), len(best)] if len(best) else [0]
    classes, scores = [], []
    for start, end in itertools.pairwise(bounds):
        label = int(best[start])
        if label != blank:
            classes.append(label)
            scores.append(float(probabilities[start:end, label].max()))
    read = [symbols[label - (label > blank)] for label in classes]
    first = next((place for place, symbol in enumerate(read) if symbol.strip()), len(read))
    last = next((place for place in range(len(read), first, -1) if read[place - 1].strip()), first)
    probability = text_probability(probabilities, classes, blank)
    return CtcWord("".join(read[first:last]), probability, tuple(scores[first:last]))


def text_probability(probabilities: Floats, classes: Sequence[int], blank: int) -> float:
    """Return the probability of a sequence of classes, summed over all its paths.

    The forward algorithm (Graves 2006, equations 6 to 8), in logarithms. `probabilities`: (columns, classes) float.
    """
    if not len(probabilities):
        return 0.0 if classes else 1.0
    states = np.full(2 * len(classes) + 1, blank, np.int64)
    states[1::2] = classes
    logs = np.log(np.maximum(probabilities[:, states], _LEAST))  # (columns, states)
    may_skip = np.zeros(len(states), np.bool_)
    may_skip[3::2] = states[3::2] != states[1:-2:2]  # there is a blank between two of the same symbol
    reached = np.full(len(states), -np.inf)
    reached[:2] = logs[0, :2]
    for column in logs[1:]:
        one = np.concatenate(([-np.inf], reached[:-1]))
        two = np.where(may_skip, np.concatenate(([-np.inf, -np.inf], reached[:-2]))[: len(states)], -np.inf)
        reached = np.logaddexp(np.logaddexp(reached, one), two) + column
    return float(min(1.0, np.exp(np.logaddexp.reduce(reached[-2:]))))
