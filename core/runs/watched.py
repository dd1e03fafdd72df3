"""Reads the predictions of watched images that a run has saved at its steps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from core.base.archives import Arrays
from core.base.errors import DAMAGED, RunError, StudioError
from core.base.json_text import read_json
from core.runs.files import RunFiles, json_lines
from core.runs.spec import MissingNetworkError, NetworkSpec

_MAX_ARRAYS = 1 << 30


def run_spec(run: Path) -> NetworkSpec:
    """Read the spec of the network of a run.

    Raises
    ------
    RunError
        If the run has no readable spec.
    """
    try:
        return NetworkSpec.from_dict(read_json(RunFiles(run).facts)["spec"])
    except MissingNetworkError as error:
        raise RunError("{run}: {problem}", run=run.name, problem=error) from error
    except (*DAMAGED, StudioError) as error:
        raise RunError(
            "{run}: its run.json is missing or damaged, so its predictions cannot be read. Choose another run.",
            run=run.name,
        ) from error


def read_watched(path: Path) -> Mapping[str, NDArray[Any]]:
    """Read saved outputs of a run's predicting model (`core.model.network.formation.WordFormation`).

    Raises RunError if the file is gone or damaged.
    """
    try:
        with Arrays(path, _MAX_ARRAYS) as arrays:
            return {name: array for name, array in arrays.items() if name not in ("text", "step")}
    except DAMAGED as error:
        raise RunError(
            "{name}: the saved prediction is missing or damaged. Choose another step.", name=path.name
        ) from error


def losses_by_step(run: Path) -> dict[int, float]:
    """Return the recorded loss of each training step of a run."""
    losses: dict[int, float] = {}
    for line in json_lines(RunFiles(run).metrics):
        step, loss = line.get("step"), line.get("loss")
        if line.get("kind") == "step" and isinstance(step, int) and isinstance(loss, int | float):
            losses[step] = float(loss)
    return losses
