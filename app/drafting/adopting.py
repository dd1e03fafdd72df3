"""Compares a trained model with the one in use, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.language.figures import clock
from app.language.languages import translate
from app.language.sentences import translated
from app.workers.task import ChildTask
from core.runs.adoption import Adoption, AdoptionJob, Verdict


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
    """Reason why the comparison is not known. "" if it is."""
    step: int = 0
    """The step of the new model in its run."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of `core.runs.adoption.Adoption.verdict`, or "kept" for a model without known readings."""
        return "kept" if self.adoption is None else self.adoption.verdict


def said_progress(model: str, stage: str, seconds_left: float | None) -> str:
    """Return how far a comparison is: "Comparing with reader 4, about 0:40 left: 409 of 434 words".

    `model`: the name of the old model. `stage`: what the process says of its work; "" while the models are loaded.
    """
    if not stage:
        return translate("Comparison", "Comparing with {model}…").format(model=model)
    if seconds_left is None:
        text = translate("Comparison", "Comparing with {model}: {stage}")
        return text.format(model=model, stage=translated(stage))
    text = translate("Comparison", "Comparing with {model}, about {time} left: {stage}")  # the end may be cut off
    return text.format(model=model, time=clock(seconds_left), stage=translated(stage))


class Adopting(ChildTask):
    """Makes one comparison at a time."""

    adoption: Adoption | None = None  # the last result

    def compare(self, job: AdoptionJob) -> None:
        """Start a comparison, whose end `changed` reports."""
        self.cancel()
        self.adoption = None
        self.ask(self.tr("The comparison of two models"), job, self.tr("The comparison ended without a result."))

    def _take_message(self, message: object) -> None:
        if isinstance(message, Adoption):
            self.adoption = message
