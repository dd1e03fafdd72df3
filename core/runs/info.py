"""Reads the facts on a run for a list of runs from its folder alone, also for other processes and machines."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from core.base.errors import DAMAGED, RunError, Sentence, reason_of
from core.base.files import open_file, open_lock, read_file, write_atomically
from core.base.progress import Progress, ignore_news
from core.base.systems import system
from core.runs.files import RunFiles, json_lines, parsed_line, read_object

if TYPE_CHECKING:
    from core.runs.config import TrainConfig

RunState = Literal["running", "finished", "stopped", "failed", "unreadable"]
Limit = Literal["steps", "minutes", "patience"]
"""A choice that ends a training: its steps, its time, or its validations in a row without a better model."""

_BLOCK = 256 << 10  # bytes of the metrics that are read at once
_TAIL = 8 << 20  # bytes at the end of the metrics, searched for the last validation: some 1,500 steps may follow it
_NUMBER = re.compile(r"(\d{3,})-")
_WATCHED = re.compile(r"step_(\d+)\.npz")
_DELETED = ".deleted-"


@dataclass(frozen=True, slots=True)
class RunInfo:
    """The facts on one run as its folder tells them."""

    path: Path
    """The run's folder."""
    config: TrainConfig | None = None
    """The configuration. None if it cannot be read. Then `problem` says why."""
    state: RunState = "unreadable"
    """The state. A "stopped" run can go on: a person stopped it, it was killed, or its machine was switched off."""
    step: int = 0
    """The number of steps done."""
    steps: int = 0
    """The number of steps planned."""
    best_step: int = 0
    """The step of `model.keras`. 0 if there is none."""
    metrics: Mapping[str, float] = field(default_factory=dict)
    """The metrics of that model: `word_accuracy`, `one_minus_ned`, `character_f1` …. Empty without validation."""
    seconds: float = 0.0
    """The training time."""
    size: int = 0
    """The bytes of all files."""
    started: float = 0.0
    """The Unix time of the start."""
    device: str = ""
    """The device of the last start in words, as in `core.runs.events.Started`. Empty if it is not known."""
    notes: str = ""
    """A person's notes on the run. Empty if there are none."""
    problem: str = ""
    """One sentence on a problem. Empty without a problem."""
    validated: int | None = None
    """The number of words that the model's validation read, or if there is no model, the last validation. None if there
    was no validation."""
    begun_with: float | None = None
    """The word accuracy of the weights of step 0. None if they were not validated."""
    waiting: int = 0
    """The validations since the last one that was the best."""

    @property
    def reached(self) -> Limit | None:
        """The limit that the training has reached, or None if it could go on as it is."""
        config = self.config
        return None if config is None else _reached(config, self.step, self.seconds, self.waiting)

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.path.name

    @property
    def preset(self) -> str:
        """The preset in the run's configuration, or "" if the configuration cannot be read."""
        return "" if self.config is None else self.config.preset

    @property
    def model(self) -> Path | None:
        """The model file of the run, or None if there is none."""
        return RunFiles(self.path).model if self.best_step else None


def is_run(folder: Path) -> bool:
    """Return True if a folder belongs to a run."""
    with contextlib.suppress(OSError):  # a name out of a file may be too long for any
        return RunFiles(folder).choices.is_file()
    return False


def read_run(path: Path) -> RunInfo:
    """Read the facts on a run, with unreadable values left empty and reported in `problem`."""
    files = RunFiles(path)
    size = _size(path)
    notes = ""
    with contextlib.suppress(OSError):
        notes = read_file(files.notes).decode(errors="replace")
    from core.runs.folder import stored_config  # pydantic would slow the start

    try:
        config = stored_config(path).resolved()
    except RunError as error:
        return RunInfo(path, size=size, started=_started(path), notes=notes, problem=str(error))
    facts: dict[Path, dict[str, Any]] = {}
    problem = _last_line(files.failure)
    for file in (files.facts, files.model_facts):
        try:
            facts[file] = read_object(file)
        except RunError as error:
            facts[file], problem = {}, str(error)
    model, beginnings = facts[files.model_facts], facts[files.facts].get("beginnings")
    device = str(beginnings[-1].get("device", "")) if isinstance(beginnings, list) and beginnings else ""
    last, waiting, validated = _last_lines(files.metrics, config.patience)
    step, seconds = int(last.get("step", 0)), float(last.get("seconds", 0.0))
    has_model = files.model.is_file()
    return RunInfo(
        path=path,
        config=config,
        state=_state(
            path, config, step, seconds, waiting, has_model=has_model or facts[files.facts].get("ended") is True
        ),
        step=step,
        steps=config.steps or 0,
        best_step=int(model.get("step", 0)) if has_model else 0,
        metrics={name: value for name, value in (model.get("metrics") or {}).items() if isinstance(value, float | int)},
        seconds=seconds,
        size=size,
        started=_started(path),
        device=device,
        notes=notes,
        problem=problem,
        validated=validated,
        begun_with=_first_accuracy(files.metrics),
        waiting=waiting,
    )


def has_steps(run: Path) -> bool:
    """Return True if a run's folder holds a model, a checkpoint or a step, or cannot be read."""
    files = RunFiles(run)
    try:
        return (
            files.model.exists()
            or bool(files.checkpoint_folders())
            or any(line.get("kind") == "step" for line in json_lines(files.metrics))
        )
    except (OSError, RunError):
        return True


def is_locked(run: Path) -> bool:
    """Return True if a process on this machine is training in a run's folder, as far as the system has locks."""
    with contextlib.suppress(OSError):
        descriptor = open_lock(RunFiles(run).lock_file)
        try:
            system.lock(descriptor, shared=True)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
    return False


def _state(path: Path, config: TrainConfig, step: int, seconds: float, waiting: int, *, has_model: bool) -> RunState:
    if is_locked(path):
        return "running"
    if RunFiles(path).failure.exists():
        return "failed"
    is_over = _reached(config, step, seconds, waiting) is not None
    return "finished" if is_over and has_model else "stopped"


def _reached(config: TrainConfig, step: int, seconds: float, waiting: int) -> Limit | None:
    if config.minutes is not None and seconds >= 60 * config.minutes:
        return "minutes"
    if step >= (config.steps or 0):
        return "steps"
    return "patience" if config.patience is not None and waiting >= config.patience else None


def _first_accuracy(metrics: Path) -> float | None:
    """Return the word accuracy of the validation at step 0: the first line of the metrics, if there was one."""
    with contextlib.suppress(OSError), open_file(metrics) as file:
        values = parsed_line(file.readline(_BLOCK))
        if values is not None and values.get("kind") == "validation" and values.get("step") == 0:
            accuracy = (values.get("metrics") or {}).get("word_accuracy")
            return float(accuracy) if isinstance(accuracy, float | int) else None
    return None


def _last_lines(metrics: Path, patience: int | None) -> tuple[dict[str, Any], int, int | None]:
    """Return the last line of the metrics, the validations since the best, and the words of the best validation.

    The words are those of the last validation if the best one stands too far in front. Without a patience, validations
    are searched in the end of the file alone.
    """
    last: dict[str, Any] = {}
    words: int | None = None
    waiting = seen = 0
    is_seen = is_told = False  # a validation, and that it says how many there were since the best
    with contextlib.suppress(OSError), open_file(metrics) as file:
        for line in _lines_from_the_end(file):
            seen += len(line)
            if last and b'"validation"' not in line:  # steps are many, and long
                if (patience is None or is_told) and seen > _TAIL:
                    break
                continue
            values = parsed_line(line)
            if values is None or "step" not in values:
                continue
            last = last or values
            if values.get("kind") != "validation":
                continue
            is_best = bool(values.get("best"))
            if not is_seen and isinstance(since_best := values.get("waiting"), int):  # runs of earlier versions lack it
                is_told, waiting = True, since_best
            if not is_seen or is_best:
                words = values["images"] if isinstance(values.get("images"), int) else None
            is_seen = True
            if is_best or values["step"] == 0:
                break
            waiting += not is_told
            if not is_told and patience is not None and waiting >= patience:
                break
    return last, waiting, words


def _lines_from_the_end(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, the last one first."""
    left, rest = file.seek(0, os.SEEK_END), b""
    while left:
        begin = max(0, left - _BLOCK)
        file.seek(begin)
        rest, *lines = (file.read(left - begin) + rest).split(b"\n")
        yield from reversed(lines)
        left = begin
    yield rest


def _last_line(path: Path) -> str:
    """Return the last line of a failure's details that is not empty: a traceback names the error at its end."""
    with contextlib.suppress(OSError):
        lines = read_file(path).decode(errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else ""
    return ""


def _size(folder: Path) -> int:
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(OSError):
                total += (Path(place) / name).lstat().st_size
    return total


def _started(run: Path) -> float:
    files = RunFiles(run)
    for file in (files.lock_file, files.choices):  # the first is made at the beginning and never written to
        with contextlib.suppress(OSError):
            return file.stat().st_mtime
    return 0.0


def folder_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the entries in a folder, or none if it cannot be read."""
    with contextlib.suppress(OSError):
        return tuple(os.listdir(folder))  # noqa: PTH208  names are all that is wanted
    return ()


def next_name(taken: Iterable[str], preset: str, now: float | None = None) -> str:
    """Return a name for a new run's folder, `NNN-preset-date`, with the next free number."""
    numbers = [int(match[1]) for name in taken if (match := _NUMBER.match(name))]
    return f"{max(numbers, default=0) + 1:03d}-{preset}-{time.strftime('%Y-%m-%d', time.localtime(now))}"


def rename_run(run: Path, name: str) -> Path:
    """Rename a run's folder, and return its new path.

    Raises
    ------
    RunError
        If the name is no file name or taken, the run is being trained, or the folder cannot be renamed.
    """
    name = name.strip()
    target = run.with_name(name) if name and name not in (".", "..") and not set(name) & set('/\\:*?"<>|\0') else None
    if target is None:
        raise RunError('"{name}" cannot be the name of a run. Leave out slashes and similar characters.', name=name)
    if is_locked(run):
        raise RunError("{run}: the run is being trained, so it keeps its name. Stop the training first.", run=run.name)
    if os.path.lexists(target):
        raise RunError("{name}: there is a file or folder of this name already. Choose another name.", name=name)
    try:
        return run.rename(target)
    except OSError as error:
        raise RunError("{run}: cannot be renamed ({why}).", run=run.name, why=error.strerror or error) from error


def delete_run(run: Path) -> None:
    """Delete a run with all its files, unless the folder belongs to no run or is being trained in.

    Raises RunError if the folder or a part of it remains.
    """
    if not is_run(run):
        raise RunError("{run}: there is no run in this folder, so it is not deleted.", run=run)
    if is_locked(run):
        raise RunError("{run}: the run is being trained. Stop the training first.", run=run.name)
    hidden = run.with_name(f"{_DELETED}{run.name}-{time.time_ns():x}")  # a half-deleted run must not look like a run
    try:
        run.rename(hidden)
        shutil.rmtree(hidden)
    except OSError as error:
        raise RunError(
            "{run}: cannot be deleted ({why}). Try again.", run=run.name, why=error.strerror or error
        ) from error


def write_notes(run: Path, notes: str) -> None:
    """Write a person's notes on a run.

    Raises
    ------
    FileWriteError
        If the file cannot be written.
    """
    write_atomically(RunFiles(run).notes, notes.encode("utf-8", "surrogatepass"))


def watched_predictions(run: Path, image: Path) -> tuple[tuple[int, Path], ...]:
    """Return a run's saved predictions of an image as (step, `.npz` file), in ascending order."""
    predictions: list[tuple[int, Path]] = []
    with contextlib.suppress(OSError):
        entries = [
            (_WATCHED.fullmatch(entry.name), entry.path) for entry in os.scandir(RunFiles(run).watched_folder(image))
        ]
        predictions = [(int(match[1]), Path(path)) for match, path in entries if match]
    return tuple(sorted(predictions))


def find_runs(roots: tuple[Path, ...], progress: Progress = ignore_news) -> tuple[RunInfo, ...]:
    """Find all runs in some folders, the latest first.

    `roots` are the folders. A root may itself be a run, and missing roots count as empty.
    """
    folders: dict[Path, None] = {}
    for root in roots:
        if is_run(root):
            folders[root] = None
            continue
        with contextlib.suppress(OSError):
            for entry in sorted(os.scandir(root), key=lambda entry: entry.name):
                if entry.is_dir() and not entry.name.startswith(".") and is_run(Path(entry.path)):
                    folders[Path(entry.path)] = None
    infos = []
    for done, folder in enumerate(folders):
        progress(done, len(folders))
        try:
            infos.append(read_run(folder))
        except DAMAGED as error:  # the other runs are shown all the same
            problem = Sentence("{run}: a file of the run is damaged ({why}).", run=folder.name, why=reason_of(error))
            infos.append(RunInfo(folder, problem=problem))
    return tuple(sorted(infos, key=lambda info: (-info.started, info.name)))
