"""How many words of a folder each branch of the network costs: the prediction process computes it, this part keeps it.

The maps and their mixtures stay in that process; it sends a few bytes for each word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.editing.saver import Saver
from app.predicting.client import PredictionClient
from app.predicting.folder_request import FolderRequest, ModelLetGoError
from app.predicting.predictions import Predictions
from app.project.catalog import Catalog
from app.project.desk import Desk
from app.workers.background import Job
from app.workers.prediction_messages import Diagnosed, FolderRead
from core.base.errors import LabelError, ModelError
from core.index.filters import SPLITS, STATUSES
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, read_label_bytes
from core.project.project import Project

if TYPE_CHECKING:
    from core.judging.blame import BranchCosts, MapOutcome, Verdict
    from core.judging.mixtures import Mixture

Scope = Literal["validation", "list"]
"""Which words: those set apart for validation, or what the list of images shows (of it, what is selected)."""

SCOPES: tuple[Scope, ...] = ("validation", "list")

_SHOWN_EVERY = 200  # ms between two signals while words come in
_OFTEN = 100  # labels between two reports

_UNLABELLED = (STATUSES.index("none"), STATUSES.index("unreadable"))
_VALIDATION = SPLITS.index("val")


@dataclass(frozen=True, slots=True)
class _Key:
    """The model and the project settings for which the outcomes hold."""

    project: Project
    model: str


class FolderCosts(QObject):
    """The costs of one folder of words, for the model that is chosen.

    Attributes
    ----------
    images : tuple of str
        The words that were asked for, by relative path.
    diagnosed : mapping of str to Diagnosed
        The diagnosed words; they grow while `job` runs, and stay when it is stopped.
    costs : BranchCosts or None
        Of these; None where nothing was asked for.
    left_out : tuple of str
        A sentence for each word that cannot be diagnosed.
    changed_since : frozenset of str
        Words whose label was edited after their diagnosis.
    sentence : str
        Why the diagnosis ended early; "" where it did not.
    job : Job or None
        While it goes on.
    """

    changed = Signal()
    begun = Signal()
    """Somebody has asked for it."""

    def __init__(
        self,
        desk: Desk,
        catalog: Catalog,
        saver: Saver,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.scope: Scope = "validation"
        self.job: Job | None = None
        self._desk, self._catalog, self._saver = desk, catalog, saver
        self._predictions = predictions
        self._client = client
        self._key: _Key | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SHOWN_EVERY)
        self._soon.timeout.connect(self._add_up)
        self._clear()
        self._predictions.model_changed.connect(self._outdated)
        desk.project_changed.connect(self._outdated)
        saver.saved.connect(lambda image: self._edited((image,)))
        catalog.changed_on_disk.connect(self._edited)

    def _clear(self) -> None:
        self._key = None
        self._soon.stop()
        self._outcomes: dict[MapOutcome, MapOutcome] = {}
        self._words: dict[MapOutcome, list[str]] = {}
        self._places: dict[str, int] = {}
        self.images: tuple[str, ...] = ()
        self.diagnosed: dict[str, Diagnosed] = {}
        self.costs: BranchCosts | None = None
        self.left_out: tuple[str, ...] = ()
        self.changed_since: frozenset[str] = frozenset()
        self.sentence = ""

    # What there is

    def words_of(self, line: Mixture | Verdict) -> tuple[str, ...]:
        """The words that perfect maps of some branches would mend, or that no branch can mend for a reason."""
        found: list[str] = []
        for outcome, images in self._words.items():
            if outcome.is_repaired_by(line) if isinstance(line, frozenset) else outcome.verdict == line:
                found += images
        return tuple(sorted(found, key=self._places.__getitem__))

    def count(self, scope: Scope) -> int:
        """How many labelled words there are to be asked for."""
        return len(self._places_of(scope))

    @property
    def refusal(self) -> str:
        """Return the sentence that says why no diagnosis can start now; "" where it can."""
        predictions = self._predictions
        if self._desk.project is None:
            return self.tr("Open a folder to see here what each branch of the network costs.")
        if predictions.is_live:
            return self.tr("The training predicts at the moment. Wait for its end, or choose a finished model.")
        match predictions.state:
            case "none":
                return self.tr("Choose a model to see here how many words each of its branches costs.")
            case "loading":
                return self.tr("The model is being loaded…")
            case "failed":
                return predictions.error
        return ""

    # What is asked for

    def start(self) -> None:
        """Diagnose the words of `scope` as they are on the disk once everything is saved."""
        self.begun.emit()
        images = self._images_of(self.scope)
        refusal = self.refusal
        if not refusal and not images:
            refusal = (
                self.tr("No labelled word is set apart for validation. Take the words of the list instead.")
                if self.scope == "validation"
                else self.tr("The list shows no labelled word. Change its filter.")
            )
        if refusal:
            self._desk.tell(refusal, "warning")
            return
        self.cancel()
        self._desk.leaving.emit()
        self._saver.when_saved(partial(self._begin, images))

    def cancel(self) -> None:
        """Stop the diagnosis; the words diagnosed so far stay."""
        if self.job is not None:
            self.job.cancel()

    def _images_of(self, scope: Scope) -> tuple[str, ...]:
        images = self._catalog.table.images
        return tuple(images[place] for place in self._places_of(scope))

    def _places_of(self, scope: Scope) -> NDArray[np.intp]:
        catalog = self._catalog
        table = catalog.table
        is_labelled = ~np.isin(table.status, _UNLABELLED)
        if scope == "validation":
            return np.flatnonzero((table.split == _VALIDATION) & is_labelled)
        if len(catalog.chosen) > 1:
            chosen = (table.index_of(image) for image in catalog.chosen)
            places = np.array([place for place in chosen if place is not None], np.intp)
        else:
            places = catalog.visible
        return places[is_labelled[places]]

    def _begin(self, images: tuple[str, ...]) -> None:
        project, key = self._desk.project, self._present
        if project is None or key is None:
            return
        drops = self._client.drops
        before = self.diagnosed if key == self._key else {}
        self._clear()
        self._key, self.images = key, images
        self._places = {image: place for place, image in enumerate(images)}
        self._add_up()
        job = self.job = self._desk.background.start(
            self.tr("Diagnosing {count} words").format(count=f"{len(images):,}"),
            partial(_gather, project, images, before),
            lane="predictions",
            reported=lambda news: self._receive(job, drops, news),
            failed=lambda error: self._failed(job, error),
        )
        job.ended.connect(partial(self._ended, job))
        self.changed.emit()

    # What comes back

    def _receive(self, job: Job, drops: int, news: FolderRequest | FolderRead | Mapping[str, Diagnosed]) -> None:
        if isinstance(news, FolderRequest):
            self._client.ask(news, drops)
        elif self._key is None or job is not self.job:
            return  # it belongs to what was asked for before
        elif isinstance(news, FolderRead):
            self._add(news.diagnosed)
            self.left_out += news.left_out
        else:
            self._add(news)

    def _add(self, found: Mapping[str, Diagnosed]) -> None:
        for image, diagnosed in found.items():
            outcome = self._outcomes.setdefault(diagnosed.outcome, diagnosed.outcome)  # few different ones: kept once
            self.diagnosed[image] = Diagnosed(diagnosed.text, outcome, diagnosed.label_hash)
            self._words.setdefault(outcome, []).append(image)
        if not self._soon.isActive():
            self._soon.start()

    def _add_up(self) -> None:
        from core.judging.blame import branch_costs  # noqa: PLC0415  SciPy, which the start of the program must not wait for

        self._soon.stop()
        self.costs = branch_costs({outcome: len(images) for outcome, images in self._words.items()})
        self.changed.emit()

    def _failed(self, job: Job, error: Exception) -> None:
        self._desk.tell(error, "error")
        if job is self.job:
            self.sentence = str(error)

    def _ended(self, job: Job) -> None:
        if job is not self.job:
            return
        self.job = None
        if self._key is None:
            self.changed.emit()
        else:
            self._add_up()

    # What makes it outdated

    @property
    def _present(self) -> _Key | None:
        project, model = self._desk.project, self._predictions.model_hash
        return _Key(project, model) if project is not None and model else None

    def _outdated(self) -> None:
        """Another model, project, or other choices of it (how texts are normalised, who is set apart)."""
        if self._key is not None and self._key != self._present:
            self.cancel()
            self._clear()
        self.changed.emit()

    def _edited(self, images: Sequence[str]) -> None:
        """Something was written, perhaps before it was diagnosed: only what the label files say by now decides."""
        key, before = (
            self._key,
            {image: self.diagnosed[image].label_hash for image in self.diagnosed.keys() & {*images}},
        )
        if key is None or not before:
            return

        def work(job: Job) -> frozenset[str]:
            return frozenset(image for image, known in before.items() if _hash(key.project, image) != known)

        def then(changed: frozenset[str]) -> None:
            if key != self._key:
                return
            changed = frozenset(
                image
                for image in changed
                if image in self.diagnosed and self.diagnosed[image].label_hash == before[image]
            )
            if not changed <= self.changed_since:
                self.changed_since |= changed
                self.changed.emit()

        self._desk.background.start("", work, lane="checks", finished=then)


def _gather(project: Project, images: Sequence[str], before: Mapping[str, Diagnosed], job: Job) -> None:
    """In the background: report what is known already, then what comes in of all others."""
    known: dict[str, Diagnosed] = {}
    asked: list[str] = []
    for number, image in enumerate(images):
        if image in before and _hash(project, image) == before[image].label_hash:
            known[image] = before[image]
        else:
            asked.append(image)
        if not number % _OFTEN:
            job.progress(max(number - len(asked), 0), len(images))
            job.report(known)  # in small parts: the thread that takes them also paints
            known = {}
    job.report(known)
    if not asked:
        return
    request = FolderRequest(job, project.root, asked, "outcomes")
    job.report(request)
    try:
        for news in request:
            job.progress(len(images) - len(asked) + news.done, len(images))
            job.report(news)
    except ModelLetGoError as error:
        raise ModelError(_other_model()) from error
    if news.done < len(asked):  # not even the project could be read
        raise ModelError(news.left_out[0])


def _hash(project: Project, image: str) -> str:
    try:
        data = read_label_bytes(label_path(project.path_of(image)))
    except LabelError:
        return ""
    return "" if data is None else label_hash_of(data)


def _other_model() -> str:
    return QCoreApplication.translate(
        "FolderCosts", "The model was loaded anew, or is another one now, before all words were diagnosed. Start again."
    )
