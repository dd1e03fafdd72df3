"""The predictions of two runs' best models for the open image, kept up to date while a view needs them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predicted import Predicted, seen_in
from app.workers.prediction_messages import Answered, Compare

if TYPE_CHECKING:
    from core.runs.info import RunInfo

_SETTLE = 60  # ms without another image
_KEPT = 8  # images, some megabytes each: going back to a word shows it at once

Seen = Predicted | str  # a prediction, or the sentence that says why there is none


class ComparedMaps(QObject):
    """Asks the prediction process for both predictions, whichever model is in use."""

    changed = Signal()

    def __init__(
        self, workspace: Workspace, catalog: Catalog, client: PredictionClient, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.runs: tuple[RunInfo, ...] = ()  # the compared runs; there are predictions only for exactly two
        self._workspace = workspace
        self._client = client
        self._is_asked = False
        self._is_wanted = False
        self._found: OrderedDict[str, dict[Path, Seen]] = OrderedDict()
        self._trouble = ""
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._ask)
        self._client.dropped.connect(self._later)
        workspace.image_changed.connect(self._image_changed)
        workspace.project_changed.connect(self._project_changed)
        catalog.pictures_changed.connect(self._forget)

    def set_runs(self, runs: Sequence[RunInfo]) -> None:
        """Compare these runs from now on, and predict again if the best model of one has changed."""
        before = [(info.path, info.best_step) for info in self.runs]
        self.runs = tuple(runs)
        if [(info.path, info.best_step) for info in self.runs] != before:
            self._found.clear()
            self._trouble = ""
            self._later()
            self.changed.emit()

    def want(self, is_wanted: bool) -> None:
        """Start or stop keeping the predictions up to date."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._trouble = ""
            self._later()
        else:
            self._soon.stop()

    def prediction_of(self, run: RunInfo) -> Seen:
        """Return the prediction of a run's best model for the open image, or the reason why there is none."""
        if run.model is None:
            return self.tr("{run} has no model yet.").format(run=run.name)
        shown = self._present.get(run.model)
        return shown if shown is not None else self._trouble or self.tr("The image is being predicted…")

    # How it comes about

    @property
    def _present(self) -> Mapping[Path, Seen]:
        image = self._workspace.image
        return {} if image is None else self._found.get(image, {})

    @property
    def _missing(self) -> tuple[Path, ...]:
        return tuple(info.model for info in self.runs if info.model is not None and info.model not in self._present)

    def _later(self) -> None:
        if self._is_wanted and len(self.runs) == 2:
            self._soon.start()

    def _ask(self) -> None:
        project = self._workspace.project
        image = self._workspace.image
        missing = self._missing
        if project is None or image is None or not missing:
            return
        path = project.path_of(image)
        for model in missing:
            question = partial(Compare, model=model, image=image, path=path)
            self._client.inquire(question, partial(self._receive, image, model))
        self._is_asked = True

    def _receive(self, image: str, model: Path, answer: Answered) -> None:
        if not self._is_asked:  # the project was closed
            return
        if answer.is_lost:
            self._trouble = answer.result
            self.changed.emit()
            return
        seen: Seen = answer.result if isinstance(answer.result, str) else seen_in(image, answer.result)
        self._trouble = ""
        self._found.setdefault(image, {})[model] = seen
        self._found.move_to_end(image)
        while len(self._found) > _KEPT:
            self._found.popitem(last=False)
        if image == self._workspace.image:
            self.changed.emit()

    def _image_changed(self) -> None:
        self._later()
        if self._is_wanted:
            self.changed.emit()

    def _project_changed(self) -> None:
        if self._workspace.project is None:
            self._found.clear()
            self._is_asked = False

    def _forget(self, images: Sequence[str]) -> None:
        for image in images:
            self._found.pop(image, None)
        if self._workspace.image in images:
            self._later()
