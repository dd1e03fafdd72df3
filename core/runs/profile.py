"""The profile of a training: the time of some steps by operator and by layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from core.base.errors import DAMAGED
from core.base.json_text import read_json

NORMALISATION = "BatchNormalization"  # the class of the layers whose share of the time is shown by itself

LOSSES = "losses"
UPDATE = "update"
OTHER = "other"
"""Names of `LayerCost` for work outside the layers: the losses; the update of the weights; all else."""


_KINDS = {"str": str, "int": int, "float": float | int, "int | None": int | None}  # of the values in the file


@dataclass(frozen=True, slots=True)
class OperatorCost:
    """The cost of one type of operators in a step."""

    kind: str
    """The operator, such as `Conv2D`."""
    calls: float
    """The number of runs a step."""
    seconds: float
    """The time from begin to end, without operators that run within them, added up if several run at once."""


@dataclass(frozen=True, slots=True)
class LayerCost:
    """The seconds that one layer takes in a step."""

    name: str
    """The name as `core.model.network.layer_outputs.LayerOutput.name`, or `losses`, `update`, `other`."""
    kind: str
    """The layer's class. Empty for parts that are no layers."""
    forward: float
    """The seconds of the layer's operators."""
    backward: float
    """The seconds of the operators of the layer's gradients."""

    @property
    def seconds(self) -> float:
        """The seconds of the forward and the backward pass together."""
        return self.forward + self.backward


@dataclass(frozen=True, slots=True)
class Profile:
    """The mean cost of some steps of a training."""

    step: int
    """The first step."""
    steps: int
    """The number of steps."""
    seconds: float
    """The mean time of a step without looking at images and validating."""
    waiting: float
    """The part of that time that waited for a batch."""
    operators: tuple[OperatorCost, ...]
    """The operators, the most expensive first."""
    layers: tuple[LayerCost, ...]
    """The layers, the most expensive first."""
    memory: int | None
    """The bytes that the process held at the end. None if the system does not say."""
    device_memory: int | None
    """The most bytes that were in use on the first GPU, or None if there is no GPU."""
    compilations: int
    """The number of times that the step was compiled meanwhile, because a batch had another shape."""
    trace: str
    """The folder in which TensorBoard's plugin `profile` finds the trace."""

    @property
    def total(self) -> float:
        """The seconds of all operators in a step."""
        return sum(operator.seconds for operator in self.operators)

    def share(self, seconds: float) -> float:
        """Return a time in seconds as a share of `total`, 0 to 1."""
        return seconds / self.total if self.total else 0.0

    @property
    def normalisation(self) -> float:
        """The share of all batch normalisations in the total, 0 to 1."""
        return self.share(sum(layer.seconds for layer in self.layers if layer.kind == NORMALISATION))

    def to_dict(self) -> dict[str, Any]:
        """Return the values of the profile for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Profile:
        """Return the profile from the values of `to_dict`.

        Raises
        ------
        KeyError, TypeError
            If the values are no such result.
        """
        operators = tuple(OperatorCost(**operator) for operator in values["operators"])
        layers = tuple(LayerCost(**layer) for layer in values["layers"])
        profile = cls(**{**values, "operators": operators, "layers": layers})
        part: Any
        for part in (*operators, *layers, profile):
            for field in fields(part):
                if not isinstance(getattr(part, field.name), _KINDS.get(str(field.type), tuple)):
                    raise TypeError(field.name)
        return profile


def read_profile(path: Path) -> Profile | None:
    """Read a `profile.json`, or return None if there is none or it cannot be read."""
    try:
        return Profile.from_dict(read_json(path))
    except DAMAGED:
        return None


def table(profile: Profile, most: int = 12) -> str:
    """Return the profile as lines of text, with at most `most` operators and layers."""
    rows: list[Sequence[str]] = [("operator", "calls", "ms", "share")]
    rows += [
        (operator.kind, f"{operator.calls:.0f}", *_cost(profile, operator.seconds))
        for operator in profile.operators[:most]
    ]
    lines = _aligned(rows)
    rows = [("layer", "class", "forward ms", "backward ms", "share")]
    for layer in profile.layers[:most]:
        times = (
            f"{1000 * layer.forward:.2f}",
            f"{1000 * layer.backward:.2f}",
            f"{100 * profile.share(layer.seconds):.1f} %",
        )
        rows.append((layer.name, layer.kind, *times))
    return "\n".join([*lines, "", *_aligned(rows)])


def _cost(profile: Profile, seconds: float) -> tuple[str, str]:
    return f"{1000 * seconds:.2f}", f"{100 * profile.share(seconds):.1f} %"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
