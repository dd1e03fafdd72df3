"""Closing the window while a training runs: stop and keep, keep training, cancel, or stay."""

import os
import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT, is_running

from app.views.main_window.closing import Answer, TrainingQuestion
from app.views.main_window.window import MainWindow

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


@pytest.fixture
def training_entry() -> str:
    """A training that is only told of."""
    return "support.processes.replayed_training"


@pytest.fixture
def pid(session, qtbot) -> int:
    session.training.start({"steps": 1_000_000})
    qtbot.waitUntil(lambda: session.training.state.last_step is not None, timeout=WAIT)
    return session.training.pid


def answer(window: MainWindow, what: Answer, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(window.findChildren(TrainingQuestion)), timeout=WAIT)
    (question,) = window.findChildren(TrainingQuestion)
    qtbot.waitUntil(question.isVisible, timeout=WAIT)
    qtbot.mouseClick(question.choices[what], Qt.MouseButton.LeftButton)


def test_stop_and_keep_closes_once_the_model_is_saved(window, session, pid, qtbot):
    window.close()
    assert window.isVisible()
    answer(window, "stop", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    assert session.training.state.result.model.exists()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_keep_training_closes_and_leaves_the_process(window, session, pid, qtbot):
    window.close()
    answer(window, "keep", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    assert is_running(pid)
    metrics = Path(session.training.state.run or "") / "metrics.jsonl"
    size = metrics.stat().st_size
    qtbot.waitUntil(lambda: metrics.stat().st_size > size, timeout=WAIT)
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_cancel_closes_and_ends_it_at_once(window, session, pid, qtbot):
    window.close()
    answer(window, "cancel", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    assert session.training.state.result is None
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_staying_changes_nothing_and_can_be_asked_again(window, session, pid, qtbot):
    window.close()
    answer(window, "stay", qtbot)
    qtbot.waitUntil(lambda: not window.findChildren(TrainingQuestion), timeout=WAIT)
    assert window.isVisible()
    assert session.training.state.phase == "running"
    window.close()
    answer(window, "cancel", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_whoever_does_not_want_to_wait_for_the_last_step_may_cancel(window, pid, qtbot):
    os.kill(pid, signal.SIGSTOP)  # it takes its time
    window.close()
    answer(window, "stop", qtbot)
    qtbot.waitUntil(lambda: not window.findChildren(TrainingQuestion), timeout=WAIT)
    assert window.isVisible()
    window.close()
    answer(window, "cancel", qtbot)
    os.kill(pid, signal.SIGCONT)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)
