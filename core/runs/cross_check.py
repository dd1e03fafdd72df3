"""A cross-check: one training a fold; each leaves its fold of the images out, and its model judges that fold."""

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
"""The default number of trainings of a cross-check."""

MOST_FOLDS = 20

FILE = Path(".textscanner") / "cross-check.json"
"""The file of a project's cross-check, relative to the root."""

_SCHEMA = 1


def fold_of(image: str, folds: int = FOLDS) -> int:
    """Return the number of the training that leaves an image out, and so may judge it.

    By a hash of the relative path (`core.project.project.hash_of`): the same on every machine, and adding images moves
    no other image.

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
    """A cross-check as its project stores it: it can go on after a crash and judge after a restart.

    Attributes
    ----------
    root : Path
        Of the project.
    choices : mapping of str to object
        The choices of every training besides the fold, by the names of `core.runs.config.TrainConfig`; plain JSON.
    runs : tuple of (Path or None)
        For each fold the run that leaves it out; None before the start of the run.
    hash : str
        Hash of all models together, which the index stores with their readings; "" before all images are read.
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
        """The path of the cross-check's file."""
        return self.root / FILE

    def with_run(self, fold: int, run: Path | None) -> Self:
        """The cross-check with another run for a fold, and without the hash: the new model has read nothing yet."""
        return replace(self, runs=(*self.runs[:fold], run, *self.runs[fold + 1 :]), hash="")

    def write(self) -> None:
        """Write the cross-check in place of the previous one; raises FileWriteError."""
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
        """Read the cross-check of a project; None where the project has none.

        Raises
        ------
        RunError
            If the cross-check's file cannot be read.
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
    """Return a run's path as the file stores it: relative where possible, so that the project can be moved."""
    return run.relative_to(folder).as_posix() if run.is_relative_to(folder) else str(run)


def is_cross_check(model: Path | None) -> bool:
    """Whether the chosen model is a project's cross-check, whose models each judge the images of one fold."""
    return model is not None and model.name == FILE.name and model.parent.name == FILE.parent.name
