import pickle
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT

from app.workers.links import connect
from app.workers.messages import Alive, Launch
from app.workers.process import Worker, environment
from core.base.child_process import python_command
from core.base.systems import system


@pytest.mark.long
def test_a_child_waits_with_its_last_words_for_a_window_that_is_late(tmp_path: Path):
    launch = Launch("support.processes.quick_entry", 3, system.new_address(), b"key", tmp_path / "log.txt")
    child = subprocess.Popen(python_command("-m", "app.workers.child"), stdin=subprocess.PIPE, env=environment())
    assert child.stdin is not None
    try:
        child.stdin.write(pickle.dumps(launch))
        child.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(15)
        heard = [message for message in connect(launch.address, launch.key) if not isinstance(message, Alive)]
        assert heard == [0, 1, 2]
        assert child.wait() == 0
    finally:
        child.kill()
        child.stdin.close()


@pytest.mark.long
def test_a_child_whose_window_dies_before_it_connects_ends_by_itself(tmp_path: Path):
    launch = Launch("support.processes.quick_entry", 3, system.new_address(), b"key", tmp_path / "log.txt")
    child = subprocess.Popen(python_command("-m", "app.workers.child"), stdin=subprocess.PIPE, env=environment())
    child.communicate(pickle.dumps(launch))
    assert child.returncode is not None


def test_all_that_a_child_has_sent_before_it_was_connected_is_heard_in_order(
    owner: QObject, qtbot: QtBot, tmp_path: Path
):
    worker, heard, deaths = Worker("The helper", owner), list[Any](), list[Any]()
    worker.received.connect(heard.append)
    worker.ended.connect(deaths.append)
    worker.start("support.processes.quick_entry", 3, tmp_path / "log.txt")
    qtbot.waitUntil(lambda: bool(deaths), timeout=WAIT)
    assert heard == [0, 1, 2]
    assert deaths[0].cause == ""
