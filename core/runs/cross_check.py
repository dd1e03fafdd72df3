"""Organises a cross-check: each training leaves one fold of the images out, and its model judges that fold."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from core.base.errors import DAMAGED, RunError, reason_of
from core.base.files import make_folder, write_atomically
from core.base.json_text import read_json
from core.charset import Charset
from core.project.project import hash_of
from core.runs.bundled import named
from core.runs.files import RUNS
from core.runs.info import RunInfo, folder_names, is_run, next_name, read_run

FOLDS = 3  # the default number of trainings of a cross-check

MOST_FOLDS = 20

FILE = Path(".textscanner") / "cross-check.json"  # the file of a project's cross-check, relative to the root

_SCHEMA = 1
_CHARSET = "cross-check.txt"  # beside the cross-check's file: all trainings have to know the same symbols
_VALIDATIONS = 4  # of each training: enough to find the best of its models, and none is looked at for its score
_VALIDATION_LIMIT = 200  # images
_OWN = frozenset(
    {
        "folder",
        "run",
        "resume",
        "watch",
        "fold",
        "validation",
        "validation_limit",
        "validate_every",
        "steps",
        "minutes",
        "patience",
        "start",
    }
)
"""Choices of a training that a cross-check makes itself; a model to start from may have learned the judged labels."""


def fold_of(image: str, folds: int = FOLDS) -> int:
    """Return the number of the training that leaves an image out, and whose model may judge it.

    By a hash of the relative path (`core.project.project.hash_of`): the same on every machine, and adding images moves
    no other image. `folds`: at least 2, else ValueError is raised. Returns int: 0 to `folds` - 1.
    """
    if folds < 2:
        raise ValueError(f"folds is {folds}; with fewer than 2 no image is left out of a training")
    return hash_of(image) % folds


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """A cross-check as its project stores it, to go on after a crash and to judge after a restart."""

    root: Path
    """The project's folder, which holds the file and the runs."""
    folds: int
    """The number of trainings, from 2 to `MOST_FOLDS`."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """The choices of every training besides the fold, by the names of `core.runs.config.TrainConfig`, as plain JSON."""
    runs: tuple[Path | None, ...] = ()
    """The run that leaves out each fold. None before the start of the run."""
    hash: str = ""
    """The hash of all models together, which the index stores with their readings. Empty before all images are read."""

    def __post_init__(self) -> None:
        if not 2 <= self.folds <= MOST_FOLDS:
            raise RunError(
                "cross-check: {folds} {folds:|fold|folds}; there have to be from 2 to {most}.",
                folds=self.folds,
                most=MOST_FOLDS,
            )
        if len(self.runs) != self.folds:
            object.__setattr__(self, "runs", (*self.runs, *([None] * self.folds))[: self.folds])

    @property
    def path(self) -> Path:
        """The path of the file that stores the cross-check."""
        return self.root / FILE

    def with_run(self, fold: int, run: Path | None) -> Self:
        """Return the cross-check with another run for a fold, and with no hash, as the new model has read nothing."""
        return replace(self, runs=(*self.runs[:fold], run, *self.runs[fold + 1 :]), hash="")

    def with_charset(self, charset: Charset) -> Self:
        """Return the cross-check with a charset that all its trainings read, unless a person has chosen another.

        The symbols are written beside the cross-check's file, from which the trainings read them.
        """
        path = self.path.with_name(_CHARSET)
        make_folder(path.parent)
        write_atomically(path, charset.write().encode())
        return replace(self, choices={"charset": str(path), **self.choices})

    def first_open(self, trained: frozenset[int] = frozenset()) -> tuple[int | None, RunInfo | None]:
        """Return the first untrained fold, or None if all are trained, and its run if that can be resumed.

        `trained`: folds that count as trained although their run was not ended by itself, if they have a model.
        """
        for fold, run in enumerate(self.runs):
            info = read_run(run) if run is not None and is_run(run) else None
            if info is None or info.config is None or info.config.fold != (fold, self.folds):
                return fold, None
            if info.state != "finished" and not (fold in trained and info.model is not None):
                return fold, info
        return None, None

    def next_training(self, trained: frozenset[int] = frozenset()) -> NextTraining:
        """Return the training of the next fold, named as a new run if there is none to resume, and write the file."""
        self.write()
        fold, info = self.first_open(trained)
        if fold is None or info is not None:
            return NextTraining(self, fold, info)
        folder = self.root / RUNS
        name = next_name(folder_names(folder), f"cross-check-{fold + 1}-of-{self.folds}")
        named = self.with_run(fold, folder / name)
        named.write()
        return NextTraining(named, fold)

    def choices_of(self, fold: int) -> dict[str, Any]:
        """Return the choices of a fold's training in the form for `core.runs.config.make_config`."""
        return {**self.choices, "folder": self.root, "run": self.runs[fold], "fold": (fold, self.folds)}

    def write(self) -> None:
        """Write the cross-check to its file in place of the previous one.

        Raises
        ------
        FileWriteError
            If the file or its folder cannot be written.
        """
        runs_folder = self.path.parent
        kept = [None if run is None else _stored_path(run, runs_folder) for run in self.runs]
        values = {
            "schema": _SCHEMA,
            "folds": self.folds,
            "choices": dict(self.choices),
            "runs": kept,
            "hash": self.hash,
        }
        make_folder(runs_folder)
        write_atomically(
            self.path, (json.dumps(values, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
        )

    @classmethod
    def read(cls, root: Path) -> Self | None:
        """Read the cross-check of a project, or return None if there is none.

        Raises
        ------
        RunError
            If the cross-check's file cannot be read.
        """
        path = root / FILE
        try:
            values = read_json(path)
            runs = tuple(None if run is None else path.parent / run for run in values["runs"])
            if values["schema"] > _SCHEMA:
                raise RunError(
                    "{path}: from a newer version of the program. Update it, or start another cross-check.", path=path
                )
            return cls(root, int(values["folds"]), dict(values["choices"]), runs, str(values.get("hash", "")))
        except FileNotFoundError:
            return None
        except DAMAGED as error:
            raise RunError(
                "{path}: damaged or not readable ({error}). Start another cross-check.",
                path=path,
                error=reason_of(error),
            ) from error


def _stored_path(run: Path, folder: Path) -> str:
    """Return a run's path as the file stores it: relative if possible, so that the project can be moved."""
    return run.relative_to(folder).as_posix() if run.is_relative_to(folder) else str(run)


def is_cross_check(model: Path | None) -> bool:
    """Return True if a model's path is a project's cross-check, whose models each judge the images of one fold."""
    return model is not None and model.name == FILE.name and model.parent.name == FILE.parent.name


class NextTraining(NamedTuple):
    """The next training of a cross-check, with the cross-check that names its run."""

    cross_check: CrossCheck
    """The cross-check as it is in its file."""
    fold: int | None = None
    """The fold to leave out. None: all folds are trained."""
    info: RunInfo | None = None
    """The run to resume. None: a new run."""


def choices_of_folds(given: Mapping[str, Any], steps: int, minutes: float | None = None) -> dict[str, Any]:
    """Return the choices that all trainings of a cross-check share.

    `given`: what a person has chosen for trainings, by the names of `core.runs.config.TrainConfig`. `minutes`: most
    time of each training.
    """
    shared = {name: value for name, value in given.items() if name not in _OWN}
    if named(given.get("start")) is not None:  # it has learned synthetic words alone, and judges no label that it knows
        shared["start"] = given["start"]
    shared |= {"steps": steps, "validation_limit": _VALIDATION_LIMIT, "validate_every": max(1, steps // _VALIDATIONS)}
    return shared if minutes is None else shared | {"minutes": minutes}


def default_steps(given: Mapping[str, Any], folds: int) -> int:
    """Return the steps of each training, so that all of them together make as many as one training would."""
    from core.runs.config import make_config  # pydantic would slow the start

    nowhere = {"folder": Path(), "run": Path()}
    try:
        steps = make_config({**given, **nowhere}).resolved().steps
    except RunError:  # reported when the training is to start
        steps = make_config(nowhere).resolved().steps
    assert steps is not None
    return math.ceil(steps / folds)
