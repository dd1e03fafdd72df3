"""Findings of a diagnosis: each has an observation, its meaning and a remedy, and none depends on a network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from core.base.described import Described
from core.base.errors import Sentence
from core.runs.backends import unusable

if TYPE_CHECKING:  # the window shows findings, and pydantic would slow its start
    from core.runs.config import TrainConfig

CONTEXT = "Causes"  # translation context of the titles

Severity = Literal["error", "warning"]

_NAMED = 5

_USUAL_RATE = Sentence("Set the learning rate to {usual:g}, as is usual for this network and start.")


@dataclass(frozen=True, slots=True)
class Cause(Described):
    """A cause that a finding of a diagnosis may name."""

    advice: str = ""
    """The steps to take, with places that a finding fills."""
    severity: Severity = "error"
    """An "error" keeps the training from learning. A "warning" makes it learn less than it could."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """The choices of the next training that cure it, as those of `Finding`."""


_CAUSES = (
    Cause(
        "mutual-start",
        "No data on where the characters are",
        advice=Sentence(
            "Start from a model, mix in synthetic words (synthetic 0.5), or draw the polygons of some hundred words."
        ),
        choices={"synthetic": 0.5},
    ),
    Cause(
        "labels-mismatched",
        "Labels of other images",
        advice=Sentence(
            "Compare an image with its label. Names that were sorted in two ways (2 before 10, and 10 before 2) or a "
            "list that begins one line later cause this; convert the labels again."
        ),
    ),
    Cause(
        "charset-shift",
        "Symbols shifted in the charset",
        advice=Sentence(
            "Compare the charset with the list that the labels were made with: one has a symbol more, often at its "
            "beginning. Correct the charset, or convert the labels again."
        ),
    ),
    Cause(
        "order-labels",
        "Wrong order of characters",
        advice=Sentence(
            "Look at some of these words with the reading path shown. In the menu Labelling, “Sort along the line” "
            "corrects one word, and “Fix all of a kind…” many."
        ),
    ),
    Cause(
        "polygon-shift",
        "Polygons beside their characters",
        advice=Sentence(
            "Look at some of these words: all polygons are shifted in the same way, as after a conversion from "
            "corners to centres, or after images were cropped or resized without their labels. Convert the "
            "labels again."
        ),
    ),
    Cause(
        "augmentation-crop",
        "Augmentation cuts characters away",
        advice=Sentence(
            "Choose a milder augmentation (mild, none), cut labels together with their images, and look at “What "
            "training sees”."
        ),
        choices={"augmentation": "mild"},
    ),
    Cause("unused-branch", "A branch that is not trained", advice=Sentence("Set loss.{branch} to its usual value.")),
    Cause(
        "frozen-branch",
        "A frozen part",
        advice=Sentence("Leave freeze empty, or set unfreeze_at."),
        choices={"freeze": ()},
    ),
    Cause("rate-high", "Learning rate too high", advice=_USUAL_RATE, choices={"learning_rate": None}),
    Cause("rate-low", "Learning rate too low", advice=_USUAL_RATE, choices={"learning_rate": None}),
    Cause(
        "normalisation",
        "Normalisation statistics do not fit",
        advice=Sentence(
            "Set normalisation to moving, and momentum to 0.97; start a run with this fault again from the beginning."
        ),
        choices={"normalisation": "moving", "momentum": None},
    ),
    Cause(
        "padding",
        "Padding differs from the background",
        advice=Sentence("Set padding to {best}, the usual ground, or switch keep_aspect off."),
        severity="warning",
    ),
    Cause(
        "labels-upper-bound",
        "Labels below their upper bound",
        advice=Sentence(
            "Take a smaller stride or a larger width; “Check the folder” names the smallest change that each "
            "word needs."
        ),
    ),
    Cause(
        "validation-shared",
        "Validation shares pictures",
        advice=Sentence("Remove the copies, or validate with a folder of other words."),
        severity="warning",
    ),
    Cause(
        "validation-few",
        "Too few validation words",
        advice=Sentence("Validate with more words: a larger share (validation), or a folder of other words."),
        severity="warning",
        choices={"validation": None},
    ),
    Cause(
        "steps-few",
        "Too few steps",
        advice=Sentence(
            "Train longer: {usual:,} steps are usual for this network and start. Resume the run, or start a new one."
        ),
        choices={"steps": None, "minutes": None},
    ),
    Cause(
        "not-learnt",
        "Not even eight words are memorised",
        advice=Sentence(
            "No other instrument has found why. Try the usual values of all choices first, then put back what was "
            "changed, one after the other."
        ),
    ),
)

CAUSES: Mapping[str, Cause] = {cause.id: cause for cause in _CAUSES}
"""All causes, the most telling first: what the labels teach comes before how the network is taught."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause that keeps a training from learning, with the observation that shows it."""

    id: str
    """One of `CAUSES`."""
    severity: Severity
    """The severity as in `Cause`: that of the cause, unless this case is more or less severe."""
    sentence: str
    """The observation and its meaning."""
    seen: float
    """The number that decided: a share, a grey value, a multiple of the loss …"""
    advice: str
    """The steps to take."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """Choices of the next training that cure the cause, by the names of `core.runs.config.TrainConfig`, "loss.order"
    for one within another, with None for the usual value. Empty if no choice cures it."""
    images: tuple[str, ...] = ()
    """Names of samples that show the cause, the clearest first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as `textscanner diagnose --json` lists it."""
        return {
            "id": self.id,
            "severity": self.severity,
            "sentence": self.sentence,
            "seen": round(float(self.seen), 6),
            "advice": self.advice,
        }


def finding(
    name: str,
    sentence: str,
    seen: float,
    images: Sequence[str] = (),
    *,
    severity: Severity | None = None,
    choices: Mapping[str, Any] | None = None,
    **places: object,
) -> Finding:
    """Make a finding that names a cause and gives the observation.

    Parameters
    ----------
    name : str
        The cause, a key of `CAUSES`.
    sentence : str
        The observation.
    seen : float
        Its figure.
    images : sequence of str
        Images that show it.
    severity, choices : optional
        In place of the cause's.
    **places
        Values for the places of the cause's advice.
    """
    cause = CAUSES[name]
    advice = Sentence(cause.advice, **places)
    chosen = cause.choices if choices is None else choices
    return Finding(
        id=name,
        severity=severity or cause.severity,
        sentence=sentence,
        seen=float(seen),
        advice=advice,
        choices=chosen,
        images=tuple(images[:_NAMED]),
    )


def most_informative_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings: errors before warnings, and then by how much of the observed trouble they explain."""
    telling = [*CAUSES]
    return tuple(sorted(findings, key=lambda finding: (finding.severity != "error", telling.index(finding.id))))


@dataclass(frozen=True, slots=True)
class DiagnoseJob:
    """The request to diagnose a training."""

    config: TrainConfig
    """The training's choices. Nothing is written into its `run`."""
    run: Path | None = None
    """A run whose weights are examined, too. None: no run."""

    @property
    def backend(self) -> str:
        """The backend to diagnose on: the training's, or "auto" for a run whose own one cannot be used."""
        wanted = self.config.backend
        is_missing = wanted != "auto" and unusable(wanted) is not None
        return "auto" if is_missing and self.run is not None else wanted


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of a diagnosis: its findings and its measurements."""

    findings: tuple[Finding, ...]
    """The findings, the most telling first. Empty for a healthy training."""
    seconds: float = 0.0
    """The time that the diagnosis took."""
    notes: tuple[str, ...] = ()
    """A sentence on each thing that could not be examined."""
    measured: tuple[str, ...] = ()
    """A sentence on each thing that was measured in any case."""
