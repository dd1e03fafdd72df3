from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT

from app.workers.process import Worker


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
