"""Saves and loads checkpoints, the complete states from which a run goes on as if it had never stopped.

Each checkpoint is written whole or not at all.

A checkpoint is a folder `step_00000120` with `state.npz` (weights, optimizer, moving average, random states, each array
under its variable's name) and `checkpoint.json` (step, position in the data, counters, score). A checkpoint is written
under another name, flushed to the disk, and renamed in one step: a process killed meanwhile leaves a folder that no one
reads. The last three and the best are kept.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.archives import Arrays
from core.base.errors import DAMAGED, FileWriteError, Sentence
from core.base.files import flush_folder
from core.base.json_text import read_json
from core.runs.files import CHECKPOINT_ARRAYS

SCHEMA = 1
KEPT = 3  # checkpoints that are kept beside the best

State = Mapping[str, Mapping[str, NDArray[Any]]]
"""Arrays by kind (`weights`, `first`, `second`, `average`) and variable."""


def weights_to_predict_with(state: State, start_share: float) -> dict[str, NDArray[Any]]:
    """Return the weights, by variable, that `core.model.steps.step.TrainingStep.averaged` gives the network.

    Parameters
    ----------
    state : State
        The state of a checkpoint.
    start_share : float
        The run's share of the starting weights.
    """
    learned = {**state["weights"], **state.get("average", {})}
    for name, start in state.get("start", {}).items() if start_share else ():
        mean = start_share * start + (1 - start_share) * learned[name]
        learned[name] = np.where(np.isnan(start), learned[name], mean)
    return learned


_NAME = re.compile(r"step_(\d{8,})")
_TEMPORARY = ".writing-"
_DESCRIPTION = "checkpoint.json"
_MOST_BYTES = 64 << 30
_KINDS: Mapping[str, Any] = {
    **dict.fromkeys(("step", "position", "seed", "best_step", "waiting"), int),
    **dict.fromkeys(("counters", "metrics", "best_metrics"), Mapping),
    "seconds": int | float,
    "risen": int | float | None,
}  # of the values in the file


@dataclass(frozen=True, slots=True)
class Progress:
    """The position, seed, time, counters and score of a run at one step."""

    step: int = 0
    """The number of steps done."""
    position: int = 0
    """The number of samples drawn, which is the position of the next one in the training data."""
    seed: int = 0
    """The seed, which determines all random choices of the data together with the position."""
    seconds: float = 0.0
    """Training time so far."""
    counters: Mapping[str, Any] = field(default_factory=dict)
    """The counters of the training step (loss scale, updates)."""
    score: tuple[float, ...] | None = None
    """The score of the validation at this step, larger is better, or None if there was none."""
    metrics: Mapping[str, float] = field(default_factory=dict)
    """Metrics of that validation."""
    best_step: int = 0
    """The step of the best validation so far. 0 without a validation."""
    best_score: tuple[float, ...] | None = None
    """The score of the best validation, or None if there was none."""
    best_metrics: Mapping[str, float] = field(default_factory=dict)
    """The metrics of the best validation."""
    waiting: int = 0
    """The number of validations since the best."""
    risen: float | None = None
    """The training time until the end of the warm-up and of all compiling. None before that."""


class Checkpoints:
    """The folder of a run's checkpoints.

    Parameters
    ----------
    folder : Path
        The folder, created with the first checkpoint.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, progress: Progress, state: State) -> Path:
        """Write a checkpoint, then delete superseded ones.

        Raises
        ------
        FileWriteError
            If the checkpoint cannot be written, for example on a full disk. Every older checkpoint remains.
        """
        target = self.folder / f"step_{progress.step:08d}"
        temporary = self.folder / f"{_TEMPORARY}{secrets.token_hex(6)}"
        try:
            temporary.mkdir(parents=True)
            try:
                with (temporary / CHECKPOINT_ARRAYS).open("wb") as file:
                    named = {
                        f"{kind}/{name}": array for kind, arrays in state.items() for name, array in arrays.items()
                    }
                    np.savez(file, **named)  # type: ignore[arg-type]  # NumPy's stubs see a flag
                    _flush(file)
                description = {"schema": SCHEMA, **_plain(progress)}
                with (temporary / _DESCRIPTION).open("w", encoding="utf-8") as text:
                    json.dump(description, text, indent=1, allow_nan=False)
                    _flush(text)
                flush_folder(temporary)
                if target.exists():  # resumed from an older one, and here again
                    target.rename(self.folder / f"{_TEMPORARY}{secrets.token_hex(6)}")
                temporary.rename(target)
                flush_folder(self.folder)
            except BaseException:
                shutil.rmtree(temporary, ignore_errors=True)
                raise
        except OSError as error:
            why = error.strerror or str(error)
            kept = Sentence("the older ones are kept") if self.steps() else Sentence("there is no older one")
            raise FileWriteError(
                "{name}: the checkpoint was not written ({why}); {kept}. Free some space on the disk that holds "
                "{folder}.",
                name=target.name,
                why=why,
                kept=kept,
                folder=self.folder,
            ) from error
        self.prune()
        return target

    def steps(self) -> list[int]:
        """Return the steps of the checkpoints that seem to exist, in ascending order."""
        numbers = []
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            for entry in os.scandir(self.folder):
                match = _NAME.fullmatch(entry.name)
                if match and entry.is_dir():
                    numbers.append(int(match[1]))
        return sorted(numbers)

    def load(self, step: int) -> tuple[Progress, State]:
        """Load the progress and the complete state of a checkpoint.

        Raises
        ------
        ValueError, OSError
            If the checkpoint is damaged or missing.
        """
        folder = self.folder / f"step_{step:08d}"
        progress = self.describe(step)
        state: dict[str, dict[str, NDArray[Any]]] = {"weights": {}}
        try:
            with Arrays(folder / CHECKPOINT_ARRAYS, _MOST_BYTES) as arrays:
                for key, array in arrays.items():  # reading each to its end checks its checksum
                    kind, _, name = key.partition("/")
                    state.setdefault(kind, {})[name] = array
        except OSError:
            raise
        except DAMAGED as error:
            raise ValueError(f"{folder.name}: {error}") from error
        return progress, state

    def describe(self, step: int) -> Progress:
        """Return the progress that a checkpoint holds.

        Raises
        ------
        ValueError, OSError
            As `load`.
        """
        path = self.folder / f"step_{step:08d}" / _DESCRIPTION
        values = read_json(path)
        if not isinstance(values, dict) or values.pop("schema", None) != SCHEMA:
            raise ValueError(f"{path.parent.name}: of another version")
        try:
            for key in ("score", "best_score"):
                values[key] = None if values[key] is None else tuple(-math.inf if v is None else v for v in values[key])
            progress = Progress(**values)
            for key, kind in _KINDS.items():
                if not isinstance(getattr(progress, key), kind):
                    raise TypeError(key)
        except DAMAGED as error:
            raise ValueError(f"{path.parent.name}: {error}") from error
        return progress

    def latest(self) -> tuple[tuple[Progress, State] | None, tuple[str, ...]]:
        """Return the newest undamaged checkpoint, and the names of newer damaged ones."""
        damaged: list[str] = []
        for step in reversed(self.steps()):
            try:
                return self.load(step), tuple(damaged)
            except (OSError, ValueError):
                damaged.append(f"step_{step:08d}")
        return None, tuple(damaged)

    def discard_after(self, step: int) -> None:
        """Delete the checkpoints of later steps, which were unreadable and will be written again."""
        for later in self.steps():
            if later > step:
                self._remove(self.folder / f"step_{later:08d}")

    def prune(self) -> None:
        """Delete superseded checkpoints, and the incomplete ones of killed processes."""
        kept = set(self.steps()[-KEPT:])
        with contextlib.suppress(OSError, ValueError):
            kept.add(self.describe(max(kept)).best_step)
        for step in self.steps():
            if step not in kept:
                self._remove(self.folder / f"step_{step:08d}")
        for left in self.folder.glob(f"{_TEMPORARY}*"):
            shutil.rmtree(left, ignore_errors=True)

    def _remove(self, path: Path) -> None:
        # Renamed first: a folder that is half deleted must not look like a checkpoint
        hidden = self.folder / f"{_TEMPORARY}{secrets.token_hex(6)}"
        with contextlib.suppress(OSError):  # tried again with the next checkpoint
            path.rename(hidden)
            shutil.rmtree(hidden)


def _plain(progress: Progress) -> dict[str, Any]:
    values = {name: getattr(progress, name) for name in Progress.__dataclass_fields__}
    for key in ("score", "best_score"):  # the worst score, -inf, is no JSON
        if values[key] is not None:
            values[key] = [value if math.isfinite(value) else None for value in values[key]]
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def _flush(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
