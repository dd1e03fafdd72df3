"""A training that is told of and not made: events handed to the session's training as if a process had sent them."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.session import Session
from app.workers.death import Death
from core.runs.events import Failed, Finished, Started, Step, ValidationDone
from core.runs.folder import RunFolder, create
from support.networks.noise import config_of

STEPS = 400


def new_run(session: Session, name: str = "001-small-2026-01-01", **choices: Any) -> RunFolder:
    folder = session.project.root / ".textscanner" / "runs" / name
    return create(config_of(session.project.root, folder, **choices))


def begin(session: Session, run: Path) -> None:
    session.training.begin(run)


def tell(session: Session, *events: object) -> None:
    """The training's process tells these; one that tells of its end has ended."""
    for event in events:
        session.training.receive(event)
        if isinstance(event, Finished | Failed):
            session.training.end(Death("", 0, False, Path("training.log")))


def end(session: Session) -> None:
    session.training.end(Death("", 0, True, Path("training.log")))


def started(run: Path, step: int = 0) -> Started:
    return Started(run, step, STEPS, {}, 1, "CPU", "float32", 8, 8, 2, 0, 1 << 30, None)


def step(
    number: int,
    loss: float | None = None,
    seconds_left: float | None = 190.0,
    time_shares: Mapping[str, float] = MappingProxyType({}),
) -> Step:
    losses = {"loss": 1 / number if loss is None else loss, "order": 0.5 / number}
    return Step(number, STEPS, losses, 1e-3, 1.0, 120.4, seconds_left, time_shares=time_shares)


def validated(number: int, accuracy: float) -> ValidationDone:
    return ValidationDone(number, {"loss": 2.0}, {"word_accuracy": accuracy}, 10, 0.1, True)


def finished(run: Path, accuracy: float = 0.81) -> Finished:
    return Finished(STEPS, "steps", run / "model.keras", 380, {"word_accuracy": accuracy}, 723.0)
