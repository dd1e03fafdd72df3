"""Distinguishes what a model's path means: the bundled model, a file, a run, a checkpoint, a cross-check, or none.

Settings and messages between processes keep the path; `model_ref` says what it means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from core.runs.bundled import BUNDLED, BundledModel, named
from core.runs.cross_check import is_cross_check
from core.runs.files import CHECKPOINT_ARRAYS, RunFiles, is_checkpoint, is_model_of_run, run_of, step_of


@dataclass(frozen=True, slots=True)
class NoModel:
    """The reference for no model, with which nothing is predicted."""

    name = ""
    run = None
    exists = False


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The reference to a model file, or to a run's if chosen as a file, which hides the run's past."""

    path: Path
    """The path of the `.keras` file."""
    run = None

    @property
    def name(self) -> str:
        """The name of the file, preceded by its folder's if it is named like the model file of every run."""
        return f"{self.path.parent.name}/{self.path.name}" if self.is_of_run else self.path.name

    @property
    def is_of_run(self) -> bool:
        """True if the file is named like the best model of a run."""
        return is_model_of_run(self.path)

    @property
    def exists(self) -> bool:
        """True if the file exists."""
        return self.path.is_file()


@dataclass(frozen=True, slots=True)
class RunModel:
    """The reference to a run's best model, or to the network that the run is now training."""

    run: Path
    """The run's folder."""

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.run.name

    @property
    def exists(self) -> bool:
        """True if the model file exists."""
        return RunFiles(self.run).model.is_file()


@dataclass(frozen=True, slots=True)
class CheckpointModel:
    """The reference to the model in a checkpoint of a run."""

    path: Path
    """The folder of the checkpoint."""

    @property
    def run(self) -> Path:
        """The folder of the run to which the checkpoint belongs."""
        return run_of(self.path)

    @property
    def step(self) -> int:
        """The step at which the checkpoint was saved."""
        return step_of(self.path)

    @property
    def name(self) -> str:
        """The name of the run, and the step."""
        return f"{self.run.name}, {self.step}"

    @property
    def exists(self) -> bool:
        """True if the arrays exist."""
        return (self.path / CHECKPOINT_ARRAYS).is_file()


@dataclass(frozen=True, slots=True)
class CrossCheckModel:
    """The reference to a project's cross-check, which uses for each image the model that did not train on it."""

    path: Path
    """The file of the cross-check in the project."""
    name = "Cross-check"
    run = None

    @property
    def exists(self) -> bool:
        """True if the file of the cross-check exists."""
        return self.path.is_file()


ModelRef: TypeAlias = BundledModel | ModelFile | RunModel | CheckpointModel | CrossCheckModel | NoModel


def model_ref(path: Path | None, bundled: Sequence[BundledModel] = BUNDLED) -> ModelRef:
    """Return the meaning of a path judged by its name alone, without reading from the disk.

    `path`: a file that ends in `.keras`, a project's cross-check, the folder of a checkpoint, or else that of a run.
    `bundled`: the bundled models, each known by its path.
    """
    if path is None:
        return NoModel()
    if (model := named(path, bundled)) is not None:
        return model
    if is_cross_check(path):
        return CrossCheckModel(path)
    if path.suffix == ".keras":
        return ModelFile(path)
    return CheckpointModel(path) if is_checkpoint(path) else RunModel(path)


def path_after_renaming(path: Path | None, old: Path, new: Path) -> Path | None:
    """Return the path of a model after the folder of a run was renamed, which may be the model's."""
    return new / path.relative_to(old) if path is not None and path.is_relative_to(old) else path


def weights_file(path: Path) -> Path:
    """Return the file with a model's weights: the model file, that of a run, or the arrays of a checkpoint."""
    if is_checkpoint(path):
        return path / CHECKPOINT_ARRAYS
    return RunFiles(path).model if path.is_dir() else path
