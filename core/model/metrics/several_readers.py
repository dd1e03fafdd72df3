"""Compares the accuracy of several readers on the same labelled words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from core.model.metrics.metrics import one_minus_ned
from core.readings.acceptance import wilson_interval
from core.readings.agreement import comparable
from core.readings.reading import PictureReading


@dataclass(frozen=True, slots=True)
class ReadTexts:
    """The texts that one reader has read, and the speed at which it has read them."""

    reader: str
    """The reader's name."""
    texts: Mapping[str, str]
    """The texts by image."""
    words_per_second: float | None = None
    """The words that it has read a second, or None if nobody has measured the time."""

    @classmethod
    def of(cls, reader: str, readings: Iterable[PictureReading]) -> ReadTexts:
        """Return the texts of a reader's readings. The speed is known if each reading says how long it took."""
        readings = list(readings)
        times = [read.reading.seconds for read in readings]
        taken = sum(seconds for seconds in times if seconds is not None)
        speed = len(readings) / taken if taken > 0 and None not in times else None
        return cls(reader, {read.image: read.reading.text for read in readings}, speed)


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
    words_per_second: float | None = None
    """The words that it has read a second, as `ReadTexts` has them."""

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
            "words_per_second": self.words_per_second,
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


def compare_readers(targets: Mapping[str, str], first: ReadTexts, second: ReadTexts) -> SeveralReaders | None:
    """Compare two readers on the labelled words that both have read.

    Parameters
    ----------
    targets : mapping of str to str
        The texts of the labels by image.
    first, second : ReadTexts
        What the two readers have read.

    Returns
    -------
    SeveralReaders or None
        None if there is no word that both have read.
    """
    images = [image for image in targets if image in first.texts and image in second.texts]
    if not images:
        return None
    right = [
        {image for image in images if comparable(read.texts[image]) == comparable(targets[image])}
        for read in (first, second)
    ]
    alike = [
        image
        for image in images
        if image not in right[0] and comparable(first.texts[image]) == comparable(second.texts[image]) != ""
    ]
    return SeveralReaders(
        _score(images, targets, first, len(right[0])),
        _score(images, targets, second, len(right[1])),
        tuple(image for image in images if image in right[0] - right[1]),
        tuple(image for image in images if image in right[1] - right[0]),
        tuple(alike),
    )


def _score(images: Sequence[str], targets: Mapping[str, str], read: ReadTexts, any_case: int) -> ReaderScore:
    exact = sum(read.texts[image] == targets[image] for image in images)
    near = fmean(one_minus_ned(targets[image], read.texts[image]) for image in images)
    return ReaderScore(read.reader, len(images), exact, any_case, near, read.words_per_second)
