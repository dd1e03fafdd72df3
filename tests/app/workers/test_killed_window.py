"""A window that is killed while it trains: the training saves what it has learnt and ends, and nothing stays behind."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.networks.tiny_training import REPOSITORY
from support.processes.workers import WAIT, is_running

from app.workers import running
from core.runs.info import is_locked, read_run

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")]

# Qt is loaded as the program does it: Qt's own import, called by two threads at a time, goes round in pydantic.
_WINDOW = """
from app.desktop.starting import load_qt
load_qt()
from support.window.training_window import main
main()
"""


@contextmanager
def training_window(project: Path) -> Iterator[tuple[subprocess.Popen[str], int, Path]]:
    """A process with a window that trains, the number of the training's process, and its run."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")])}
    command = [sys.executable, "-P", "-c", _WINDOW, str(project)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as window:
        try:
            pid, _, run = window.stdout.readline().strip().partition(" ")
            yield window, int(pid), Path(run)
        finally:
            window.kill()


@pytest.mark.parametrize("times", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_windows_killed_at_random_moments_leave_no_process_behind(tmp_path: Path, qtbot: QtBot, times: int):
    chance = random.Random(11)
    for _ in range(times):
        with training_window(tmp_path) as (window, pid, run):
            for _ in range(chance.randrange(20)):
                window.stdout.readline()
            window.kill()
        qtbot.waitUntil(lambda pid=pid: not is_running(pid), timeout=WAIT)
        qtbot.waitUntil(lambda run=run: not is_locked(run), timeout=WAIT)  # its last thread
        info = read_run(run)
        assert info.state == "stopped"
        assert info.model is not None
        assert info.best_step == info.step
        assert running.find(run) is None
