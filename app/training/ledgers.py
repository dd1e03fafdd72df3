"""The ledgers of the chosen runs, read in the background, and again when a validation is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.project.catalog import Catalog
from app.project.desk import Desk
from app.training.training import Training
from app.workers.latest import LatestJob
from core.index.filters import SPLITS
from core.index.table import ImageTable
from core.judging.ledger import Ledger
from core.judging.ledger_groups import WordLife, word_lives
from core.runs.events import Event, ValidationDone
from core.runs.files import RunFiles
from core.runs.ledger import ReadLedger, read_ledger

_Files = tuple[tuple[int, int] | None, ...]  # size and time of change of each file; None if there is none
_Found = tuple[tuple[ReadLedger | None, ...], dict[str, WordLife]]


class Ledgers(QObject):
    """The ledgers of one run, or of two that are compared. The list of images is filtered by the first."""

    changed = Signal()
    asked = Signal()  # a view that shows the ledger is to bring it in sight

    def __init__(self, desk: Desk, catalog: Catalog, training: Training, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runs: tuple[Path, ...] = ()  # the chosen runs
        # of each run; None if the run has none. Empty until they are read
        self.found: tuple[ReadLedger | None, ...] = ()
        self.trouble = ""  # why a ledger cannot be read; "" where it can
        self._catalog, self._training = catalog, training
        self._files: _Files = ()
        self._latest = LatestJob(desk.background, "runs", self)
        training.news.connect(self._heard)

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """The ledgers of the runs that have one."""
        return tuple(each.ledger for each in self.found if each is not None)

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each ledger that was cut off."""
        return tuple(each.note for each in self.found if each is not None and each.note)

    def choose(self, runs: Sequence[Path]) -> None:
        """Show the ledgers of these runs; of the same ones, what was added since."""
        chosen = tuple(runs)
        if chosen != self.runs:
            self.runs, self.found, self.trouble, self._files = chosen, (), "", ()
            self._latest.drop()
            self._catalog.use_ledger({})
            self.changed.emit()
        if chosen:
            self.refresh()

    def refresh(self) -> None:
        """Read the ledgers again where their files have changed."""
        runs, before = self.runs, self._files

        def read(job: object) -> tuple[_Files, _Found | None]:
            files = tuple(map(_state_of, runs))
            if files == before:
                return files, None
            found = tuple(map(read_ledger, runs))
            first = found[0] if found else None
            return files, (found, {} if first is None else word_lives(first.ledger))

        self._latest.ask(read, self._take, self._fail)

    def _take(self, news: tuple[_Files, _Found | None]) -> None:
        self._files, found = news
        if found is None:
            return
        self.found, lives = found
        self.trouble = ""
        self._catalog.use_ledger(lives)
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self.found, self.trouble = (), str(error)
        self._catalog.use_ledger({})
        self.changed.emit()

    def _heard(self, event: Event) -> None:
        if isinstance(event, ValidationDone) and self._training.state.run in self.runs:
            self.refresh()


def trained_with(table: ImageTable, symbol: str) -> Mapping[str, int]:
    """Return how many training characters of a symbol each folder of the open project has."""
    train = SPLITS.index("train")
    counts: Counter[str] = Counter()
    for place, text in enumerate(table.text):
        if symbol in text and table.split[place] == train:
            counts[table.images[place].rpartition("/")[0]] += text.count(symbol)
    return counts


def _state_of(run: Path) -> tuple[int, int] | None:
    try:
        status = RunFiles(run).ledger.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
