"""Holds the image list in memory, so that the window can filter and sort it while a person types.

Columns are parallel lists and arrays, and rows are found by searching folded strings: at 100,000 images one word takes
some 3 ms that way, while a query to the index would take many times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import contains
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from core.index.filters import (
    EVERYTHING,
    READINGS,
    SPLITS,
    STATUSES,
    Between,
    Fact,
    Filter,
    HasFact,
    HasProblem,
    HasSymbols,
    HasTag,
    InFolder,
    IsRead,
    NeverRead,
    OneOf,
    Term,
    WordFilter,
    fold,
)
from core.index.rows import ImageRow, IndexedPrediction, StoredProblem, status_of
from core.labels.label import WordLabel
from core.project.notes import Split
from core.readings.agreement import AGREEMENTS, agreement_of

if TYPE_CHECKING:  # the window starts without it
    from core.analysis.learning.groups import WordLife

SortKey = Literal["name", "status", "problems", "length", "score", "probability", "loss", "certainty"]

_PENDING = STATUSES.index("pending")
_READ: tuple[Literal["score", "probability", "loss"], ...] = ("score", "probability", "loss")
"""The columns that a model's reading fills."""
_STATUS = {name: code for code, name in enumerate(STATUSES)}
_SPLIT: dict[str, int] = {name: code for code, name in enumerate(SPLITS)}
_READING = {name: code for code, name in enumerate(READINGS)}
_AGREEMENT: dict[str, int] = {name: code for code, name in enumerate(AGREEMENTS)}
_UNKNOWN = -1

Facts = Mapping[str, frozenset[str]]  # of each image for which there is one, by its relative path


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort order for the image list, by a key and a direction."""

    key: SortKey = "name"
    """The key. `status` begins with the states that want attention (`core.index.filters.STATUSES`). Images that have no
    value come last either way, and equal ones are in natural order of their names either way."""
    descending: bool = False
    """True for the largest first: most problems, highest loss."""


BY_NAME = Sort()


@dataclass(frozen=True, slots=True)
class TableCounts:
    """The counts in the status bar."""

    images: int
    """The number of all images."""
    reviewed: int
    """The number of images with a reviewed label. Agreed labels are not among them."""
    with_problems: int
    """The number of images with at least one problem."""
    pending: int
    """The number of images that are not scanned yet."""


class ImageTable:
    """The images of a project with all known facts about them, used by one thread at a time."""

    def __init__(self, images: Iterable[str] = (), normalise: Callable[[str], str] = str) -> None:
        self.images = list(images)  # relative paths, in the order given (natural, from `core.project.listing`)
        count = len(self.images)
        # text, symbols, prediction: as in `core.index.rows`; "" if there is none
        self.text = [""] * count
        self.symbols = [""] * count
        self.prediction = [""] * count
        self.problems: list[tuple[StoredProblem, ...]] = [()] * count  # likewise; () if there is none
        self.status = np.full(count, _PENDING, np.int8)  # (n,) int8: index into `core.index.filters.STATUSES`
        # (n,) bool: False if the text is a model's reading that nobody has accepted
        self.known = np.ones(count, np.bool_)
        self.is_word_level = np.zeros(count, np.bool_)  # (n,) bool: True if the label has a text and no character
        # (n,) int8: index into `core.index.filters.SPLITS`; -1 while pending
        self.split = np.full(count, _UNKNOWN, np.int8)
        # (n,) int8: likewise; -1 if no person has chosen a split for the image
        self.own_split = np.full(count, _UNKNOWN, np.int8)
        # length, score, probability, loss, certainty: (n,) float64: NaN if there is none
        self.length = np.full(count, np.nan)
        self.score = np.full(count, np.nan)
        self.probability = np.full(count, np.nan)
        self.certainty = np.full(count, np.nan)
        self.loss = np.full(count, np.nan)
        # first_learned, forgotten: (n,) float64: as in `WordLife`; NaN for a word that the chosen run did not validate
        self.first_learned = np.full(count, np.nan)
        self.forgotten = np.full(count, np.nan)
        self.never_read = [""] * count  # likewise; "" there
        self.problem_count = np.zeros(count, np.int32)  # (n,) int32
        # (n,) int8: index into `core.index.filters.READINGS`; -1 if there is no prediction, or no known text to compare
        # it with
        self.reading = np.full(count, _UNKNOWN, np.int8)
        # as `set_facts` was told
        self.facts: dict[Fact, Facts] = {"never-read-at": {}, "second": {}}  # those of no learning history
        # (n,) int8: index into `core.readings.agreement.AGREEMENTS`; -1 unless two readers have read the image
        self.agreement = np.full(count, _UNKNOWN, np.int8)
        # texts that other readers read in each image, as `use_readings` was told
        self._read_by_others: Mapping[str, Sequence[str]] = {}
        self.model = ""  # hash of the model whose predictions count; those of other models are as none
        self._former = {key: np.full(count, np.nan) for key in _READ}
        # makes texts comparable, as the project does; rows that are updated from now on are compared so
        self.normalise = normalise
        self._reads: list[tuple[IndexedPrediction, ...]] = [()] * count
        self._haystack = [fold(image) for image in self.images]
        # Few different sets of problem ids occur: each row holds the number of its set.
        self._problem_set = np.zeros(count, np.int32)
        self._problem_sets: dict[tuple[str, ...], int] = {(): 0}
        self._tag_set = np.zeros(count, np.int32)  # likewise
        self._tag_sets: dict[tuple[str, ...], int] = {(): 0}
        self._places: dict[str, int] | None = None
        self._orders: dict[Sort, NDArray[np.intp]] = {}
        self._answers: dict[Term, NDArray[np.bool_]] = {}

    def __len__(self) -> int:
        return len(self.images)

    def index_of(self, image: str) -> int | None:
        """Return the index of an image, or None if it is not in the list."""
        if self._places is None:
            self._places = {name: place for place, name in enumerate(self.images)}
        return self._places.get(image)

    def problems_of(self, place: int) -> tuple[str, ...]:
        """Return the ids of an image's problems, each once, sorted."""
        number = int(self._problem_set[place])
        return next(ids for ids, code in self._problem_sets.items() if code == number)

    def tags_of(self, place: int) -> tuple[str, ...]:
        """Return the tags of an image, sorted."""
        number = int(self._tag_set[place])
        return next(tags for tags, code in self._tag_sets.items() if code == number)

    def own_splits(self) -> dict[str, Split]:
        """Return the split of each image for which a person has chosen it."""
        return {self.images[place]: SPLITS[self.own_split[place]] for place in np.flatnonzero(self.own_split >= 0)}

    def tags(self) -> tuple[str, ...]:
        """Return all tags that images have, sorted."""
        return tuple(sorted(tag for tag, count in self.tag_counts(range(len(self))).items() if count))

    def tag_counts(self, places: Sequence[int]) -> dict[str, int]:
        """Return how many of the images at some places have each tag."""
        of_set = np.bincount(self._tag_set[np.asarray(places, np.intp)], minlength=len(self._tag_sets))
        counts: dict[str, int] = {}
        for tags, number in self._tag_sets.items():
            for tag in tags:
                counts[tag] = counts.get(tag, 0) + int(of_set[number])
        return counts

    def update(self, rows: Iterable[ImageRow]) -> NDArray[np.intp]:
        """Replace the rows of some images by new ones.

        Returns
        -------
        (m,) intp
            Indices of the rows that were updated, in the order given; images that are not in the list are passed over.
        """
        places = [place for row in rows if (place := self._take(row)) is not None]
        if places:
            self._orders.clear()
            self._answers.clear()
        return np.array(places, np.intp)

    def take_label(self, image: str, label: WordLabel | None) -> int | None:
        """Replace the text and the progress of an image by those of its label before the label's file is written.

        Returns the index of the image, or None if neither has changed, or the list lacks the image.
        """
        place = self.index_of(image)
        if place is None:
            return None
        word = "" if label is None else label.word
        status, is_known = _STATUS[status_of(label)], label is None or label.known is not None
        if (self.text[place], self.status[place], self.known[place]) == (word, status, is_known):
            return None
        self.text[place] = word
        self.status[place] = status
        self.known[place] = is_known
        self.is_word_level[place] = label is not None and label.is_word_level
        self.length[place] = np.nan if label is None else len(word)
        self._haystack[place] = fold(f"{image}\n{word}")
        self._show_read(place)
        self._orders.clear()
        self._answers.clear()
        return place

    def use_model(self, model: str) -> bool:
        """Show only the predictions of a model, by its hash, and return True if a model has ever read any image.

        Images that the model has not read stay in the order that the model before gave them.
        """
        if model == self.model:
            return False
        self.model = model
        for key, former in self._former.items():
            column = getattr(self, key)
            former[:] = np.where(np.isnan(column), former, column)
        places = [place for place, reads in enumerate(self._reads) if reads]
        for place in places:
            self._show_read(place)
        self._orders.clear()
        self._answers.clear()
        return bool(places)

    def use_learning_history(self, lives: Mapping[str, WordLife]) -> None:
        """Use only the lives in one run's learning history, by image, for filtering."""
        self.first_learned.fill(np.nan)
        self.forgotten.fill(np.nan)
        self.never_read = [""] * len(self)
        for image, life in lives.items():
            place = self.index_of(image)
            if place is not None:
                self.first_learned[place], self.forgotten[place], self.never_read[place] = life[:3]
        self.set_facts("never-read-at", {image: life.never_read_at for image, life in lives.items()})

    def use_readings(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Use the texts that readers other than the model have read, by image, for filtering."""
        self._read_by_others = texts
        self.agreement.fill(_UNKNOWN)
        is_read = ~np.isnan(self.probability)
        for image, read in texts.items():  # 100,000 of them while the window waits: most are alike
            place = self.index_of(image)
            if place is None:
                continue
            own = self.prediction[place]
            if is_read[place] and all(text == own for text in read):
                self.agreement[place] = _AGREEMENT["same"]
            else:
                self._show_agreement(place)
        self._answers.clear()

    def read_by_others(self, place: int) -> Sequence[str]:
        """Return the texts that readers other than the model have read in an image."""
        return self._read_by_others.get(self.images[place], ())

    def set_facts(self, field: Fact, facts: Facts | None) -> None:
        """Replace the facts about images that a term of the filter tests."""
        if facts is None:
            self.facts.pop(field, None)
        else:
            self.facts[field] = facts
        self._answers.clear()

    def use_certainty(self, certainty: Mapping[str, float]) -> None:
        """Use the certainty of some images' drafts, from 0 to 1, for sorting."""
        for image, value in certainty.items():
            place = self.index_of(image)
            if place is not None:
                self.certainty[place] = value
        self._orders.clear()

    def with_images(self, images: Iterable[str]) -> ImageTable:
        """Return a list of these images, with all that is known about those already in this one."""
        table = ImageTable(images, self.normalise)
        table._problem_sets = dict(self._problem_sets)
        table.model = self.model
        table.facts = dict(self.facts)
        table._read_by_others = self._read_by_others
        table._tag_sets = dict(self._tag_sets)
        pairs = [(new, old) for new, name in enumerate(table.images) if (old := self.index_of(name)) is not None]
        if not pairs:
            return table
        to, source = (np.array(side, np.intp) for side in zip(*pairs, strict=True))
        for name, column in vars(table).items():
            if isinstance(column, np.ndarray):
                column[to] = getattr(self, name)[source]
            elif isinstance(column, list):
                origin = getattr(self, name)
                for new, old in pairs:
                    column[new] = origin[old]
        for key, former in self._former.items():
            table._former[key][to] = former[source]
        return table

    def visible(self, chosen: Filter = EVERYTHING, sort: Sort = BY_NAME) -> NDArray[np.intp]:
        """Return the indices, (m,) intp, of the images that pass a filter, in a sort order.

        `chosen`: see `core.index.filters`. `sort`: see there.
        """
        order = self._order(sort)
        if not chosen.terms:
            return order.copy()
        # A key that is typed changes one term, so the answers to the others are still known.
        self._answers = {term: self._answer(term) for term in chosen.terms}
        passed: NDArray[np.bool_] = np.logical_and.reduce(list(self._answers.values()))
        return order[passed[order]]

    def row_like(self, visible: NDArray[np.intp], start: str, row: int) -> int | None:
        """Return the next row whose file name or text begins with a text, or else one that contains it.

        `visible`: (m,) intp: the image of each row. `start`: letter case does not count. `row`: the search begins there
        and goes on with the first row. The result is None if there is no such row.
        """
        wanted, count = fold(start), len(visible)
        holding: int | None = None
        rows: list[int] = [*range(row, count), *range(min(row, count))]
        for candidate in rows:
            path, _, text = self._haystack[visible[candidate]].partition("\n")
            if text.startswith(wanted) or path.rpartition("/")[2].startswith(wanted):
                return candidate
            if holding is None and (wanted in text or wanted in path):
                holding = candidate
        return holding

    def counts(self) -> TableCounts:
        """Return the counts for the status bar."""
        return TableCounts(
            images=len(self),
            reviewed=int(np.count_nonzero(self.status == _STATUS["reviewed"])),
            with_problems=int(np.count_nonzero(self.problem_count)),
            pending=int(np.count_nonzero(self.status == _PENDING)),
        )

    def _take(self, row: ImageRow) -> int | None:
        place = self.index_of(row.image)
        if place is None:
            return None
        self.text[place] = row.text
        self.symbols[place] = row.symbols
        self.status[place] = _STATUS[row.status]
        self.known[place] = row.is_known
        self.is_word_level[place] = row.is_word_level
        self.split[place] = _SPLIT[row.split]
        self.own_split[place] = _UNKNOWN if row.own_split is None else _SPLIT[row.own_split]
        self._tag_set[place] = self._tag_sets.setdefault(row.tags, len(self._tag_sets)) if row.tags else 0
        self.length[place] = np.nan if row.length is None else row.length
        self.problems[place] = row.problems
        self.problem_count[place] = len(row.problems)
        ids = tuple(sorted({problem.id for problem in row.problems})) if row.problems else ()
        self._problem_set[place] = self._problem_sets.setdefault(ids, len(self._problem_sets))
        self._reads[place] = row.predictions
        self._show_read(place)
        # A line end between the two, so that no word is found half in the path and half in the text
        self._haystack[place] = fold(f"{row.image}\n{row.text}")
        return place

    def _show_read(self, place: int) -> None:
        read = next((read for read in self._reads[place] if read.model == self.model), None)
        self.prediction[place] = "" if read is None else read.text
        self.probability[place] = np.nan if read is None else read.probability
        self.score[place] = np.nan if read is None or read.score is None else read.score
        self.loss[place] = np.nan if read is None or read.loss is None else read.loss
        self._show_agreement(place)
        text = self.text[place]
        if read is None or not text or not self.known[place]:
            self.reading[place] = _UNKNOWN
        else:
            is_right = text == read.text or self.normalise(text) == self.normalise(read.text)
            self.reading[place] = _READING["right" if is_right else "wrong"]

    def _show_agreement(self, place: int) -> None:
        other_texts = self._read_by_others.get(self.images[place])
        if other_texts is None:
            self.agreement[place] = _UNKNOWN
            return
        texts = other_texts if np.isnan(self.probability[place]) else (self.prediction[place], *other_texts)
        agreement = agreement_of(texts)
        self.agreement[place] = _UNKNOWN if agreement is None else _AGREEMENT[agreement]

    def _answer(self, term: Term) -> NDArray[np.bool_]:
        """The images that satisfy a term, as a mask."""
        known = self._answers.get(term)
        return self._holds(term) != term.turned if known is None else known

    def _holds(self, term: Term) -> NDArray[np.bool_]:
        """For which images a term, not turned round, holds."""
        match term:
            case WordFilter(word):
                return _containing(self._haystack, word)
            case HasSymbols(symbols) | NeverRead(symbols):
                texts = self.symbols if isinstance(term, HasSymbols) else self.never_read
                mask: NDArray[np.bool_] = np.logical_and.reduce([_containing(texts, symbol) for symbol in symbols])
                return mask
            case IsRead(word):
                mask = _containing([*map(fold, self.prediction)], word)
                for image, read in self._read_by_others.items():
                    place = self.index_of(image)
                    if place is not None and any(word in fold(text) for text in read):
                        mask[place] = True
                return mask
            case OneOf("readers", values):
                return np.isin(self.agreement, [_AGREEMENT[value] for value in values])
            case OneOf("status", values):
                return np.isin(self.status, [_STATUS[value] for value in values])
            case OneOf("read", values):
                return np.isin(self.reading, [_READING[value] for value in values])
            case HasFact(field, wanted):
                facts, either = self.facts.get(field, {}), frozenset(wanted)
                none: frozenset[str] = frozenset()
                return np.fromiter((not either.isdisjoint(facts.get(image, none)) for image in self.images), bool)
            case OneOf(_, values):
                return np.isin(self.split, [_SPLIT[value] for value in values])
            case InFolder(folder):
                parts = (image.rpartition("/") for image in self.images)
                return np.fromiter((f"{head}{slash}./".startswith(f"{folder}/") for head, slash, _ in parts), bool)
            case HasTag(word, is_whole):
                tagged = np.zeros(len(self._tag_sets), bool)
                for tags, number in self._tag_sets.items():
                    tagged[number] = any(fold(t) == word if is_whole else fold(t).startswith(word) for t in tags)
                return tagged[self._tag_set]
            case HasProblem(prefix):
                having = np.zeros(len(self._problem_sets), bool)
                for ids, number in self._problem_sets.items():
                    having[number] = any(name.lower().startswith(prefix) for name in ids)
                return having[self._problem_set]
            case Between(field, low, high, low_open, high_open):
                column: NDArray[np.float64] = self.length if field == "len" else getattr(self, field.replace("-", "_"))
                above = column > low if low_open else column >= low
                below = column < high if high_open else column <= high
                return np.asarray(above & below)

    def _order(self, sort: Sort) -> NDArray[np.intp]:
        """The permutation of a sort, kept until a row changes."""
        known = self._orders.get(sort)
        if known is None:
            known = self._orders[sort] = self._sorted(sort)
        return known

    def _sorted(self, sort: Sort) -> NDArray[np.intp]:
        places = np.arange(len(self), dtype=np.intp)
        match sort.key:
            case "name":
                return places[::-1].copy() if sort.descending else places
            case "problems":
                column = self.problem_count.astype(np.float64)
            case "status":
                column = self.status.astype(np.float64)
            case key:
                column = getattr(self, key)
        # NaN sorts last whatever the sign, and a stable sort leaves equal ones by name
        sign = -1 if sort.descending else 1
        columns = [sign * column, *([sign * self._former[sort.key]] if sort.key in self._former else [])]
        return np.lexsort(columns[::-1])


def _containing(texts: list[str], part: str) -> NDArray[np.bool_]:
    """The texts that contain a part, as a mask."""
    return np.fromiter(map(contains, texts, repeat(part)), bool, len(texts))
