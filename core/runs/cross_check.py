"""A cross-check: as many trainings as folds, each of which leaves one fold of the images out and may judge that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from core.base.errors import RunError
from core.base.files import make_folder, write_atomically
from core.project.project import hash_of

FOLDS = 3
"""Trainings of a cross-check, unless a person asks for another number."""

MOST_FOLDS = 20

FILE = Path(".textscanner") / "cross-check.json"
"""Where a project keeps its cross-check, relative to its root."""

_SCHEMA = 1


def fold_of(image: str, folds: int = FOLDS) -> int:
    """The one of some trainings that leaves an image out, and so may judge it.

    By a hash of the relative path (`core.project.project.hash_of`): the same on every machine, and adding images moves
    no other one.

    Parameters
    ----------
    image : str
        Path relative to the project.
    folds : int
        At least 2.

    Returns
    -------
    int
        0 to `folds` - 1.
    """
    if folds < 2:
        raise ValueError(f"folds is {folds}; with fewer than 2 no image is left out of a training")
    return hash_of(image) % folds


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """A cross-check as its project keeps it, so that it can go on after a crash and judge after a restart.

    Attributes
    ----------
    root : Path
        Of the project.
    folds : int
    choices : mapping of str to object
        What each training is given besides its fold, by the names of `core.runs.config.TrainConfig`; plain JSON.
    runs : tuple of (Path or None)
        For each fold the run that leaves it out; None before it is started.
    hash : str
        Of all models together, as the index has it with what they have read; "" before all images are read.
    """

    root: Path
    folds: int
    choices: Mapping[str, Any] = field(default_factory=dict)
    runs: tuple[Path | None, ...] = ()
    hash: str = ""

    def __post_init__(self) -> None:
        if not 2 <= self.folds <= MOST_FOLDS:
            raise RunError(
                "cross-check: {folds} folds; there have to be from 2 to {most}.", folds=self.folds, most=MOST_FOLDS
            )
        if len(self.runs) != self.folds:
            object.__setattr__(self, "runs", (*self.runs, *([None] * self.folds))[: self.folds])

    @property
    def path(self) -> Path:
        """The file that it is kept in."""
        return self.root / FILE

    def with_run(self, fold: int, run: Path | None) -> Self:
        """With another run for a fold, so that nothing is read by all models yet."""
        return replace(self, runs=(*self.runs[:fold], run, *self.runs[fold + 1 :]), hash="")

    def write(self) -> None:
        """Keep it, in place of the one before; raises FileWriteError."""
        runs_folder = self.path.parent
        kept = [None if run is None else _told(run, runs_folder) for run in self.runs]
        values = {
            "schema": _SCHEMA,
            "folds": self.folds,
            "choices": dict(self.choices),
            "runs": kept,
            "hash": self.hash,
        }
        make_folder(runs_folder)
        write_atomically(self.path, (json.dumps(values, indent=1, ensure_ascii=False) + "\n").encode())

    @classmethod
    def read(cls, root: Path) -> Self | None:
        """The one that a project keeps; None where it keeps none.

        Raises
        ------
        RunError
            If its file cannot be read.
        """
        path = root / FILE
        try:
            values = json.loads(path.read_bytes())
            runs = tuple(None if run is None else path.parent / run for run in values["runs"])
            if values["schema"] > _SCHEMA:
                raise RunError(
                    "{path}: from a newer version of the program. Update it, or start another cross-check.", path=path
                )
            return cls(root, int(values["folds"]), dict(values["choices"]), runs, str(values.get("hash", "")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RunError(
                "{path}: damaged or not readable ({error}). Start another cross-check.", path=path, error=error
            ) from error


def _told(run: Path, folder: Path) -> str:
    """A run's path as the file has it: relative where it can be, so that the project can be moved."""
    return run.relative_to(folder).as_posix() if run.is_relative_to(folder) else str(run)


def is_cross_check(model: Path | None) -> bool:
    """Whether what is to predict is a project's cross-check: of its models, for each image the one that may judge."""
    return model is not None and model.name == FILE.name and model.parent.name == FILE.parent.name
