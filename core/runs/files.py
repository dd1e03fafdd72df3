"""Names the files in a run's folder, as the only module that does, and reads those of choices and of JSON.

config.json       the choices (`core.runs.config.TrainConfig`), complete
run.json          spec of the network, versions, git state, labels' digest, samples used and left out, resumptions
metrics.jsonl     one line a step and a validation
model.keras       the best by validation
model.json        the step it is of
profile.json      the last profile of its steps (`core.runs.profile`), if any
readings.jsonl    the readings of the validation images, one line an image
comparison.json   the comparison of the best model with the one in use, word by word
ledger.bin        what became of each character at every validation (`core.runs.learning_history`)
failure.txt       details of the failure that ended the run, if any
notes.txt         what a person has written about it
.lock             held by the process that trains, made at the beginning and never written to
checkpoints/      see `core.model.training.checkpoints`
watched/          predictions of the watched images, one file a step
tensorboard/      event files
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.errors import DAMAGED, Damaged, RunError, reason_of
from core.base.files import open_file, read_file, read_lines
from core.base.json_text import parse_json, read_json
from core.base.version import check_written_by, written_by

RUNS = Path(".textscanner") / "runs"  # the runs of a project, relative to its root

CHECKPOINT_ARRAYS = "state.npz"  # name of the file in a checkpoint's folder that holds its arrays

CHOICES_SCHEMA = 1
"""The form of a run's `config.json`, also of one that names no form."""

_MODEL = "model.keras"
_CHECKPOINTS = "checkpoints"
_STEP = "step_"


class RunFiles:
    """The paths of the files in a run's folder, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.choices = path / "config.json"
        self.facts = path / "run.json"
        self.metrics = path / "metrics.jsonl"
        self.model = path / _MODEL
        self.model_facts = path / "model.json"
        self.profile = path / "profile.json"
        self.readings = path / "readings.jsonl"
        self.comparison = path / "comparison.json"
        self.learning_history = path / "ledger.bin"
        self.failure = path / "failure.txt"
        self.notes = path / "notes.txt"
        self.lock_file = path / ".lock"
        self.checkpoints = path / _CHECKPOINTS
        self.watched = path / "watched"
        self.tensorboard = path / "tensorboard"

    def watched_folder(self, image: Path) -> Path:
        """Return the folder for the predictions of a watched image, which is named in the folder's `image.json`."""
        whole = str(image.absolute()).encode("utf-8", "surrogatepass")
        return self.watched / hashlib.blake2b(whole, digest_size=6).hexdigest()

    def checkpoint_folders(self) -> tuple[Path, ...]:
        """Return the folders of the run's checkpoints, the latest first, or none."""
        with contextlib.suppress(OSError), os.scandir(self.checkpoints) as entries:
            folders = [self.checkpoints / entry.name for entry in entries if entry.is_dir()]
            return tuple(sorted(filter(is_checkpoint, folders), key=step_of, reverse=True))
        return ()


def is_model_of_run(path: Path) -> bool:
    """Return True if a file is named like the model file of a run."""
    return path.name == _MODEL


def is_checkpoint(path: Path) -> bool:
    """Return True if a path is the folder of a checkpoint."""
    return path.parent.name == _CHECKPOINTS and path.name.removeprefix(_STEP).isdecimal()


def run_of(checkpoint: Path) -> Path:
    """Return the run's folder that contains a checkpoint's folder."""
    return checkpoint.parent.parent


def step_of(checkpoint: Path) -> int:
    """Return the step at which a checkpoint was saved."""
    return int(checkpoint.name.removeprefix(_STEP))


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects in a file's complete JSON lines in order, or nothing without a file.

    Raises
    ------
    RunError
        If the file is there and cannot be read.
    """
    try:
        with open_file(path) as file:
            for line in read_lines(file):
                if line.endswith(b"\n") and (values := parsed_line(line)) is not None:
                    yield values
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unreadable(path, error) from error


def parsed_line(line: bytes) -> dict[str, Any] | None:
    """Return the object in a JSON line, or None if the line is damaged or holds another value."""
    with contextlib.suppress(ValueError):
        values = parse_json(line)
        if isinstance(values, dict) and (type(step := values.get("step", 0)) is int and 0 <= step < 1 << 62):
            return values
    return None


def read_values(path: Path) -> dict[str, Any]:
    """Read the values from a `.toml` or `.json` file, unchecked.

    Raises RunError if it cannot be read, or a newer version of the program has written it in another form.
    """
    try:
        data = read_file(path, 1 << 20)
        text = data.decode("utf-8-sig")
        values = tomllib.loads(text) if path.suffix.lower() == ".toml" else parse_json(text)
    except OSError as error:
        raise RunError(
            "{path}: cannot be read ({why}). Name a .toml or .json file.", path=path, why=reason_of(error)
        ) from error
    except (ValueError, RecursionError) as error:  # JSON, TOML and UTF-8 errors are kinds of ValueError
        raise RunError(
            "{name}: not a readable {kind} file ({error}). Correct it.",
            name=path.name,
            kind=path.suffix or "JSON",
            error=reason_of(error),
        ) from error
    if not isinstance(values, dict):
        raise RunError(
            "{name}: holds no table of choices. Write one choice a line, such as steps = 3000.", name=path.name
        )
    try:
        check_written_by(values, CHOICES_SCHEMA)
    except Damaged as error:
        raise RunError("{path}: {error}.", path=path, error=error) from error
    return {name: value for name, value in values.items() if name not in written_by(CHOICES_SCHEMA)}


def read_object(path: Path) -> dict[str, Any]:
    """Read a `.json` file of a run, or return an empty object without a file.

    Raises
    ------
    RunError
        If the file is there and cannot be read, or holds no object.
    """
    try:
        values = read_json(path)
        if not isinstance(values, dict):
            raise Damaged("it holds no object")
    except FileNotFoundError:
        return {}
    except DAMAGED as error:
        raise _unreadable(path, error) from error
    return values


def _unreadable(path: Path, error: Exception) -> RunError:
    return RunError(
        "{run}/{name}: damaged or not readable ({why}). Restore a copy, or delete the file.",
        run=path.parent.name,
        name=path.name,
        why=reason_of(error),
    )
