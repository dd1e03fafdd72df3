"""Keeps the state of a training at one moment, computed from its events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    Followed,
    Paused,
    Profiled,
    Resumed,
    Started,
    Step,
    ValidationDone,
    Warned,
)
from core.runs.profile import Profile

Phase = Literal["idle", "starting", "running", "paused", "stopping", "finished", "failed", "lost"]

_BUSY: frozenset[Phase] = frozenset({"starting", "running", "paused", "stopping"})


@dataclass(frozen=True, slots=True)
class TrainingState:
    """A snapshot of a training, which each event turns into the next one."""

    phase: Phase = "idle"
    """The phase. A training that "failed" has told why. The process of one that is "lost" is gone without a reason, and
    `result` holds the known facts. Both can be resumed from the last checkpoint."""
    run: Path | None = None
    """The run's folder, also after the end of the training."""
    started: Started | None = None
    """The event of the start. None before it."""
    last_step: Step | None = None
    """The last step. None before the first."""
    validation: ValidationDone | None = None
    """The last validation. None before the first."""
    checkpoint: CheckpointSaved | None = None
    """The last checkpoint. None before the first."""
    profile: Profile | None = None
    """The last profile of the training's steps."""
    compiling: Compiling | None = None
    """The current work without progress of its own. None otherwise."""
    warnings: tuple[str, ...] = ()
    """The sentences of all `Warned` events of the training, in the order of their coming."""
    result: Finished | Failed | None = None
    """The end of the training."""

    @property
    def is_busy(self) -> bool:
        """True if a process is training."""
        return self.phase in _BUSY

    def after(self, event: Event) -> TrainingState:
        """Return the state that follows from an event of the training.

        `Finished` and `Failed` leave the phase as it is: the training is over when its process has ended (`ended`).
        """
        running: Phase = "running" if self.phase == "starting" else self.phase
        match event:
            case Started():
                return replace(self, started=event, phase=running)
            case Step():
                return replace(self, last_step=event, phase=running)
            case Compiling():
                return replace(self, compiling=None if event.done else event)
            case ValidationDone():
                return replace(self, validation=event)
            case CheckpointSaved():
                return replace(self, checkpoint=event)
            case Profiled(_, profile):
                return replace(self, profile=profile)
            case Paused() if self.phase != "stopping":
                return replace(self, phase="paused")
            case Resumed() if self.phase == "paused":
                return replace(self, phase="running")
            case Warned(message):
                return replace(self, warnings=(*self.warnings, message))
            case Finished() | Failed():
                return replace(self, result=event)
            case Followed():  # of a worker that a window never shows
                return self
        return self

    def ended(self, *, is_wanted: bool, cause: str, details: str = "") -> TrainingState:
        """Return the state after the process has ended.

        `is_wanted`: True if the process was asked to end. `cause`: a sentence on the cause, for a process that ended
        without `Finished` or `Failed`. `details`: the last lines of its log.
        """
        over = replace(self, compiling=None)
        match self.result:
            case Finished():
                return replace(over, phase="finished")
            case Failed():
                return replace(over, phase="idle" if is_wanted and self.started is None else "failed")
        if is_wanted:
            return replace(over, phase="idle")
        step = 0 if self.last_step is None else self.last_step.step
        return replace(over, phase="lost", result=Failed(step, cause, "other", details))
