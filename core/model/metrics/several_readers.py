"""Compares what several readers read of the same labelled words."""

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
    """How well one reader reads some words."""

    reader: str
    """The reader's name."""
    words: int
    """Words that it has read."""
    exact: int
    """Those read exactly."""
    any_case: int
    """Those read rightly as `word_accuracy_ci` compares."""
    one_minus_ned: float
    """Mean of `one_minus_ned`, 0 to 1."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that is read rightly in any case."""
        return wilson_interval(self.any_case, self.words)

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
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
    """What a second reader reads of the words that a first one has read."""

    first: ReaderScore
    """Of the words that both have read."""
    second: ReaderScore
    """Likewise."""
    only_first: tuple[str, ...]
    """Images that only the first reads rightly in any case."""
    only_second: tuple[str, ...]
    """Images that only the second reads rightly in any case."""
    misread_alike: tuple[str, ...]
    """Images that both misread alike: often the label is wrong."""


def compare_readers(
    names: tuple[str, str], targets: Mapping[str, str], first: Mapping[str, str], second: Mapping[str, str]
) -> SeveralReaders | None:
    """Compare two readers on the labelled words that both have read.

    Parameters
    ----------
    names : (str, str)
        The readers' names.
    targets, first, second : mapping of str to str
        The texts of labels, and those that each has read, by image.

    Returns
    -------
    SeveralReaders or None
        None if there is no such word.
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
