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
    "validation-shared", "not-learnt",
]  # fmt: skip
"""Names of findings, the most telling first: what the labels teach comes before how the network is taught."""

Severity = Literal["error", "warning"]

_TELLING: tuple[str, ...] = get_args(FindingId)


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause that keeps a training from learning.

    Attributes
    ----------
    severity : {"error", "warning"}
        An "error" keeps the training from learning; a "warning" makes it learn less than it could.
    sentence : str
        What was seen, and what that means.
    seen : float
        The number that decided: a share, a grey value, a multiple of the loss …
    advice : str
        What to do.
    choices : mapping of str to object
        Choices of the next training that cure it, by the names of `core.runs.config.TrainConfig`, "loss.order" for one
        within another; None for the usual value. Empty if no choice cures it.
    images : tuple of str
        Names of samples that show it; the clearest first.
    """

    id: FindingId
    severity: Severity
    sentence: str
    seen: float
    advice: str
    choices: Mapping[str, Any] = field(default_factory=dict)
    images: tuple[str, ...] = ()

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
    """A training that is to be diagnosed.

    Attributes
    ----------
    config : TrainConfig
        Its choices; nothing is written into its `run`.
    run : Path or None
        The run whose weights are looked at, too; None: there is none.
    """

    config: TrainConfig
    run: Path | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of a diagnosis.

    Attributes
    ----------
    findings : tuple of Finding
        The most telling first; empty for a healthy training.
    seconds : float
        The time that it took.
    notes : tuple of str
        What could not be looked at, a sentence each.
    measured : tuple of str
        What was measured in any case, a sentence each.
    """

    findings: tuple[Finding, ...]
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
