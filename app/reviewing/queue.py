"""The review queue, which orders labels by their disagreement with a model's readings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.drafting.drafting import Drafting
from app.drafting.drafts import Doubt
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.reviewing.cross_check import CrossChecking
from app.reviewing.learned_labels import learned_by
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.index.filters import STATUSES
from core.index.index import Index
from core.index.rows import ImageRow
from core.index.table import ImageTable
from core.project.notes import ImageNote
from core.project.project import Project
from core.readings.agreement import AGREEMENTS
from core.runs.cross_check import is_cross_check

Order = Literal["disagreement", "probability", "loss", "readers"]
"""By how much the reading contradicts the label, how sure the reading is, its loss, how far several readers agree."""

_OPEN = tuple(map(STATUSES.index, ("none", "prelabelled")))
_SETTLE = 400  # ms over which news of many images is gathered
_FEW = 500  # images that are looked up one by one; more are read with all the others


@dataclass(frozen=True, slots=True)
class Queued:
    """One image in the queue."""

    image: str
    """Path of the image relative to the project."""
    text: str
    """The label's text."""
    read: str
    """The model's reading."""
    disagreement: float
    """Disagreement of label and reading, ≥ 0 (`core.analysis.label_errors.disagreement.Disagreement.score`)."""
    probability: float
    """Probability of the reading, 0 to 1. NaN if there is none."""
    loss: float | None = None
    """The model's loss for this label. None if it is not known."""
    was_trained_on: bool | None = None
    """True if the model has learned from this very label. None if that is not known."""
    is_doubted: bool = False
    """True if the maps contradicted the image's known text when it was drafted."""
    is_done: bool = False
    """True if a person has changed or reviewed the label since. The row then keeps its place in the queue."""
    read_by_others: tuple[str, ...] = ()
    """The readings of other readers, in a queue of words that readers differ on."""

    @property
    def wrong(self) -> float:
        """The probability that the label is wrong, 0 to 1."""
        return -math.expm1(-self.disagreement)


@dataclass(frozen=True, slots=True)
class _Judgement:
    """The index entry of one image whose label has not changed since a model read the image."""

    queued: Queued
    model: str


_Judgements = tuple[_Judgement, ...]  # those of one image by several models, the latest first


@dataclass(frozen=True, slots=True)
class _Answer:
    """The queue that a background thread has computed."""

    judged: Mapping[str, _Judgements]
    queue: tuple[Queued, ...]
    others: int
    is_known: bool
    is_cross_checked: bool
    readers: tuple[Path, ...]


@dataclass(slots=True)
class _Question:
    """The data for a background thread that computes the queue."""

    project: Project
    images: frozenset[str] | None
    judged: Mapping[str, _Judgements]
    order: Order
    models: Mapping[str, Path]  # by hash: those whose readings count, none for any
    is_chosen: bool  # whether a model is; then what others than these have read is left out
    doubts: Mapping[str, Doubt] = field(default_factory=dict)
    before: tuple[Queued, ...] = ()  # the queue until now: what a person settled in it stays
    differing: Callable[[], tuple[Queued, ...]] | None = None  # gives the words that readers differ on, for their order


class Reviewing(QObject):
    """The review queue of one window, kept up to date after the first call of `want`.

    `is_cross_checked`: True if the cross-check has read all images of the queue.
    """

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        in_use: ModelInUse,
        drafting: Drafting,
        cross_checking: CrossChecking,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.queue: tuple[Queued, ...] = ()
        self.chosen_order: Order | None = None  # None: a person has chosen none
        # number of images that neither the chosen model nor the cross-check has read; they are not in the queue
        self.others = 0
        # True if the program knows, for each image in the queue, if the model was trained on its label
        self.is_known = self.is_cross_checked = False
        # the models whose readings are in the queue; none if it is not known which model has read an image
        self.readers: tuple[Path, ...] = ()
        self.is_ready = False  # True if the queue was made since the project was opened
        self._workspace = workspace
        self._catalog = catalog
        self._in_use = in_use
        self._drafting, self._cross_checking = drafting, cross_checking
        self._model = in_use.model
        self._before: tuple[Queued, ...] = ()
        self._judged: Mapping[str, _Judgements] = {}
        self._places: dict[str, int] = {}
        self._changed: frozenset[str] | None = None  # since the last question; None: everything
        self._asked: frozenset[str] | None = frozenset()  # what is asked for and not answered yet
        self._is_wanted = False
        self._walk: tuple[str, ...] = ()  # the image that was gone to last, and those behind it then
        self._then: Callable[[], None] | None = None
        self._latest = LatestJob(workspace.background, "runs", self)
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        workspace.folder_changed.connect(self._folder_changed)
        workspace.project_changed.connect(self._outdated)
        catalog.images_changed.connect(self._laid_out)
        catalog.rows_changed.connect(self._rows_changed)
        in_use.model_changed.connect(self._model_changed)
        cross_checking.changed.connect(self._outdated)
        cross_checking.done.connect(self.want)
        drafting.doubts_changed.connect(self._outdated)

    def want(self) -> None:
        """Start keeping the queue up to date."""
        if not self._is_wanted:
            self._is_wanted = True
            self._ask()

    def sort(self, order: Order | None) -> None:
        """Set the order of the queue, or leave it to `order` if None."""
        if order != self.chosen_order:
            self.chosen_order = order
            self._walk, self._before = (), ()
            self._ask()

    @property
    def order(self) -> Order:
        """The order of the queue: the chosen one, or by readers once two have read, or else by disagreement."""
        if self.chosen_order is not None:
            return self.chosen_order
        return "readers" if np.any(self._catalog.table.agreement >= 0) else "disagreement"

    @property
    def is_walked(self) -> bool:
        """True if the image on screen was opened from the queue."""
        return bool(self._walk) and self._walk[0] == self._workspace.image

    def place_of(self, image: str | None) -> int | None:
        """Return the index of an image in the queue, from 0, or None if it is not in the queue."""
        return None if image is None else self._places.get(image)

    def show(self, place: int) -> None:
        """Go to the image at an index of the queue, and let `step` continue from there."""
        self._walk = tuple(queued.image for queued in self.queue[place:])
        self._workspace.go_to(self._walk[0])

    def begin(self) -> None:
        """Show the first image of the queue, once the latest readings are in it."""
        self._is_wanted, self._walk, self._then = True, (), partial(self._go, 1)
        self._ask()

    def step(self, step: int) -> None:
        """Show the image after (step 1) or before (-1) the one opened last from the queue, or at first the first one.

        A person who has left the queue for other images so returns to the same place.
        """
        if not self.is_ready:
            self._then = partial(self._go, step)
            self.want()
            return
        self._go(step)

    def _go(self, step: int) -> None:
        if not self.queue:
            self._workspace.notify(self.tr("The review queue is empty. Predict all images of the list first."))
            return
        wanted = 0
        if self._walk:
            # An image that has left the queue is followed by the first that stood behind it and has not
            last = next((image for image in self._walk if image in self._places), None)
            at = len(self.queue) if last is None else self._places[last]
            wanted = at + step if last == self._walk[0] else at + min(step, 0)
        if 0 <= wanted < len(self.queue):
            self.show(wanted)
        else:
            self._workspace.notify(self.tr("The review queue ends here."))

    # News

    def _outdated(self) -> None:
        if self._is_wanted:
            self._soon.start()

    def _model_changed(self) -> None:
        if self._in_use.model != self._model:
            self._model = self._in_use.model
            self._walk = ()
            self._before = ()
        self._outdated()

    def _rows_changed(self, places: NDArray[np.intp]) -> None:
        if self._changed is not None:
            images = self._catalog.table.images
            self._changed |= {images[place] for place in places}
        self._outdated()

    def _laid_out(self) -> None:
        if any(self._catalog.table.index_of(image) is None for image in self._judged):
            self._changed = None
        self._outdated()

    def _folder_changed(self) -> None:
        self._judged = {}
        self._changed = None
        self.is_ready = False
        self._walk = ()
        self._put((), 0)

    def _ask(self) -> None:
        self._soon.stop()
        project = self._workspace.project
        if project is None:
            return
        in_use = self._in_use
        both = None if self._changed is None or self._asked is None else self._changed | self._asked
        self._asked = None if both is None or len(both) > _FEW else both
        self._changed = frozenset()
        models: dict[str, Path] = {}
        cross_check = self._cross_checking.cross_check
        if cross_check is not None and cross_check.hash:  # what judges best is never left out
            models[cross_check.hash] = cross_check.path
        if in_use.model is not None and in_use.model_hash:
            models[in_use.model_hash] = in_use.model
        own = self._catalog.table.own_splits()  # labels say it, too, which the project alone does not know
        question = _Question(
            project=replace(project, notes={image: ImageNote(split=split) for image, split in own.items()}),
            images=self._asked,
            judged=self._judged,
            order=self.order,
            models=models,
            is_chosen=bool(in_use.model_hash),
            doubts=dict(self._drafting.doubts),
            before=self._before,
            differing=self._differing() if self.order == "readers" else None,
        )
        self._latest.ask(partial(_answer, question), self._take_queue)

    def _differing(self) -> Callable[[], tuple[Queued, ...]]:
        """The words that nobody has labelled and that several readers read differently, the most doubtful first.

        What differs only in case or marks comes behind what differs. The background thread puts them together: of
        100,000 words they may be many.
        """
        table = self._catalog.table
        is_open = np.isin(table.status, _OPEN)
        places: list[int] = []
        for agreement in ("differ", "case"):
            alike = np.flatnonzero(is_open & (table.agreement == AGREEMENTS.index(agreement)))
            places += alike[np.argsort(table.probability[alike], kind="stable")].tolist()
        return partial(_queued, table, places)

    def _take_queue(self, answer: _Answer) -> None:
        self._asked = frozenset()
        self._judged = answer.judged
        self.is_known = answer.is_known
        self.is_cross_checked = answer.is_cross_checked
        self.readers = answer.readers
        self.is_ready = True
        self._put(answer.queue, answer.others)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _put(self, queue: tuple[Queued, ...], unread: int) -> None:
        self.queue = self._before = queue
        self.others = unread
        self._places = {queued.image: place for place, queued in enumerate(queue)}
        self.changed.emit()


def _queued(table: ImageTable, places: Sequence[int]) -> tuple[Queued, ...]:
    return tuple(
        Queued(
            table.images[place],
            table.text[place],
            table.prediction[place],
            0.0,
            float(table.probability[place]),
            read_by_others=tuple(table.read_by_others(place)),
        )
        for place in places
    )


def _answer(question: _Question, job: Job) -> _Answer:
    judged = _judged(question)
    if question.differing is not None:
        differing = question.differing()
        open_images = {queued.image for queued in differing}
        done = _done(question, [queued for queued in question.before if queued.image not in open_images])
        readers = tuple(question.models.values())[-1:] if question.is_chosen else ()
        return _Answer(judged, (*differing, *done), 0, True, False, readers)
    learned = {name: learned_by(model, question.project) for name, model in question.models.items()}
    mine, wrong = {}, 0
    used = set()
    for image, judgements in judged.items():
        by_model = {judgement.model: judgement for judgement in judgements}
        known_models = [by_model[model] for model in question.models if model in by_model]  # the cross-check first
        if question.is_chosen and not known_models:
            wrong += 1
            continue
        judgement = known_models[0] if known_models else judgements[0]
        used.add(judgement.model)
        has_learned = learned.get(judgement.model)
        known = None if has_learned is None else has_learned(image)
        mine[image] = replace(judgement.queued, was_trained_on=known)
    is_known = bool(mine) and all(judgement.was_trained_on is not None for judgement in mine.values())
    is_cross_checked = bool(used) and all(is_cross_check(question.models.get(judge)) for judge in used)
    for image, doubt in question.doubts.items():
        entry = mine.get(image) or Queued(image, doubt.text, doubt.read, 0.0, math.nan)
        mine[image] = replace(entry, disagreement=max(entry.disagreement, doubt.odds), is_doubted=True)
    done = _done(question, [queued for queued in question.before if queued.image not in mine])
    queue = in_order((*mine.values(), *done), question.order)
    are_named = used <= question.models.keys()
    readers = tuple(path for model, path in question.models.items() if are_named and model in used)
    return _Answer(judged, queue, wrong, is_known, is_cross_checked, readers)


def _done(question: _Question, gone: Sequence[Queued]) -> list[Queued]:
    """Return what a person has settled of that which is judged no more: the label is not what the model saw."""
    if not gone:
        return []
    with Index.open(question.project) as index:
        rows = [(queued, index.row(queued.image)) for queued in gone]
    settled = {"draft", "reviewed"}
    return [
        replace(queued, text=row.text, is_done=True)
        for queued, row in rows
        if row is not None and row.status in settled
    ]


def _judged(question: _Question) -> Mapping[str, _Judgements]:
    """Return the readings of the images whose labels have not changed since they were compared."""
    with Index.open(question.project) as index:
        if question.images is None:
            return {row.image: judgements for row in index.rows() if (judgements := _judgements(row))}
        judged = {**question.judged}
        for image in question.images:
            row = index.row(image)
            judgements = () if row is None else _judgements(row)
            if judgements:
                judged[image] = judgements
            else:
                judged.pop(image, None)
    return judged


def _judgements(row: ImageRow) -> _Judgements:
    judgements = []
    for read in row.predictions:
        if read.score is not None and read.label_hash == row.label_hash:
            apart = max(-math.log(read.score), 0.0) if read.score > 0 else math.inf
            queued = Queued(row.image, row.text, read.text, apart, read.probability, read.loss)
            judgements.append(_Judgement(queued, read.model))
    return tuple(judgements)


def in_order(queue: Iterable[Queued], order: Order) -> tuple[Queued, ...]:
    """Return the images in the order of review.

    Images whose label the model was trained on come last, because its reading says little about that label.
    """
    if order == "disagreement":
        from core.analysis.label_errors.disagreement import Judged, rank  # SciPy, which the start must not wait for

        by_image = {queued.image: queued for queued in queue}
        judged = (
            Judged(queued.image, queued.disagreement, queued.probability, bool(queued.was_trained_on))
            for queued in by_image.values()
        )
        return tuple(by_image[judged_word.image] for judged_word in rank(judged))

    def key(queued: Queued) -> tuple[bool, float, str]:
        if order == "probability":
            value = math.inf if math.isnan(queued.probability) else queued.probability
        else:
            value = math.inf if queued.loss is None else -queued.loss
        return bool(queued.was_trained_on), value, queued.image

    return tuple(sorted(queue, key=key))
