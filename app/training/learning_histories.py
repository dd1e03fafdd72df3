"""The learning histories of the chosen runs, read in the background, and again after each validation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.training.training import Training
from app.workers.latest import LatestJob
from core.analysis.learning.groups import WordLife, word_lives
from core.analysis.learning.history import LearningHistory
from core.index.filters import SPLITS
from core.index.table import ImageTable
from core.runs.events import Event, ValidationDone
from core.runs.files import RunFiles
from core.runs.learning_history import ReadLearningHistory, read_learning_history

_Files = tuple[tuple[int, int] | None, ...]  # size and time of change of each file; None if there is none
_Found = tuple[tuple[ReadLearningHistory | None, ...], dict[str, WordLife]]


class LearningHistories(QObject):
    """The learning histories of one run, or of two that are compared.

    The list of images is filtered by the first one.
    """

    changed = Signal()
    asked = Signal()  # a view that shows the learning history is to bring it in sight

    def __init__(
        self, workspace: Workspace, catalog: Catalog, training: Training, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.runs: tuple[Path, ...] = ()  # the chosen runs
        # of each run; None if the run has none. Empty until they are read
        self.found: tuple[ReadLearningHistory | None, ...] = ()
        self.trouble = ""  # why a learning history cannot be read; "" if it can
        self._catalog, self._training = catalog, training
        self._files: _Files = ()
        self._latest = LatestJob(workspace.background, "runs", self)
        training.news.connect(self._heard)

    @property
    def learning_histories(self) -> tuple[LearningHistory, ...]:
        """The learning histories of those runs that have one."""
        return tuple(read.learning_history for read in self.found if read is not None)

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each learning history that is incomplete."""
        return tuple(read.note for read in self.found if read is not None and read.note)

    def choose(self, runs: Sequence[Path]) -> None:
        """Show the learning histories of these runs, or only new validations if they are shown already."""
        chosen = tuple(runs)
        if chosen != self.runs:
            self.runs = chosen
            self.found = ()
            self.trouble = ""
            self._files = ()
            self._latest.drop()
            self._catalog.use_learning_history({})
            self.changed.emit()
        if chosen:
            self.read_histories()

    def read_histories(self) -> None:
        """Read the learning histories again if their files have changed."""
        runs, before = self.runs, self._files

        def read(job: object) -> tuple[_Files, _Found | None]:
            files = tuple(map(_state_of, runs))
            if files == before:
                return files, None
            histories = tuple(map(read_learning_history, runs))
            first = histories[0] if histories else None
            return files, (histories, {} if first is None else word_lives(first.learning_history))

        self._latest.ask(read, self._take_histories, self._fail)

    def _take_histories(self, news: tuple[_Files, _Found | None]) -> None:
        self._files, read = news
        if read is None:
            return
        self.found, lives = read
        self.trouble = ""
        self._catalog.use_learning_history(lives)
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self.found, self.trouble = (), str(error)
        self._catalog.use_learning_history({})
        self.changed.emit()

    def _heard(self, event: Event) -> None:
        if isinstance(event, ValidationDone) and self._training.state.run in self.runs:
            self.read_histories()


def trained_with(table: ImageTable, symbol: str) -> Mapping[str, int]:
    """Return the number of a symbol's training characters in each folder of the open project."""
    train = SPLITS.index("train")
    counts: Counter[str] = Counter()
    for place, text in enumerate(table.text):
        if symbol in text and table.split[place] == train:
            counts[table.images[place].rpartition("/")[0]] += text.count(symbol)
    return counts


def _state_of(run: Path) -> tuple[int, int] | None:
    try:
        status = RunFiles(run).learning_history.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
