"""The ended trainings whose models still have to be compared with the model in use, kept with their project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.project.memory import ProjectMemory
from app.reading.model_in_use import ModelInUse
from app.training.runs import Runs
from app.training.training import Training
from app.workers import running
from app.workers.background import Background
from core.runs.events import Finished

if TYPE_CHECKING:
    from core.runs.config import TrainConfig

_KEPT = "runs to compare"  # name under which they are kept for a project


@dataclass(frozen=True, slots=True)
class DueRun:
    """A run whose model is to be compared with the model in use, once its training is over."""

    run: Path
    """The run's folder."""
    learns: bool = False
    """True if it learns from corrected drafts of the model in use."""
    is_decided: bool = False
    """True if a person has chosen a model since the training began: that choice stays, whatever the comparison says."""


@dataclass(frozen=True, slots=True)
class ReadyRun:
    """A run that can be compared now."""

    due: DueRun
    """The run as it was noted."""
    config: TrainConfig
    """The configuration that the run was trained with."""
    step: int
    """The step of its model."""


class DueRuns(QObject):
    """The runs of the open project that have no verdict yet, in the order of their trainings.

    They are noted from the start of a training to the end of its comparison, so that a window that closes in between,
    or another project that is opened, takes no verdict away: the comparison is made when the project is open again.
    """

    changed = Signal()  # a run may be ready

    def __init__(
        self,
        *,
        runs: Runs,
        training: Training,
        in_use: ModelInUse,
        memory: ProjectMemory,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs, self._training = runs, training
        self._in_use, self._memory = in_use, memory
        self._background = background
        self._is_model_known = False
        self._runs_due: dict[Path, DueRun] = {}
        in_use.chosen.connect(self._note_choice)
        runs.changed.connect(self._runs_listed)
        runs.renamed.connect(self._rename)
        in_use.model_changed.connect(self.changed)

    def clear(self) -> None:
        """Begin with no run, because another project is open."""
        self._is_model_known = False
        self._runs_due = {}

    def take_over(self) -> None:
        """Take over the runs that are noted for the open project, because no other window is about to compare them."""
        self._runs_due = self._noted() | self._runs_due
        self._look_for_gone()
        self.changed.emit()

    def settle(self) -> None:
        """Note that it is known which model is in use in the open project, also if it is none."""
        self._is_model_known = True
        self.changed.emit()

    def expect(self, run: Path, *, learns: bool = False) -> None:
        """Note a run that is to be compared."""
        before = self._runs_due.pop(run, DueRun(run))
        self._put(replace(before, learns=learns or before.learns))

    def begin(self, run: Path) -> None:
        """Note a run whose training begins: what a person has decided before it does not count."""
        self._put(DueRun(run))

    def drop(self, run: Path) -> None:
        """Forget a run that has its verdict, or gets none."""
        self._runs_due.pop(run, None)
        noted = self._noted()
        if noted.pop(run, None) is not None:
            self._keep(noted)

    def leave(self, run: Path) -> None:
        """Leave a run to the next window of the project, because its training goes on without this one."""
        self._runs_due.pop(run, None)

    def is_due(self, run: Path) -> bool:
        """Return True if the run waits for its comparison."""
        return run in self._runs_due

    def is_decided(self, run: Path) -> bool:
        """Return True if a person has chosen a model since the training of the run began."""
        return run in self._runs_due and self._runs_due[run].is_decided

    def next(self) -> ReadyRun | None:
        """Return the first run that can be compared now, or None if there is none."""
        return next((ready for due in self._runs_due.values() if (ready := self._ready(due)) is not None), None)

    def _ready(self, due: DueRun) -> ReadyRun | None:
        training, info = self._training, self._runs.entry(due.run)
        result = training.state.result
        is_known = self._is_model_known or self._in_use.state in ("ready", "failed")
        if training.state.run == due.run:
            if training.is_busy:
                return None
            is_own = is_known or not training.is_found
            if isinstance(result, Finished) and training.config is not None and is_own:
                return ReadyRun(due, training.config, result.best_step)
        if info is None or info.config is None or info.model is None or info.state == "running" or not is_known:
            return None
        return ReadyRun(due, info.config, info.best_step)

    def _runs_listed(self) -> None:
        self._look_for_gone()
        self.changed.emit()

    def _look_for_gone(self) -> None:
        """Forget runs that were deleted, or renamed by another program: nobody can compare them any more."""
        training = self._training
        own = training.state.run if training.is_busy else None
        missing = [run for run in self._runs_due if run != own and self._runs.entry(run) is None]
        if missing:
            self._background.start(
                "", lambda job: frozenset(filter(_is_gone, missing)), lane="runs", finished=self._lost
            )

    def _lost(self, gone: frozenset[Path]) -> None:
        for run in gone:
            if self._runs.entry(run) is None and not (self._training.is_busy and self._training.state.run == run):
                self.drop(run)

    def _rename(self, old: Path, new: Path) -> None:
        noted = self._noted()
        if old in self._runs_due:
            self._runs_due = {due.run: due for due in _renamed(self._runs_due.values(), old, new)}
        if old in noted:
            self._keep({due.run: due for due in _renamed(noted.values(), old, new)})

    def _note_choice(self) -> None:
        for due in [*self._runs_due.values()]:
            self._put(replace(due, is_decided=True))

    def _put(self, due: DueRun) -> None:
        self._runs_due[due.run] = due
        self._keep(self._noted() | {due.run: due})

    def _noted(self) -> dict[Path, DueRun]:
        kept = self._memory.recall().get(_KEPT)
        runs = map(_parsed, kept if isinstance(kept, list) else ())
        return {due.run: due for due in runs if due is not None}

    def _keep(self, noted: Mapping[Path, DueRun]) -> None:
        values = [{"run": str(due.run), "learns": due.learns, "decided": due.is_decided} for due in noted.values()]
        self._memory.keep(_KEPT, values)


def _renamed(runs: Iterable[DueRun], old: Path, new: Path) -> Iterator[DueRun]:
    return (replace(due, run=new) if due.run == old else due for due in runs)


def _is_gone(run: Path) -> bool:
    """Return True if a run is neither there nor being started, and its place is not only out of reach."""
    return run.parent.is_dir() and not run.exists() and running.find(run) is None


def _parsed(values: object) -> DueRun | None:
    """Return the run that is noted so, or None if another version has written this."""
    if not isinstance(values, dict) or not isinstance(values.get("run"), str):
        return None
    return DueRun(Path(values["run"]), values.get("learns") is True, values.get("decided") is True)
