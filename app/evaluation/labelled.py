"""Asks the prediction process about the labelled words of a folder, and stores the answers for the chosen model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.saver import Saver
from app.language.figures import agreeing
from app.language.languages import translate
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.folder_request import FolderRequest, ModelLetGoError, keep_readings
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.prediction_messages import Asked, FolderRead
from core.base.errors import LabelError, ModelError
from core.index.filters import SPLITS, STATUSES
from core.index.index import Index
from core.index.rows import ImageRow
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, read_label_bytes
from core.project.project import Project

Scope = Literal["validation", "list"]
"""The words: those set apart for validation, or those in the list of images (of it, the selected ones)."""

SCOPES: tuple[Scope, ...] = ("validation", "list")

_SHOWN_EVERY = 200  # ms between two signals while words come in
_OFTEN = 100  # labels between two reports

FEW = 20  # known labels from which on figures are shown without a word on their number

_UNLABELLED = (STATUSES.index("none"), STATUSES.index("unreadable"))
_VALIDATION = SPLITS.index("val")
_AGREED = STATUSES.index("agreed")


class _Labelled(Protocol):
    @property
    def label_hash(self) -> str:
        """Of the label that the answer compares with, as `core.index.rows.ImageRow.label_hash`."""


A = TypeVar("A", bound=_Labelled)


@dataclass(frozen=True, slots=True)
class Judge:
    """The model, the project settings and the question for which the answers are valid."""

    project: Project
    """The open project, with its choices."""
    model: str
    """Hash of the model's weights and of the options that it reads with."""
    asked: Asked
    """The question about each word."""
    run: Path | None = None
    """The run that is looked at, whose folder keeps the answers. None: the model in use."""


class LabelledFolder(QObject, Generic[A]):
    """The chosen model's answers for the labelled words of one folder.

    `images`: the words that were asked for, by relative path. `answers`: they grow while `job` runs, and stay when it
    is stopped. `left_out`: a sentence for each word without an answer. `changed_since`: words whose label was edited
    after their answer. `sentence`: why it ended early; "" if it did not.
    """

    changed = Signal()
    begun = Signal()  # somebody has asked for it

    @property
    def asked(self) -> Asked:
        """The question that is asked about each word."""
        raise NotImplementedError

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        saver: Saver,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.scope: Scope = "validation"
        # count labels that nobody has reviewed, too: then the figures say how far models agree
        self.with_drafts = False
        self.job: Job | None = None  # while it goes on
        self._workspace = workspace
        self._catalog = catalog
        self._saver = saver
        self._predictions = predictions
        self._client = client
        self._judge: Judge | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SHOWN_EVERY)
        self._soon.timeout.connect(self._add_up)
        self._clear()
        self._predictions.model_changed.connect(self._outdated)
        workspace.project_changed.connect(self._outdated)
        saver.saved.connect(lambda image: self._edited((image,)))
        catalog.changed_on_disk.connect(self._edited)

    # What a kind of question is made of

    def _title(self, count: str) -> str:
        raise NotImplementedError

    def _without(self, what: Literal["project", "model"]) -> str:
        """The sentence if there is no project or no model."""
        raise NotImplementedError

    def _clear(self) -> None:
        """Forget all answers and what they add up to."""
        self._judge = None
        self._soon.stop()
        self.images: tuple[str, ...] = ()
        self.answers: dict[str, A] = {}
        self.left_out: tuple[str, ...] = ()
        self.changed_since: frozenset[str] = frozenset()
        self.sentence = ""
        self._choice: tuple[Scope, bool] | None = None  # scope and drafts that the answers are of; None: not known

    def _add(self, answers: Mapping[str, A]) -> None:
        self.answers |= answers
        if not self._soon.isActive():
            self._soon.start()

    def _add_up(self) -> None:
        """Work out what the answers come to so far, and say so."""
        self._soon.stop()
        self.changed.emit()

    def _answers_in(self, news: FolderRead) -> Mapping[str, A]:
        raise NotImplementedError

    # What there is

    def count(self, scope: Scope) -> int:
        """Return the number of labelled words to ask about."""
        return len(labelled_words(self._catalog, scope, self.with_drafts))

    @property
    def is_of_former_choice(self) -> bool:
        """True if the answers are of another choice of words than that of now, which may have other words."""
        if not self.images or self.job is not None:
            return False
        if self._choice is not None and self._choice != (self.scope, self.with_drafts):
            return True
        chosen = labelled_words(self._catalog, self.scope, self.with_drafts)
        return len(chosen) > len(self.images) or not {*chosen} <= {*self.images}

    @property
    def shortage(self) -> str:
        """A sentence that says how few of the words have a known label, or "" if there are enough, or all have one."""
        known, labelled = (len(labelled_words(self._catalog, self.scope, drafts)) for drafts in (False, True))
        if known >= FEW or known == labelled:
            return ""
        text = translate(
            "LabelledFolder",
            "{known} of {count} {count:|label|labels} {known:|is|are} known; the others are drafts "
            "of a model, or two readers agreed on them.",
        )
        return agreeing(text, known=known, count=f"{labelled:,}")

    @property
    def note_of_agreed(self) -> str:
        """A sentence that says how many of the words are left out because two readers agreed on them, or ""."""
        if self.with_drafts:
            return ""
        places = _places_in(self._catalog, self.scope)
        count = np.count_nonzero(self._catalog.table.status[places] == _AGREED)
        text = translate(
            "LabelledFolder",
            "Left out: {count} {count:|word|words} that {count:|was|were} accepted because two readers agreed. "
            "Confirm {count:|it|some}.",
        )
        return agreeing(text, count=f"{count:,}") if count else ""

    @property
    def refusal(self) -> str:
        """The sentence that says why the work cannot start now, or "" if it can."""
        predictions = self._predictions
        if self._workspace.project is None:
            return self._without("project")
        if predictions.is_live:
            return translate(
                "LabelledFolder", "The training predicts at the moment. Wait for its end, or choose a finished model."
            )
        match predictions.state:
            case "none":
                return self._without("model")
            case "loading":
                return translate("LabelledFolder", "The model is being loaded…")
            case "failed":
                return predictions.error
        return ""

    # What is asked for

    def start(self) -> None:
        """Ask about the words of `scope` as they are on the disk, after saving everything."""
        self.begun.emit()
        self._workspace.end_trouble(type(self).__name__)
        images = labelled_words(self._catalog, self.scope, self.with_drafts)
        refusal = self.refusal
        if not refusal and not images:
            refusal = self.shortage or (
                translate(
                    "LabelledFolder",
                    "No labelled word is set apart for validation. Take the words of the list instead.",
                )
                if self.scope == "validation"
                else translate("LabelledFolder", "The list shows no labelled word. Change its filter.")
            )
        if refusal:
            self._workspace.notify(refusal, "warning")
            return
        self.cancel()
        self._workspace.leaving.emit()
        self._saver.when_saved(partial(self._begin, images))

    def cancel(self) -> None:
        """Stop asking, and keep the answers received so far."""
        if self.job is not None:
            self.job.cancel()

    def _begin(self, images: tuple[str, ...]) -> None:
        project, judge = self._workspace.project, self._present
        if project is None or judge is None:
            return
        drops = self._client.drops
        before = self.answers if judge == self._judge else {}
        self._clear()
        self._judge, self.images = judge, images
        self._choice = self.scope, self.with_drafts
        self._add_up()
        job = self.job = self._workspace.background.start(
            self._title(f"{len(images):,}"),
            partial(_gather, project, images, before, self.asked, judge.run),
            lane="predictions",
            reported=lambda news: self._receive(job, drops, news),
            failed=lambda error: self._failed(job, error),
        )
        job.ended.connect(partial(self._ended, job))
        self.changed.emit()

    # What comes back

    def _receive(
        self, job: Job, drops: int, news: FolderRequest | FolderRead | list[ImageRow] | Mapping[str, A]
    ) -> None:
        if isinstance(news, FolderRequest):
            self._client.ask(news, drops)
        elif isinstance(news, list):
            self._catalog.take_rows(news)
        elif self._judge is None or job is not self.job:
            return  # it belongs to what was asked for before
        elif isinstance(news, FolderRead):
            self._add(self._answers_in(news))
            self.left_out += news.left_out
        else:
            self._add(news)

    def _failed(self, job: Job, error: Exception) -> None:
        self._workspace.notify_trouble(type(self).__name__, error)
        if job is self.job:
            self.sentence = str(error)

    def _ended(self, job: Job) -> None:
        if job is not self.job:
            return
        self.job = None
        if self._judge is None:
            self.changed.emit()
        else:
            self._add_up()

    # What makes it outdated

    @property
    def _present(self) -> Judge | None:
        project, model = self._workspace.project, self._predictions.model_hash
        run = None if self._predictions.is_in_use else self._predictions.run
        return Judge(project, model, self.asked, run) if project is not None and model else None

    def _outdated(self) -> None:
        """Another model, project, or other choices of it (how texts are normalised, who is set apart)."""
        if self._judge is not None and self._judge != self._present:
            self.cancel()
            self._clear()
        self.changed.emit()

    def _edited(self, images: Sequence[str]) -> None:
        """Something was written, perhaps before it was answered: only what the label files say by now decides."""
        judge, before = (
            self._judge,
            {image: self.answers[image].label_hash for image in self.answers.keys() & {*images}},
        )
        if judge is None or not before:
            return

        def work(job: Job) -> frozenset[str]:
            return frozenset(image for image, known in before.items() if hash_of_label(judge.project, image) != known)

        def then(changed: frozenset[str]) -> None:
            if judge != self._judge:
                return
            changed = frozenset(
                image for image in changed if image in self.answers and self.answers[image].label_hash == before[image]
            )
            if not changed <= self.changed_since:
                self.changed_since |= changed
                self.changed.emit()

        self._workspace.background.start("", work, lane="checks", finished=then)


def labelled_words(catalog: Catalog, scope: Scope, with_drafts: bool = False) -> tuple[str, ...]:
    """Return the words whose label is known, or that have any label, as relative paths."""
    table = catalog.table
    is_labelled = ~np.isin(table.status, _UNLABELLED) & (table.known | with_drafts)
    places = _places_in(catalog, scope)
    return tuple(table.images[place] for place in places[is_labelled[places]])


def _places_in(catalog: Catalog, scope: Scope) -> NDArray[np.intp]:
    table = catalog.table
    if scope == "validation":
        return np.flatnonzero(table.split == _VALIDATION)
    if len(catalog.chosen) > 1:
        chosen = (table.index_of(image) for image in catalog.chosen)
        return np.array([place for place in chosen if place is not None], np.intp)
    return catalog.visible


def _gather(
    project: Project,
    images: Sequence[str],
    before: Mapping[str, Any],
    asked: Asked,
    run: Path | None,
    job: Job,
) -> None:
    """In the background, report the answers that are known already, then those that come in for all other images.

    Readings of a run that is looked at and not in use do not reach the index.
    """
    known: dict[str, Any] = {}
    unknown: list[str] = []
    for number, image in enumerate(images):
        if image in before and hash_of_label(project, image) == before[image].label_hash:
            known[image] = before[image]
        else:
            unknown.append(image)
        if not number % _OFTEN:
            job.progress(max(number - len(unknown), 0), len(images))
            job.report(known)  # in small parts: the thread that takes them also paints
            known = {}
    job.report(known)
    if not unknown:
        return
    try:
        with Index.open(project) as index:
            for news in FolderRequest(job, project.root, unknown, asked, run):
                if run is None:
                    job.report(keep_readings(index, news.found))
                job.progress(len(images) - len(unknown) + news.done, len(images))
                job.report(news)
    except ModelLetGoError as error:
        sentence = translate(
            "LabelledFolder",
            "The model was loaded again or replaced before all words were read. Start again.",
        )
        raise ModelError(sentence) from error


def hash_of_label(project: Project, image: str) -> str:
    """Return the hash of an image's current label file, or "" if there is none."""
    try:
        data = read_label_bytes(label_path(project.path_of(image)))
    except LabelError:
        return ""
    return "" if data is None else label_hash_of(data)
