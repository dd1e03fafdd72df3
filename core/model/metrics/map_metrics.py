"""Measures predicted maps pixel by pixel and class by class: F1 and intersection over union.

Classes are the symbols of a character map (0 the background, then the ids) or the orders of an order map (0 for "no
character"). Pixels that the target ignores count nowhere. The counts add up over images, and the measures are worked
out once at the end: a mean of the images' own F1 would weigh a pixel of a small character more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.render import IGNORE, render
from core.runs.spec import NetworkSpec

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Precision, recall, F1 and intersection over union of some classes, with None for a measure without data."""

    precision: float | None
    """Hits / predicted. None if nothing was predicted."""
    recall: float | None
    """Hits / targets. None if there is no target."""
    f1: float | None
    """2·hits / (targets + predicted), the Dice coefficient, or None if there are neither targets nor predictions."""
    iou: float | None
    """Hits / (targets + predicted - hits), the Jaccard index, or None in the same case."""

    def to_dict(self) -> dict[str, float | None]:
        """Return precision, recall, F1 and intersection over union by name."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, eq=False)
class MapCounts:
    """Numbers of hits, target pixels and predicted pixels of each class, over any number of maps."""

    hits: Counts
    """(classes,) int64: pixels predicted rightly."""
    targets: Counts
    """(classes,) int64: pixels of each class in the target."""
    predicted: Counts
    """(classes,) int64: pixels of each class in the prediction."""

    @classmethod
    def none(cls, classes: int) -> MapCounts:
        """Return counts of zero for a number of classes."""
        return cls(*(np.zeros(classes, np.int64) for _ in range(3)))

    def __add__(self, other: MapCounts) -> MapCounts:
        return MapCounts(self.hits + other.hits, self.targets + other.targets, self.predicted + other.predicted)

    def rows(self) -> Counts:
        """Return the counts of the classes that occur, (k, 4) int64: class, hits, target pixels, predicted pixels.

        They are a few numbers a word. Thousands of symbols times thousands of words would be too much to keep.
        """
        classes = np.array(self.occurring(first=0), np.int64)
        return np.stack([classes, self.hits[classes], self.targets[classes], self.predicted[classes]], axis=1)

    @classmethod
    def of_rows(cls, rows: Iterable[Counts], classes: int) -> MapCounts:
        """Add up the results of `rows` for any number of maps."""
        sums = np.zeros((classes, 3), np.int64)
        for row in rows:
            sums[row[:, 0]] += row[:, 1:]  # a class occurs once in each
        return cls(*np.ascontiguousarray(sums.T))

    def score(self, number: int) -> ClassScore:
        """Return precision, recall, F1 and intersection over union of one class."""
        return _score(int(self.hits[number]), int(self.targets[number]), int(self.predicted[number]))

    def occurring(self, first: int) -> tuple[int, ...]:
        """Return the classes, from the class `first` on, that have a target or a predicted pixel."""
        symbols = np.flatnonzero(self.targets + self.predicted)
        return tuple(int(number) for number in symbols if number >= first)

    def micro(self) -> ClassScore:
        """Return the micro average: the measures of the counts added up over all classes but 0.

        With class 0 they would be high for a network that predicts only background.
        """
        return _score(*(int(values[1:].sum()) for values in (self.hits, self.targets, self.predicted)))

    def macro(self) -> ClassScore:
        """Return the macro average: the mean of each measure over all classes but 0 that have it."""
        scores = [self.score(number) for number in self.occurring(first=1)]
        return ClassScore(*(_mean([getattr(score, name) for score in scores]) for name in ClassScore.__slots__))

    def to_dict(self, names: Sequence[Any]) -> dict[str, Any]:
        """Return the counts and measures as plain JSON, with class 0 first and the classes called by `names`."""
        return {
            "micro": self.micro().to_dict(),
            "macro": self.macro().to_dict(),
            "classes": [
                {"class": names[number], "pixels": int(self.targets[number])} | self.score(number).to_dict()
                for number in self.occurring(first=0)
            ],
        }


def count_map(target: NDArray[np.integer], predicted: NDArray[np.integer], classes: int) -> MapCounts:
    """Count the hits, target pixels and predicted pixels of each class in a map.

    Parameters
    ----------
    target : (h, w) integer
        Class numbers, or `IGNORE` if the prediction does not matter.
    predicted : (h, w) integer
        Class numbers.
    classes : int
        The number of classes, class 0 included.

    Raises
    ------
    ValueError
        If the shapes differ or a number is no class.
    """
    if target.shape != predicted.shape:
        raise ValueError(f"the target's shape is {target.shape}, the prediction's {predicted.shape}")
    known = target != IGNORE
    wanted, counted = target[known], predicted[known]
    if wanted.size and (min(wanted.min(), counted.min()) < 0 or max(wanted.max(), counted.max()) >= classes):
        raise ValueError(f"a number in the maps is none of the {classes} classes")
    return MapCounts(
        *(
            np.bincount(values, minlength=classes).astype(np.int64)
            for values in (wanted[wanted == counted], wanted, counted)
        )
    )


@dataclass(frozen=True, slots=True)
class MapScores:
    """Pixel counts of some images' predicted maps, compared with the target maps of their labels."""

    images: int
    """Number of images whose labels have polygons for target maps."""
    character: MapCounts
    """The pixels of the character map, with its classes."""
    order: MapCounts
    """The pixels of the order segmentation, with its classes."""

    @classmethod
    def none(cls, spec: NetworkSpec) -> MapScores:
        """Return the scores of no images, to which `with_image` adds."""
        return cls(0, MapCounts.none(len(spec.charset) + 1), MapCounts.none(spec.maps.max_length + 1))

    def with_image(
        self, name: str, label: WordLabel, size: tuple[int, int], maps: Mapping[str, NDArray[Any]], spec: NetworkSpec
    ) -> MapScores:
        """Return the scores with one more image added.

        Parameters
        ----------
        name : str
            The image's name, for errors.
        label : WordLabel
            The label, normalised as in the model's training. A label without characters changes nothing.
        size : (int, int)
            (height, width): of the image, in pixels.
        maps : mapping of str to array
            The maps of `core.model.using.prediction.WordPrediction`.
        spec : NetworkSpec
            The model's spec.

        Raises
        ------
        LabelError
            If the label has no target maps (`core.labels.maps.render.render`).
        """
        if not label.characters:
            return self
        target = render(label, size, Charset(spec.charset), spec.maps, name=name)
        # Word formation lists the best symbol first
        character = count_map(target.character, maps["symbol_ids"][..., 0], len(spec.charset) + 1)
        order = count_map(target.order, maps["order_map"].argmax(axis=-1), spec.maps.max_length + 1)
        return MapScores(self.images + 1, self.character + character, self.order + order)

    def to_dict(self, spec: NetworkSpec) -> dict[str, Any]:
        """Return the scores as plain JSON, with symbols and orders as the classes and null as the background."""
        return {
            "images": self.images,
            "character": self.character.to_dict([None, *spec.charset]),
            "order": self.order.to_dict([None, *range(1, spec.maps.max_length + 1)]),
        }


def _score(hits: int, targets: int, predicted: int) -> ClassScore:
    return ClassScore(
        _share(hits, predicted),
        _share(hits, targets),
        _share(2 * hits, targets + predicted),
        _share(hits, targets + predicted - hits),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
