"""Compares a trained model with the one in use, in a process of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from app.language.figures import agreeing, clock
from app.language.languages import translate
from app.workers.task import ChildTask
from core.runs.adoption import Adoption, AdoptionJob, Verdict

_ENOUGH = 2.0  # seconds of reading: before, a guess would jump


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a comparison."""

    run: Path
    """The new model."""
    old: Path
    """The model in use."""
    start: Path | None
    """The model that the training began with, as in `AdoptionJob`."""
    has_corrections: bool
    """True if the new model has learned from corrected drafts."""
    adoption: Adoption | None = None
    """The comparison of both models' readings. None if that is not known, because of `trouble`."""
    trouble: str = ""
    step: int = 0
    """The step of the new model in its run."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of `core.runs.adoption.Adoption.verdict`, or "kept" for a model without known readings."""
        return "kept" if self.adoption is None else self.adoption.verdict


def said_progress(model: str, done: int, total: int, seconds_left: float | None, *, is_of_words: bool) -> str:
    """Return how far a comparison is: "Compared with reader 4: 409 of 634 words · about 0:40 left".

    `model`: the name of the old model. `total`: 0 while the models are being loaded. `is_of_words`: True if `done` and
    `total` count words alone, and no steps of models that learn for the comparison.
    """
    if not total:
        return translate("Comparison", "Compared with {model}…").format(model=model)
    text = translate("Comparison", "Compared with {model}: {done} of {total} {total:|word|words}")
    if not is_of_words:
        text = translate("Comparison", "Compared with {model}: {done} of {total}")
    progress = agreeing(text, model=model, done=done, total=total)
    if seconds_left is None:
        return progress
    return f"{progress} · " + translate("Comparison", "about {time} left").format(time=clock(seconds_left))


class Adopting(ChildTask):
    """Makes one comparison at a time."""

    adoption: Adoption | None = None  # the last result

    def __init__(self, entry: str, parent: QObject | None = None) -> None:
        super().__init__(entry, parent)
        self._first: tuple[float, int] | None = None  # when the first progress was told, and how much
        self.changed.connect(self._measure)

    @property
    def seconds_left(self) -> float | None:
        """The seconds until both models have read all, or None while nobody knows how fast they read."""
        if self._first is None:
            return None
        (since, before), (done, total) = self._first, self.progress
        passed = time.monotonic() - since
        return (total - done) * passed / (done - before) if done > before and passed >= _ENOUGH else None

    def _measure(self) -> None:
        if not self.is_busy or not self.progress[0]:
            self._first = None
        elif self._first is None:
            self._first = time.monotonic(), self.progress[0]

    def compare(self, job: AdoptionJob) -> None:
        """Start a comparison, whose end `changed` reports."""
        self.cancel()
        self.adoption = None
        self.ask(self.tr("The comparison of two models"), job, self.tr("The comparison ended without a result."))

    def _take_message(self, message: object) -> None:
        if isinstance(message, Adoption):
            self.adoption = message
