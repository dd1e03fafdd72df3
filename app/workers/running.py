"""The records of running trainings, each a file in the user's state folder that only the user can read.

A record does not lie in the run's folder: other people and machines may share that folder, and whoever can connect can
have code run.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from core.base.errors import DAMAGED
from core.base.files import write_atomically
from core.base.folders import state_folder
from core.base.json_text import read_json

_KEPT = 14 * 86_400  # seconds that a log is kept


@dataclass(frozen=True, slots=True)
class RunningTraining:
    """The record of a process that is training a run."""

    run: str
    """The run's folder, absolute."""
    pid: int
    """Number of the process in the system."""
    address: str
    """The address that the process listens at, see `app.workers.links`."""
    key: str
    """The secret, hexadecimal."""
    log: str
    """The file with the process's output."""


def folder() -> Path:
    """Return the folder of the records, and of the logs of processes that do not have a run's folder yet."""
    return state_folder() / "workers"


def _path(run: Path) -> Path:
    return folder() / f"{hashlib.sha256(os.fsencode(os.path.realpath(run))).hexdigest()[:24]}.json"


def make_folder() -> Path:
    """Create the folder, readable by the user only, if it is missing, or raise OSError."""
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder()


def new_log() -> Path:
    """Return the path of a new file for the output of a process, in the folder of the records."""
    return folder() / f"{secrets.token_hex(6)}.log"


def remove_old_logs() -> None:
    """Remove the logs of processes that ended long ago without a run's folder to store them in."""
    now = time.time()
    for log in folder().glob("*.log"):
        with contextlib.suppress(OSError):  # it may be another window's turn to remove it
            if now - log.stat().st_mtime > _KEPT:
                log.unlink()


def write(record: RunningTraining) -> None:
    """Write a record to its file, or raise OSError or FileWriteError."""
    make_folder().chmod(0o700)  # before anything is in it that others could read
    path = _path(Path(record.run))
    write_atomically(path, json.dumps(asdict(record)).encode())
    path.chmod(0o600)


def find(run: Path) -> RunningTraining | None:
    """Return the record of a run, or None if there is no readable one.

    The process that it names may have been killed since.
    """
    try:
        return RunningTraining(**read_json(_path(run)))
    except DAMAGED:
        return None


def forget(run: Path, pid: int) -> None:
    """Remove the record of a process that has ended, unless another process has replaced it meanwhile."""
    record = find(run)
    if record is not None and record.pid == pid:
        with contextlib.suppress(OSError):
            _path(run).unlink()
