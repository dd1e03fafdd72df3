"""Closing the window while a training runs: stop and keep, keep training, cancel, or stay."""

import os
import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT, is_running

from app.session import Session
from app.views.main_window.closing import Answer, TrainingQuestion
from app.views.main_window.window import MainWindow

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's"),
    pytest.mark.parametrize("training_entry", ["support.processes.replayed_training"]),
]


@pytest.fixture
def pid(session: Session, qtbot: QtBot) -> int:
    session.training.start({"steps": 1_000_000})
    qtbot.waitUntil(lambda: session.training.state.last_step is not None, timeout=WAIT)
    return session.training.pid


def close(window: MainWindow, what: Answer, qtbot: QtBot) -> None:
    """Close the window, which stays until its question is answered, and answer."""
    window.close()
    assert window.isVisible()
    qtbot.waitUntil(lambda: bool(window.findChildren(TrainingQuestion)), timeout=WAIT)
    (question,) = window.findChildren(TrainingQuestion)
    qtbot.waitUntil(question.isVisible, timeout=WAIT)
    qtbot.mouseClick(question.choices[what], Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("answer", ["stop", "cancel"])
def test_stop_closes_once_the_model_is_saved_and_cancel_at_once(
    window: MainWindow, session: Session, pid: int, answer: str, qtbot: QtBot
):
    close(window, answer, qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    result = session.training.state.result
    assert result is None if answer == "cancel" else result.model.exists()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_keep_training_closes_and_leaves_the_process(window: MainWindow, session: Session, pid: int, qtbot: QtBot):
    close(window, "keep", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    assert is_running(pid)
    metrics = Path(session.training.state.run or "") / "metrics.jsonl"
    size = metrics.stat().st_size
    qtbot.waitUntil(lambda: metrics.stat().st_size > size, timeout=WAIT)
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_staying_changes_nothing_and_can_be_asked_again(window: MainWindow, session: Session, pid: int, qtbot: QtBot):
    close(window, "stay", qtbot)
    qtbot.waitUntil(lambda: not window.findChildren(TrainingQuestion), timeout=WAIT)
    assert window.isVisible()
    assert session.training.state.phase == "running"
    close(window, "cancel", qtbot)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_whoever_does_not_want_to_wait_for_the_last_step_may_cancel(window: MainWindow, pid: int, qtbot: QtBot):
    os.kill(pid, signal.SIGSTOP)  # it takes its time
    close(window, "stop", qtbot)
    qtbot.waitUntil(lambda: not window.findChildren(TrainingQuestion), timeout=WAIT)
    assert window.isVisible()
    close(window, "cancel", qtbot)
    os.kill(pid, signal.SIGCONT)
    qtbot.waitUntil(window.isHidden, timeout=WAIT)
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)
