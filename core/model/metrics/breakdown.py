"""Breaks an evaluation down: how well words are read, which symbols are confused, and how reliable probabilities are.

All functions take words that were judged, no tensors and no images: the window and `textscanner evaluate --out` show
the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Literal

import shapely

from core.base.errors import Sentence
from core.labels.label import Polygon
from core.labels.maps.decoding import ReadWord
from core.model.metrics.metrics import Step, WordScore, score_word

Kind = Literal["length", "symbol", "position", "source"]
"""The groups that words or characters are counted in.

They are the number of symbols of the target, a symbol, the place of the symbol in the word from 1, and the folder below
the project's that holds the image.
"""

KINDS: tuple[Kind, ...] = ("length", "symbol", "position", "source")

WITHOUT_MARKS = Sentence("No label has a mark such as . or $, so the marks that are read do not count.")

BINS = 10  # equal intervals of probability


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of words or characters of a group, and how many of them were read rightly."""

    count: int
    """The number of words or characters."""
    right: int
    """The number of those that were read rightly."""

    @property
    def accuracy(self) -> float:
        """The share of the group that was read rightly, or NaN if the group is empty."""
        return self.right / self.count if self.count else math.nan

    def with_one(self, is_right: bool) -> Tally:
        """Return the tally with one more word or character."""
        return Tally(self.count + 1, self.right + is_right)


@dataclass(frozen=True, slots=True)
class CentreError:
    """The distance of a character's decoded centre from its true one."""

    pixels: float
    """The distance from the centroid of the character's polygon, in image pixels."""
    size: float
    """The square root of the polygon's area, in image pixels."""

    @property
    def relative(self) -> float:
        """The distance as a share of the character's size, or infinity for a polygon without area."""
        return self.pixels / self.size if self.size else math.inf


@dataclass(frozen=True, slots=True)
class JudgedWord:
    """One labelled word, compared with a model's reading of it."""

    score: WordScore
    """The comparison with the label."""
    probability: float
    """The probability of the reading, 0 to 1."""
    scores: tuple[float, ...] = ()
    """The scores of the characters that were read, in reading order. Empty if the normalisation has changed their
    number."""
    centres: tuple[CentreError, ...] = ()
    """The errors of the target characters whose own centre, of place k, was decoded. Empty for a word-level label."""


Words = Mapping[str, JudgedWord]  # by relative path of the image


def judge_word(
    target: str,
    word: ReadWord,
    polygons: Sequence[Polygon],
    normalise: Callable[[str], str],
    *,
    with_marks: bool = True,
) -> JudgedWord:
    """Compare a decoded word and its character centres with its label.

    Parameters
    ----------
    target : str
        Normalised.
    word : ReadWord
        As it was decoded; centres in image pixels.
    polygons : sequence of Polygon
        Of the label's characters in reading order, image pixels; none for a word-level label.
    normalise : callable
        Applied to the reading.
    with_marks : bool
        False leaves out the marks that were read, for labels without marks.
    """
    word = word if with_marks else word.without_marks()
    compared = replace(word, text=normalise(word.text))
    scores = tuple(character.score for character in word.characters)
    return JudgedWord(
        score_word(target, compared, polygons),
        word.probability,
        scores if len(compared.text) == len(scores) else (),
        tuple(_centre_errors(word, polygons)),
    )


def _centre_errors(word: ReadWord, polygons: Sequence[Polygon]) -> Iterator[CentreError]:
    for character in word.characters:
        place = word.place_of(character)
        if place <= len(polygons):
            shape = shapely.Polygon(polygons[place - 1])
            x, y = character.center
            pixels = math.hypot(x - shape.centroid.x, y - shape.centroid.y) if not shape.is_empty else math.nan
            yield CentreError(pixels, math.sqrt(shape.area))


# By length, symbol, position and source


def facets(image: str, score: WordScore) -> Iterator[tuple[Kind, int | str, bool]]:
    """Yield each part of the breakdown that a word counts for: its kind, its key, and True if it was read rightly."""
    yield "length", len(score.target), score.exact
    yield "source", source_of(image), score.exact
    targets = [(wanted, wanted == read) for wanted, read in score.steps if wanted is not None]
    for rank, (symbol, is_right) in enumerate(targets, 1):
        yield "symbol", symbol, is_right
        yield "position", rank, is_right


def source_of(image: str) -> str:
    """Return the subfolder of the project that holds an image, by its relative path, or "" for the project itself."""
    return image.partition("/")[0] if "/" in image else ""


def shares(words: Words) -> Mapping[Kind, Mapping[int | str, Tally]]:
    """Count the words or characters of each part of the breakdown, with the keys of each kind in ascending order."""
    tallies: dict[Kind, dict[int | str, Tally]] = {kind: {} for kind in KINDS}
    for image, word in words.items():
        for kind, key, is_right in facets(image, word.score):
            tallies[kind][key] = tallies[kind].get(key, Tally(0, 0)).with_one(is_right)
    return {kind: {key: by_key[key] for key in sorted(by_key, key=_ascending)} for kind, by_key in tallies.items()}


def _ascending(key: int | str) -> tuple[int, str]:
    return (key, "") if isinstance(key, int) else (0, key)


def words_of(words: Words, kind: Kind, key: int | str, *, is_right: bool | None = None) -> tuple[str, ...]:
    """Return the images that count in one part of the breakdown, and if `is_right` is given only those read so."""
    return tuple(
        image
        for image, word in words.items()
        if any(
            (by, facet) == (kind, key) and is_right in (None, right) for by, facet, right in facets(image, word.score)
        )
    )


def words_confused(words: Words, step: Step) -> tuple[str, ...]:
    """Return the images with one symbol read as another (`core.model.metrics.metrics.confusions`)."""
    return tuple(image for image, word in words.items() if step in word.score.steps)


def misread_symbols(score: WordScore) -> frozenset[str]:
    """Return the symbols of the target that were misread."""
    return frozenset(wanted for wanted, read in score.steps if wanted is not None and wanted != read)


def misread_places(score: WordScore) -> frozenset[int]:
    """Return the positions in the target, from 1, that were misread."""
    return frozenset(
        key for kind, key, is_right in facets("", score) if kind == "position" and not is_right and isinstance(key, int)
    )


def most_confused(steps: Iterable[Step], side: int, most: int) -> list[str | None]:
    """Return the symbols on one side of the most frequent confusions, sorted, with None (no symbol) at the end."""
    symbols = list(dict.fromkeys(step[side] for step in steps))[:most]
    return [*sorted(symbol for symbol in symbols if symbol is not None), *([None] if None in symbols else [])]


# Probability


@dataclass(frozen=True, slots=True)
class ProbabilityBin:
    """The readings whose probability is in one interval, including the interval's upper end."""

    low: float
    """The lower end, 0 to 1, which is not included."""
    high: float
    """The upper end, 0 to 1."""
    share: Tally
    """The number of the readings, and of the right ones."""
    probability: float
    """The mean probability of the readings. NaN if there are none."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A model's probabilities compared with its accuracy, interval by interval."""

    bins: tuple[ProbabilityBin, ...]
    """The intervals, in rising order."""
    error: float | None
    """The expected calibration error (Naeini et al. 2015): the mean distance of accuracy from probability, with each
    interval weighed by its readings. None if there are none."""


def reliability(readings: Iterable[tuple[float, bool]]) -> Reliability:
    """Compare the probabilities of readings with the share of readings that are right, interval by interval.

    Parameters
    ----------
    readings : iterable of (float, bool)
        The probability of each reading, and True if the reading was right.
    """
    held: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, is_right in readings:
        if math.isfinite(probability):
            held[bin_of(probability)].append((probability, is_right))
    count = sum(map(len, held))
    bins = tuple(
        ProbabilityBin(
            place / BINS,
            (place + 1) / BINS,
            Tally(len(inside), sum(is_right for _, is_right in inside)),
            fmean(probability for probability, _ in inside) if inside else math.nan,
        )
        for place, inside in enumerate(held)
    )
    if not count:
        return Reliability(bins, None)
    error = sum(
        interval.share.count * abs(interval.share.accuracy - interval.probability)
        for interval in bins
        if interval.share.count
    )
    return Reliability(bins, error / count)


def bin_of(probability: float) -> int:
    """Return the number, from 0, of the interval that contains a probability, including its upper end."""
    return min(max(math.ceil(probability * BINS) - 1, 0), BINS - 1)


def word_readings(words: Words) -> Iterator[tuple[float, bool]]:
    """Yield the probability of each word, and True if the word was read exactly."""
    return ((word.probability, word.score.exact) for word in words.values())


def character_readings(words: Words) -> Iterator[tuple[float, bool]]:
    """Yield the score of each character read, and True if the label has the character at that position."""
    for word in words.values():
        read = [wanted == symbol for wanted, symbol in word.score.steps if symbol is not None]
        if len(read) == len(word.scores):
            yield from zip(word.scores, read, strict=True)


# Place


@dataclass(frozen=True, slots=True)
class CentreErrors:
    """Summary of the distances between decoded and true centres, over all characters that have both."""

    count: int
    """The number of characters with a decoded centre of their own."""
    missing: int
    """The number of target characters with a polygon and without such a centre."""
    mean: float | None = None
    """The mean distance, in image pixels."""
    median: float | None = None
    """The median distance, in image pixels."""
    mean_relative: float | None = None
    """The mean distance as a share of the character's size (like the normalised mean error of facial landmarks)."""
    median_relative: float | None = None
    """The median distance as a share of the character's size."""

    def to_dict(self) -> dict[str, float | None]:
        """Return the numbers of the summary by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def centre_errors(words: Words) -> CentreErrors:
    """Summarise the distances between the decoded and the true centres of all words."""
    all_of_them = [centre for word in words.values() for centre in word.centres]
    finite = [centre for centre in all_of_them if math.isfinite(centre.pixels) and centre.size]
    missing = sum(word.score.polygons for word in words.values()) - len(finite)
    if not finite:
        return CentreErrors(0, missing)
    pixels, relative = [centre.pixels for centre in finite], [centre.relative for centre in finite]
    return CentreErrors(len(finite), missing, fmean(pixels), median(pixels), fmean(relative), median(relative))


# Words


def worst(words: Words) -> tuple[str, ...]:
    """Return the images of misread words, those furthest from their targets first, then the most confident first."""

    def key(image: str) -> tuple[float, float, str]:
        word = words[image]
        return word.score.one_minus_ned, -word.probability, image

    return tuple(sorted((image for image, word in words.items() if not word.score.exact), key=key))


def only_one_reads(first: Words, second: Words) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the images that only the first reader reads exactly, and those that only the second does.

    Only images that both have read are compared.
    """
    both = [image for image in first if image in second]
    only_first = tuple(image for image in both if first[image].score.exact and not second[image].score.exact)
    return only_first, tuple(image for image in both if second[image].score.exact and not first[image].score.exact)
