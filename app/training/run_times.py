"""The times of this machine's last trainings outside of their steps: for starting, and for comparing."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject

from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import DAMAGED
from core.base.files import make_folder, write_atomically
from core.base.folders import state_folder
from core.base.json_text import read_json

Phase = Literal["start", "compare"]
"""From the start of a training to its first step, and the comparison of its model with the one in use."""

_FILE = "run-times.json"
_MOST = 5  # last times of each phase


class RunTimes(QObject):
    """Records the times of the phases, and estimates the next ones from them."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = workspace.background

    def note(self, phase: Phase, seconds: float) -> None:
        """Record the duration of a phase."""
        self._background.start("", lambda job: note_time(state_folder() / _FILE, phase, seconds), lane="runs")

    def estimate(self, then: Callable[[dict[Phase, float]], None]) -> None:
        """Call `then` with the median, in seconds, of the last times of each phase that has one."""

        def work(job: Job) -> dict[Phase, float]:
            return median_times(state_folder() / _FILE)

        self._background.start("", work, lane="runs", finished=then)


def note_time(file: Path, phase: Phase, seconds: float) -> None:
    """Add a duration in seconds to the file.

    A damaged file is begun again: it holds nothing but estimates.
    """
    times = _read_times(file)
    times[phase] = [*times.get(phase, []), round(seconds, 1)][-_MOST:]
    make_folder(file.parent)
    write_atomically(file, json.dumps(times).encode())


def median_times(file: Path) -> dict[Phase, float]:
    """Return the median, in seconds, of the last times of each phase that has one."""
    return {phase: statistics.median(times) for phase, times in _read_times(file).items() if times}


def _read_times(file: Path) -> dict[Phase, list[float]]:
    try:
        values = read_json(file)
        phases: tuple[Phase, ...] = ("start", "compare")
        return {phase: [float(seconds) for seconds in values.get(phase, ())] for phase in phases}
    except (*DAMAGED, AttributeError):
        return {}
