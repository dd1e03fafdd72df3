"""Writes and reads a run's folder: the complete record of one training, readable during it and afterwards."""

from __future__ import annotations

import contextlib
import errno
import importlib.metadata
import io
import json
import math
import os
import platform
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FileWriteError, RunError, Sentence, one_line
from core.base.files import make_folder, open_lock, write_atomically
from core.base.systems import system
from core.base.version import program_version, written_by
from core.runs.config import FREE_ON_RESUME, TrainConfig, make_config
from core.runs.files import CHOICES_SCHEMA, RunFiles, json_lines, read_object, read_values
from core.runs.learning_history import LearningHistoryFile

_PACKAGES = (
    "tensorflow",
    "jax",
    "torch",
    "keras",
    "numpy",
    "opencv-python-headless",
    "shapely",
    "pillow",
    "tensorboard",
)
_GIT_PATIENCE = 10  # seconds


class RunFolder(RunFiles):
    """The folder of an existing run, from `create` or `open_existing`.

    `config`: resolved, as in its `config.json`.
    """

    def __init__(self, path: Path, config: TrainConfig) -> None:
        super().__init__(path)
        self.config = config
        self._lock = -1

    def lock(self) -> None:
        """Keep other processes from training in the same folder, if the system has locks.

        Raises
        ------
        RunError
            If another process trains here, or the lock's file is a link or cannot be opened.
        """
        try:
            self._lock = open_lock(self.lock_file, create=True)
        except OSError as error:
            raise RunError(
                "{path}: cannot be opened to lock the run ({why}). Delete it, or check that the folder may be written.",
                path=self.lock_file,
                why=error.strerror or error,
            ) from error
        try:
            system.lock(self._lock)
        except BlockingIOError as error:
            self.unlock()
            raise RunError(
                "{path}: another process is training in this folder. Wait for it, or stop it first.", path=self.path
            ) from error
        except OSError:
            self.unlock()  # a network drive without locks

    def unlock(self) -> None:
        """Release the lock, as the end of the process also would."""
        system.release(self._lock)
        self._lock = -1

    @staticmethod
    def write_json(path: Path, values: Mapping[str, Any]) -> None:
        """Write a `.json` file of the run, with null for numbers that are not finite.

        Raises
        ------
        FileWriteError
            If the file cannot be written.
        """
        write_atomically(path, (_json(values, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass"))

    def append(self, line: Mapping[str, Any]) -> None:
        """Append a line to the metrics, whole or not at all, with null for numbers that are not finite.

        The line is written in one piece and not flushed to the disk: a killed process loses nothing, and after a power
        cut the run goes on from a checkpoint and writes the lines again.

        Raises
        ------
        OSError
            If the line cannot be written whole, for example because the disk is full.
        """
        data = (_json(line) + "\n").encode()
        with self.metrics.open("ab", buffering=0) as file:
            end = file.tell()
            if file.write(data) != len(data):  # the disk is full
                file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the complete lines of the metrics in order."""
        return json_lines(self.metrics)

    def write_readings(self, readings: Iterable[tuple[str, str, str]]) -> None:
        """Write the name, the target and the reading of each validation image.

        Raises
        ------
        FileWriteError
            If the file cannot be written.
        """
        lines = (_json({"image": image, "target": target, "text": text}) + "\n" for image, target, text in readings)
        write_atomically(self.readings, "".join(lines).encode())

    def forget_after(self, step: int) -> None:
        """Delete all records after a step, from which the run goes on and records them again."""
        kept = [line for line in self.lines() if line.get("step", 0) <= step]
        data = "".join(_json(line) + "\n" for line in kept).encode()
        if self.metrics.exists():
            write_atomically(self.metrics, data)
        LearningHistoryFile(self.learning_history).forget_after(step)
        for path in self.watched.glob("*/step_*.npz"):
            digits = path.stem.removeprefix("step_")
            if digits.isdecimal() and int(digits) > step:
                path.unlink(missing_ok=True)

    def save_prediction(self, image: Path, step: int, text: str, arrays: Mapping[str, NDArray[Any]]) -> Path:
        """Save the prediction of a watched image, and return the path of its file.

        Raises
        ------
        FileWriteError
            If the file cannot be written.
        """
        folder = self.watched_folder(image)
        make_folder(folder)
        if not (folder / "image.json").exists():
            self.write_json(folder / "image.json", {"image": str(image)})
        buffer = io.BytesIO()
        np.savez_compressed(buffer, text=np.array(text), step=np.array(step), **arrays)  # type: ignore[arg-type]  # NumPy's stubs see a flag
        path = folder / f"step_{step:08d}.npz"
        write_atomically(path, buffer.getvalue())
        return path


def _json(value: Any, **options: Any) -> str:
    """Return JSON that every reader accepts, without Python's `NaN` and `Infinity`."""
    return json.dumps(_finite(value), allow_nan=False, **options)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


def write_choices(files: RunFiles, config: TrainConfig) -> None:
    """Write the `config.json` of a run, with the version of this program.

    Raises
    ------
    FileWriteError
        If the file cannot be written.
    """
    RunFolder.write_json(files.choices, written_by(CHOICES_SCHEMA) | config.model_dump(mode="json"))


def create(config: TrainConfig) -> RunFolder:
    """Create the folder of a new run with its `config.json`, so that either both exist afterwards or neither.

    Raises
    ------
    RunError
        If the name is taken, or the folder cannot be made.
    """
    config = config.resolved()
    path = config.run
    refuse_existing(path)
    temporary = path.parent / f".{secrets.token_hex(6)}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.mkdir()
        try:
            write_choices(RunFiles(temporary), config)
            temporary.rename(path)  # fails if a folder with content has appeared meanwhile
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
    except (OSError, FileWriteError) as error:
        why = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise RunError(
            "{path}: the run's folder cannot be made ({why}). Choose another place.", path=path, why=why
        ) from error
    return RunFolder(path, config)


def refuse_existing(path: Path) -> None:
    """Raise RunError if something has this path already."""
    if os.path.lexists(path):
        kind = Sentence("a run") if RunFiles(path).choices.is_file() else Sentence("a file or folder")
        raise RunError(
            "{path}: there is {kind} of this name already. Choose another name, or add --resume to go on.",
            path=path,
            kind=kind,
        )


def open_existing(config: TrainConfig) -> tuple[RunFolder, tuple[str, ...]]:
    """Open the folder of a run that is to be resumed.

    Parameters
    ----------
    config : TrainConfig
        The wanted configuration. Choices without a value keep the run's; choices of `FREE_ON_RESUME` may differ from
        the run's.

    Returns
    -------
    RunFolder
    tuple of str
        Warnings.

    Raises
    ------
    RunError
        If the folder is no run's, or another choice differs.
    """
    before = stored_config(config.run).resolved()
    now = config.resolved()
    for name in TrainConfig.model_fields:
        old, new = getattr(before, name), getattr(now, name)
        if name not in config.model_fields_set:  # no value: as before
            now = now.model_copy(update={name: old})
            continue
        if old == new or name in FREE_ON_RESUME:
            continue
        raise RunError(
            "{run}: the run has {name} = {old}, and {new} was asked for. Leave this setting out to go on as "
            "before, or start a new run.",
            run=config.run,
            name=name,
            old=_shown(old),
            new=_shown(new),
        )
    longer = Sentence(
        "{now} instead of {before}: the learning rate falls over the new length from here on, which is not the same as "
        "a run of that length from the start.",
        now=_length(now),
        before=_length(before),
    )
    is_other = now.steps != before.steps or (now.minutes != before.minutes and not now.deterministic)
    return RunFolder(config.run, now), (longer,) if is_other else ()


def wanted_backend(config: TrainConfig) -> str:
    """Return the chosen backend of a training, or that of the run that it resumes if the configuration names none."""
    if config.resume and "backend" not in config.model_fields_set:
        with contextlib.suppress(RunError):  # reported when the training opens the folder
            return stored_config(config.run).backend
    return config.backend


def stored_config(run: Path) -> TrainConfig:
    """Return the configuration of a run from its folder, for resuming it with changes if the user asks for them.

    Raises RunError if there is no run, or the configuration cannot be read.
    """
    path = RunFiles(run).choices
    if not path.is_file():
        raise RunError(
            "{run}: there is no run in this folder (no {file}). Check the path, or leave out --resume.",
            run=run,
            file=path.name,
        )
    # runs from before these choices
    earlier = {
        "style": "general",
        "normalisation": "moving",
        "known_symbols": "trained",
        "start_share": 0.0,
        "start_rate": 1.0,
    }
    try:
        return make_config(earlier | read_values(path) | {"run": run}, str(path))
    except RunError as error:
        version = read_object(path).get("version")
        if not isinstance(version, str) or version in ("", program_version()):
            raise
        raise RunError(
            "{error} Version {version} of the program wrote it, and this is version {own}. Update the program.",
            error=error,
            version=one_line(version, 20),
            own=program_version() or "?",
        ) from error


def _length(config: TrainConfig) -> Sentence:
    if config.minutes is None:
        return Sentence("{steps:,} {steps:|step|steps}", steps=config.steps)
    return Sentence(
        "{steps:,} {steps:|step|steps}, at most {minutes:g} {minutes:|minute|minutes}",
        steps=config.steps,
        minutes=config.minutes,
    )


def _shown(value: Any) -> str:
    return Sentence("none") if value is None else str(value)[:80]


def versions() -> dict[str, str | None]:
    """Return the versions of the software on which the result depends."""
    program: dict[str, str | None] = {"python": platform.python_version(), "platform": platform.platform()}
    for name in _PACKAGES:
        try:
            program[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            program[name] = None
    return program


def git_state(folder: Path) -> dict[str, Any] | None:
    """Return the commit of a folder and its number of changed files, or None without git or a repository.

    If git takes too long, the result has only the key "slow", with a sentence that says so.
    """

    def ask(*arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            check=True,
            timeout=_GIT_PATIENCE,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
        return done.stdout.decode("utf-8", "replace")

    try:
        commit = ask("rev-parse", "HEAD").strip()
        changed = ask("status", "--porcelain", "--", ".").splitlines()
    except subprocess.TimeoutExpired:
        return {"slow": f"git gave no answer in {_GIT_PATIENCE} s"}
    except (OSError, subprocess.SubprocessError):
        return None
    return {"commit": commit, "changed_files": len(changed)}
