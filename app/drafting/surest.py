"""Determines the model that reads a folder without labels most surely: the chosen one, or a bundled one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.model_in_use import ModelInUse
from app.workers.prediction_messages import Answered, AskSureness
from core.index.filters import STATUSES
from core.runs.bundled import BundledModel

IMAGES = 10  # images that each model reads

_ENOUGH = 0.8  # share of these images: of ten, eight that fall to one side are no chance

_NONE, _UNREADABLE, _PENDING = map(STATUSES.index, ("none", "unreadable", "pending"))


@dataclass(frozen=True, slots=True)
class Surer:
    """A model that reads more surely than the chosen one."""

    model: Path
    """The model's path, as `core.runs.model_ref.model_ref` takes it."""
    surer: int
    """Number of images that the model reads more surely than the chosen one."""
    images: int
    """Number of images that both models have read."""


def surer_than(chosen: Path, sureness: Mapping[Path, Mapping[str, float]]) -> Surer | None:
    """Return the surest of the other models if it is surer than the chosen one for most images, or else None.

    `sureness`: the probability of each model's reading of each image.
    """
    own = sureness[chosen]
    best: Surer | None = None
    for model, probabilities in sureness.items():
        images = [image for image in own if image in probabilities]
        surer = sum(probabilities[image] > own[image] for image in images)
        if images and surer >= _ENOUGH * len(images) and (best is None or surer > best.surer):
            best = Surer(model, surer, len(images))
    return best


class SurestModel(QObject):
    """Asks the prediction process about one model after the other, once the chosen model is loaded."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        in_use: ModelInUse,
        client: PredictionClient,
        bundled: Iterable[BundledModel],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.found: Surer | None = None  # a model to propose in place of the chosen one
        self._workspace = workspace
        self._catalog = catalog
        self._in_use = in_use
        self._client = client
        self._bundled = tuple(bundled)
        self._probabilities: dict[Path, Mapping[str, float]] = {}
        self._asked: Path | None = None
        self._is_given_up = False
        workspace.folder_changed.connect(self._folder_changed)
        client.dropped.connect(self._ask_again)
        for changed in (catalog.images_changed, catalog.rows_changed, in_use.model_changed):
            changed.connect(self._go_on)

    @property
    def is_open(self) -> bool:
        """True until all models have read their images, if the folder has no labels."""
        in_use = self._in_use
        is_useful = in_use.state in {"loading", "ready"} and not self._is_given_up
        return is_useful and len(self._models) > 1 and bool(self._missing) and bool(self._images)

    @property
    def is_undecided(self) -> bool:
        """True while another model may still prove surer, also while the folder's labels are being read."""
        in_use, table = self._in_use, self._catalog.table
        if self.is_open:
            return True
        is_known = np.isin(table.status, (_NONE, _UNREADABLE, _PENDING))
        is_being_read = self._catalog.is_listing or _PENDING in table.status
        is_useful = in_use.state in {"loading", "ready"} and not self._is_given_up and len(self._models) > 1
        return bool(is_useful and self._missing and is_being_read and is_known.all())

    @property
    def _models(self) -> Sequence[Path]:
        chosen = self._in_use.model
        models = ([] if chosen is None else [chosen]) + [model.path for model in self._bundled if model.exists]
        return [*dict.fromkeys(models)]

    @property
    def _missing(self) -> Sequence[Path]:
        return [model for model in self._models if model not in self._probabilities]

    @property
    def _images(self) -> Sequence[str]:
        """Some images from all over the folder, or none if it has a label, or is not listed yet."""
        table = self._catalog.table
        places = np.flatnonzero(table.status == _NONE)
        is_known = not self._catalog.is_listing and bool(np.isin(table.status, (_NONE, _UNREADABLE)).all())
        chosen = np.linspace(0, len(places) - 1, min(IMAGES, len(places))).round().astype(int)
        return [table.images[place] for place in places[chosen]] if is_known else []

    def _go_on(self) -> None:
        """Ask for a missing answer, or decide."""
        project, in_use = self._workspace.project, self._in_use
        if project is None or self._asked is not None:
            return
        if self.is_open and in_use.state == "ready":
            model = self._asked = self._missing[0]
            images = tuple((image, project.path_of(image)) for image in self._images)
            self._client.inquire(lambda number: AskSureness(number, model, images), self._receive)
            return
        chosen, before = in_use.model, self.found
        known = self._probabilities
        self.found = surer_than(chosen, known) if chosen is not None and chosen in known else None
        if self.found != before:
            self.changed.emit()

    def _receive(self, answer: Answered) -> None:
        if answer.is_lost:
            self._asked, self._is_given_up = None, True
            self.changed.emit()
        elif self._asked is not None:
            self._probabilities[self._asked] = answer.result
            self._asked = None
            self._go_on()
            self.changed.emit()

    def _ask_again(self) -> None:
        """The answer may not come any more: the process may have ended."""
        self._asked = None

    def _folder_changed(self) -> None:
        self._probabilities.clear()
        self._asked = None
        self.found = None
        self._is_given_up = False
        self.changed.emit()
