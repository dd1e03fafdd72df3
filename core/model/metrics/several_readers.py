"""Compares the accuracy of several readers on the same labelled words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from core.model.metrics.metrics import one_minus_ned
from core.readings.acceptance import wilson_interval
from core.readings.agreement import comparable


@dataclass(frozen=True, slots=True)
class ReaderScore:
    """The accuracy of one reader on some words."""

    reader: str
    """The reader's name."""
    words: int
    """The number of words that it has read."""
    exact: int
    """The number of words that it has read exactly."""
    any_case: int
    """The number of words that it has read rightly as `word_accuracy_ci` compares."""
    one_minus_ned: float
    """The mean of `one_minus_ned` over the words, 0 to 1."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of words read rightly, letter case ignored."""
        return wilson_interval(self.any_case, self.words)

    def to_dict(self) -> dict[str, Any]:
        """Return the accuracy as plain values for a JSON document."""
        low, high = self.interval
        return {
            "words": self.words,
            "word_accuracy": self.exact / self.words,
            "word_accuracy_ci": self.any_case / self.words,
            "word_accuracy_ci_interval": [low, high],
            "one_minus_ned": self.one_minus_ned,
        }


@dataclass(frozen=True, slots=True)
class SeveralReaders:
    """The accuracy of two readers, and their agreement, on the words that both have read."""

    first: ReaderScore
    """The accuracy of the first reader."""
    second: ReaderScore
    """The accuracy of the second reader on the same words."""
    only_first: tuple[str, ...]
    """Images that only the first reads rightly in any case."""
    only_second: tuple[str, ...]
    """Images that only the second reads rightly in any case."""
    misread_alike: tuple[str, ...]
    """Images that both misread alike, because their label is often wrong."""


def compare_readers(
    names: tuple[str, str], targets: Mapping[str, str], first: Mapping[str, str], second: Mapping[str, str]
) -> SeveralReaders | None:
    """Compare two readers on the labelled words that both have read.

    Parameters
    ----------
    names : (str, str)
        The readers' names.
    targets, first, second : mapping of str to str
        The texts of the labels, of the first reader and of the second one, by image.

    Returns
    -------
    SeveralReaders or None
        None if there is no word that both have read.
    """
    images = [image for image in targets if image in first and image in second]
    if not images:
        return None
    right = [
        {image for image in images if comparable(read[image]) == comparable(targets[image])} for read in (first, second)
    ]
    alike = [
        image
        for image in images
        if image not in right[0] and comparable(first[image]) == comparable(second[image]) and comparable(first[image])
    ]
    return SeveralReaders(
        _score(names[0], images, targets, first, len(right[0])),
        _score(names[1], images, targets, second, len(right[1])),
        tuple(image for image in images if image in right[0] - right[1]),
        tuple(image for image in images if image in right[1] - right[0]),
        tuple(alike),
    )


def _score(
    name: str, images: Sequence[str], targets: Mapping[str, str], read: Mapping[str, str], any_case: int
) -> ReaderScore:
    exact = sum(read[image] == targets[image] for image in images)
    near = fmean(one_minus_ned(targets[image], read[image]) for image in images)
    return ReaderScore(name, len(images), exact, any_case, near)
