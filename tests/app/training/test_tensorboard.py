import urllib.error
import urllib.request
from pathlib import Path
from unittest import mock

import pytest
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT, is_running

from app.session import Session
from app.workers.process import Worker


def test_tensorboard_answers_on_the_loopback_address_without_tensorflow_and_ends_with_the_session(
    session: Session, qtbot: QtBot, tmp_path: Path
):
    (tmp_path / "tensorboard").mkdir()
    board = session.instruments.tensorboard
    with mock.patch.object(QDesktopServices, "openUrl", return_value=True) as opened:
        board.open(tmp_path)
        board.open(tmp_path)  # it is being started already
        qtbot.waitUntil(lambda: opened.called, timeout=WAIT)
        url = opened.call_args.args[0].toString()
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert answer.status == 200
            assert b"TensorBoard" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(urllib.request.Request(url, headers={"Host": "evil.example"}), timeout=60)
        board.open(tmp_path)
    assert opened.call_count == 2, "once it serves, a press opens the browser again"
    (worker,) = board.findChildren(Worker)
    pid = worker.pid
    maps = Path(f"/proc/{pid}/maps")
    if maps.exists():
        assert "libtensorflow" not in maps.read_text()
    session.workspace.ending.emit()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


def test_run_without_logs_is_said(session: Session, sentences: list[str], tmp_path: Path):
    session.instruments.tensorboard.open(tmp_path)
    assert len(sentences) == 1
    assert "no logs for TensorBoard" in sentences[0]


def test_address_is_said_where_no_browser_opens(session: Session, sentences: list[str], tmp_path: Path):
    board = session.instruments.tensorboard
    board.served[tmp_path] = "http://127.0.0.1:6006/"
    with mock.patch.object(QDesktopServices, "openUrl", return_value=False):
        board.open(tmp_path)
    assert sentences == ["No browser could be opened. Open http://127.0.0.1:6006/ in a browser to see TensorBoard."]
