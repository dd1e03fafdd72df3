"""Measures readings: words, characters and places, each measure with its definition.

The measures take readings and targets, no tensors: a training's validation, `textscanner evaluate` and all other code
get the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from core.labels.label import Point, Polygon
from core.labels.maps.decoding import ReadWord
from core.model.metrics.brought import brought_measures
from core.readings.agreement import comparable

Step = tuple[str | None, str | None]
"""(target symbol, predicted symbol) that belong together; None is ε: no symbol on that side."""

_NOTHING = ReadWord("", 0.0, (), ())


def one_minus_ned(target: str, predicted: str) -> float:
    """Return 1 - Levenshtein distance / length of the longer text, case-sensitive, and 1 for two empty texts.

    The form is PARSeq's (Bautista and Atienza 2022, `base.py`), the same as ICDAR 2019's (ArT, LSVT). ICDAR 2017
    divided by the length of the target instead, and fell below 0.
    """
    longest = max(len(target), len(predicted))
    return 1.0 - Levenshtein.distance(target, predicted) / longest if longest else 1.0


def align(target: str, predicted: str) -> tuple[Step, ...]:
    """Align the symbols of two texts by the least edit distance (Levenshtein, all costs 1).

    Among equally short alignments one with the most matches wins, hence with the fewest substitutions: a missed symbol
    here and a surplus symbol there are no confusion of the two. (`rapidfuzz` leaves the choice open, and then the
    number of matches would depend on its version.) Among those, matches are as far right as can be, and substitutions
    as far left.

    Returns
    -------
    tuple of (str or None, str or None)
        The steps in reading order. (symbol, None) is a missed symbol, (None, symbol) a surplus one.
    """
    edit = len(target) + len(predicted) + 1  # more than all substitutions, which cost 1 each in addition
    costs = [[j * edit for j in range(len(predicted) + 1)]]
    for i, symbol in enumerate(target, 1):
        above, row = costs[-1], [i * edit]
        for j, predicted_symbol in enumerate(predicted, 1):
            across = above[j - 1] + (0 if symbol == predicted_symbol else edit + 1)
            row.append(min(across, above[j] + edit, row[-1] + edit))
        costs.append(row)
    steps: list[Step] = []
    i, j = len(target), len(predicted)
    while i or j:
        if i and j and target[i - 1] == predicted[j - 1]:
            i, j = i - 1, j - 1
            steps.append((target[i], predicted[j]))
        elif i and costs[i][j] == costs[i - 1][j] + edit:
            i -= 1
            steps.append((target[i], None))
        elif j and costs[i][j] == costs[i][j - 1] + edit:
            j -= 1
            steps.append((None, predicted[j]))
        else:
            i, j = i - 1, j - 1
            steps.append((target[i], predicted[j]))
    return tuple(reversed(steps))


def inside(polygons: Sequence[Polygon], points: Sequence[Point]) -> NDArray[np.bool_]:
    """Return whether each point is in each polygon or on its edge, (polygons, points) bool."""
    if not polygons or not points:
        return np.zeros((len(polygons), len(points)), np.bool_)
    shapes = np.array([shapely.Polygon(polygon) for polygon in polygons])
    x, y = np.array(points, dtype=np.float64).T
    return np.asarray(shapely.intersects_xy(shapes[:, None], x, y), np.bool_)


@dataclass(frozen=True, slots=True)
class WordScore:
    """The comparison of one reading with its label, symbol by symbol."""

    target: str
    """The right text."""
    predicted: str
    """The text that was read."""
    steps: tuple[Step, ...]
    """The result of `align`."""
    polygons: int = 0
    """The number of target characters with a polygon. 0 for a word-level label."""
    found: int = 0
    """The number of target characters with any decoded centre in their polygon."""
    placed: int = 0
    """The number of target characters whose own decoded centre, of place k, is in their polygon."""

    @property
    def exact(self) -> bool:
        """True if the reading is exactly the target, with case."""
        return self.target == self.predicted

    @property
    def exact_ci(self) -> bool | None:
        """True if the word was read rightly but for case and marks (`comparable`), None for a target of only marks."""
        wanted = comparable(self.target)
        return wanted == comparable(self.predicted) if wanted else None

    @property
    def one_minus_ned(self) -> float:
        """The similarity of reading and target, from the function `one_minus_ned`."""
        return one_minus_ned(self.target, self.predicted)

    @property
    def matches(self) -> int:
        """The number of characters read rightly."""
        return sum(wanted == read for wanted, read in self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain JSON, without the texts."""
        return {
            "exact": self.exact,
            "exact_ci": self.exact_ci,
            "one_minus_ned": self.one_minus_ned,
            "matches": self.matches,
            "polygons": self.polygons,
            "centers_in_box": self.found,
            "centers_in_order": self.placed,
        }


def score_word(target: str, word: ReadWord = _NOTHING, polygons: Sequence[Polygon] = ()) -> WordScore:
    """Compare a decoded word with its target, and count the characters at their places.

    Parameters
    ----------
    target : str
        The right text, normalised as the word's text is.
    word : ReadWord
        The decoded word, with centres in image pixels.
    polygons : sequence of Polygon
        The polygons of the label's characters in reading order, in image pixels: entry k - 1 is that of character k.
        Empty for a word-level label.
    """
    hits = inside(polygons, [character.center for character in word.characters])
    # not by place in the list: behind a gap it is another
    places = [word.place_of(character) - 1 for character in word.characters]
    own = [hits[place, column] for column, place in enumerate(places) if place < len(polygons)]
    count = int(hits.any(axis=1).sum())
    return WordScore(target, word.text, align(target, word.text), len(polygons), count, int(sum(own)))


@dataclass(frozen=True, slots=True)
class Metrics:
    """The mean measures of some words, with None for a measure without data."""

    images: int
    """The number of words."""
    word_accuracy: float | None
    """Share of words read exactly, case and symbols included (DTRB, Baek et al. 2019, with all its symbols)."""
    word_accuracy_ci: float | None
    """Share of words that agree after `comparable`, without the words whose target becomes empty by that."""
    one_minus_ned: float | None
    """Mean over the words of `one_minus_ned`."""
    character_f1: float | None
    """2·m/(t + p), with m the matches of `align`, t the target and p the predicted characters, each summed over all
    words: the harmonic mean of micro-averaged precision m/p and recall m/t (MMOCR's `CharMetric`, with the matches of
    the Levenshtein alignment instead of difflib's)."""
    center_in_box: float | None
    """Share of target characters with any decoded centre in their polygon, the edge included. A measure of our own,
    like the next: no agreed measure of place exists for characters in cropped words."""
    order_accuracy: float | None
    """Share of target characters k whose own decoded centre, that of place k (`ReadWord.place_of`), is in polygon k. A
    missing centre is a miss."""
    brought: Mapping[str, float | None] = field(default_factory=dict)
    """Measures of plug-ins, by id."""

    def to_dict(self) -> dict[str, Any]:
        """Return the measures by name, in the order of the document of `textscanner evaluate --json`."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "brought"} | {**self.brought}


def summarise(scores: Iterable[WordScore]) -> Metrics:
    """Return the measures over all scored words."""
    images = exact = comparables = exact_ci = matches = characters = polygons = centres = placed = 0
    similarity = 0.0
    scores = [*scores]
    for score in scores:
        images += 1
        exact += score.exact
        comparables += score.exact_ci is not None
        exact_ci += score.exact_ci is True
        similarity += score.one_minus_ned
        matches += score.matches
        characters += len(score.target) + len(score.predicted)
        polygons += score.polygons
        centres += score.found
        placed += score.placed
    return Metrics(
        images,
        word_accuracy=_share(exact, images),
        word_accuracy_ci=_share(exact_ci, comparables),
        one_minus_ned=_share(similarity, images),
        character_f1=_share(2 * matches, characters),
        center_in_box=_share(centres, polygons),
        order_accuracy=_share(placed, polygons),
        brought=brought_measures(scores),
    )


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def confusions(scores: Iterable[WordScore]) -> Counter[Step]:
    """Count how often each symbol was read as another, over all words, by `align`.

    None means ε: (symbol, None) counts misses, (None, symbol) surplus symbols. Matches, such as ("A", "A"), are
    counted too, so that a row divided by its sum gives the shares of a symbol's readings.
    """
    return Counter(step for score in scores for step in score.steps)


@dataclass(frozen=True, slots=True)
class LengthScore:
    """The word accuracy for targets of one length."""

    words: int
    """The number of words whose target has that many symbols."""
    exact: int
    """The number of these words that are read exactly."""

    @property
    def accuracy(self) -> float:
        """The share of the words of this length that were read exactly."""
        return self.exact / self.words


def accuracy_by_length(scores: Iterable[WordScore]) -> Mapping[int, LengthScore]:
    """Return the word accuracy by the length of the target in symbols, ascending, for the lengths that occur."""
    words: Counter[int] = Counter()
    exact: Counter[int] = Counter()
    for score in scores:
        words[len(score.target)] += 1
        exact[len(score.target)] += score.exact
    return {length: LengthScore(words[length], exact[length]) for length in sorted(words)}
