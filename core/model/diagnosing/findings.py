"""Findings: what an instrument has seen, what that means, and what to do. No network is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:  # the window shows findings, and pydantic would slow its start
    from core.runs.config import TrainConfig

FindingId = Literal[
    "mutual-start", "labels-mismatched", "charset-shift", "order-labels", "polygon-shift", "augmentation-crop",
    "unused-branch", "frozen-branch", "rate-high", "rate-low", "normalisation", "padding", "labels-upper-bound",
    "validation-shared", "validation-few", "not-learnt",
]  # fmt: skip
"""Names of findings, the most telling first: what the labels teach comes before how the network is taught."""

Severity = Literal["error", "warning"]

_TELLING: tuple[str, ...] = get_args(FindingId)


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause that keeps a training from learning."""

    id: FindingId
    severity: Severity  # an "error" keeps the training from learning; a "warning" makes it learn less than it could
    sentence: str  # what was seen, and what that means
    seen: float  # the number that decided: a share, a grey value, a multiple of the loss …
    advice: str  # what to do
    # choices of the next training that cure it, by the names of `core.runs.config.TrainConfig`, "loss.order" for one
    # within another; None for the usual value. Empty if no choice cures it
    choices: Mapping[str, Any] = field(default_factory=dict)
    images: tuple[str, ...] = ()  # names of samples that show it; the clearest first

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as `textscanner diagnose --json` lists it."""
        return {
            "id": self.id,
            "severity": self.severity,
            "sentence": self.sentence,
            "seen": round(float(self.seen), 6),
            "advice": self.advice,
        }


def most_telling_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings: errors before warnings, then by how much of what is seen they explain."""
    return tuple(sorted(findings, key=lambda found: (found.severity != "error", _TELLING.index(found.id))))


@dataclass(frozen=True, slots=True)
class DiagnoseJob:
    """A training that is to be diagnosed."""

    config: TrainConfig  # its choices; nothing is written into its `run`
    run: Path | None = None  # the run whose weights are looked at, too; None: there is none


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of a diagnosis."""

    findings: tuple[Finding, ...]  # the most telling first; empty for a healthy training
    seconds: float = 0.0  # the time that it took
    notes: tuple[str, ...] = ()  # what could not be looked at, a sentence each
    measured: tuple[str, ...] = ()  # what was measured in any case, a sentence each
