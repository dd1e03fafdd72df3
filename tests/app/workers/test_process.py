"""Child processes: started, steered, stopped in stages, killed, found by another window, never left behind."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.echo_entry import Do
from support.processes.workers import WAIT, Heard, full_disk, is_running

from app.workers import process, running
from app.workers.death import tail
from app.workers.links import admit, listen
from app.workers.messages import Keep, Kept, Launch
from app.workers.process import Worker
from core.base.systems import system

ENTRY = "support.processes.echo_entry"
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


@pytest.fixture
def start(owner: QObject, qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Heard]]:
    """Starts workers, and ends what is left of them after the test."""
    made: list[Worker] = []

    def begin(argument: object = None, run: Path | None = None, niceness: int = 0, **timing: Any) -> Heard:
        worker = Worker("The helper", owner, **timing)
        made.append(worker)
        heard = Heard(worker, qtbot)
        worker.start(ENTRY, argument, tmp_path / "logs" / f"{len(made)}.txt", run, niceness=niceness)
        return heard

    yield begin
    for worker in made:
        worker.kill()
        if worker.state == "left" and worker.pid is not None and is_running(worker.pid):
            os.kill(worker.pid, signal.SIGKILL)
        qtbot.waitUntil(lambda pid=worker.pid: not is_running(pid), timeout=WAIT)


def find(run: Path, qtbot: QtBot) -> running.RunningTraining:
    qtbot.waitUntil(lambda: running.find(run) is not None, timeout=WAIT)
    return running.find(run)


def test_a_worker_takes_its_argument_answers_and_ends_when_it_is_asked_to(start: Callable[..., Heard]):
    heard = start({"path": Path("用/é")})
    argument, pid = heard.until("began")
    assert argument == {"path": Path("用/é")}
    assert (pid, heard.worker.state) == (heard.worker.pid, "running")
    heard.worker.send(Do("echo", "字"))
    assert heard.until("echo") == "字"
    heard.worker.stop()
    death = heard.death()
    assert heard.until("ended") is None
    assert (death.cause, death.code, death.wanted) == ("", 0, True)
    assert heard.worker.state == "over"


@posix_only
@pytest.mark.parametrize("niceness", [0, process.PREDICTING, process.TRAINING])
def test_the_window_comes_before_its_children_where_all_want_the_processor(start: Callable[..., Heard], niceness: Any):
    heard = start(niceness=niceness)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    heard.worker.send(Do("priority"))
    assert heard.until("priority") == min(ours + niceness, 19)


@pytest.mark.skipif(not os.access("/proc/self/autogroup", os.W_OK), reason="no autogroups, or not ours to set")
def test_the_session_of_a_child_stands_behind_that_of_the_window(start: Callable[..., Heard]):
    heard = start(niceness=process.TRAINING)
    heard.worker.send(Do("autogroup"))
    assert heard.until("autogroup").split()[-2:] == ["nice", str(process.TRAINING)]


def test_messages_given_before_the_process_listens_arrive_in_their_order(start: Callable[..., Heard]):
    heard = start()
    for number in range(3):
        heard.worker.send(Do("echo", number))
    assert [heard.until("echo") for _ in range(3)] == [0, 1, 2]


def test_signs_of_life_come_with_the_memory(start: Callable[..., Heard], qtbot: QtBot):
    heard = start()
    qtbot.waitUntil(lambda: heard.worker.memory is not None, timeout=WAIT)
    assert heard.worker.memory > 5 << 20


def test_a_process_that_gives_no_sign_of_life_is_told_of(start: Callable[..., Heard], qtbot: QtBot):
    heard = start(silent=0.0, look=10)
    with qtbot.waitSignal(heard.worker.silence_changed, timeout=WAIT):
        pass
    assert heard.worker.is_silent


def test_output_goes_to_the_log_which_can_move(start: Callable[..., Heard], tmp_path: Path, qtbot: QtBot):
    heard = start()
    heard.worker.send(Do("print", "first"))
    heard.until("print")
    first = heard.worker.log
    moved = tmp_path / "moved.txt"
    heard.worker.send(Do("move_log", moved))
    heard.worker.send(Do("print", "second"))
    heard.until("print")
    assert heard.worker.log == moved
    assert tail(heard.worker.log, 2) == ("first", "second")
    assert not first.exists()


def test_an_error_of_ours_is_the_cause_as_it_stands(start: Callable[..., Heard]):
    heard = start()
    heard.worker.send(Do("raise", "model.keras: no model of ours. Choose another one."))
    death = heard.death()
    assert death.cause == "model.keras: no model of ours. Choose another one."
    assert death.cause
    assert any("Traceback" in line for line in death.lines)


@posix_only
def test_a_killed_process_is_told_of_with_its_signal_and_what_that_means(start: Callable[..., Heard]):
    heard = start()
    heard.until("began")
    os.kill(heard.worker.pid, signal.SIGKILL)
    death = heard.death()
    assert "The helper was killed by signal 9 (SIGKILL): most often the system ran out of memory" in death.cause
    assert (death.code, death.wanted) == (-9, False)


def test_a_process_that_cannot_begin_says_why(owner: QObject, qtbot: QtBot, tmp_path: Path):
    worker = Worker("The helper", owner)
    heard = Heard(worker, qtbot)
    worker.start("support.there_is_no_such_entry", None, tmp_path / "log.txt")
    assert "No module named 'support.there_is_no_such_entry'" in heard.death().cause


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits another process")
def test_a_full_disk_under_the_log_does_not_end_the_process(start: Callable[..., Heard]):
    heard = start()
    heard.worker.send(Do("print", "before"))
    heard.until("print")
    with full_disk(heard.worker.pid):
        heard.worker.send(Do("print", "lost"))
        heard.until("print")
    heard.worker.send(Do("print", "after"))
    heard.until("print")
    assert tail(heard.worker.log) == ("before", "after")


@posix_only
def test_a_process_that_ignores_message_and_terminate_is_killed(start: Callable[..., Heard]):
    heard = start(terminated=300)
    heard.worker.send(Do("ignore"))
    heard.until("ignore")
    heard.worker.stop(patience=0.2)
    death = heard.death()
    assert (death.code, death.wanted, death.cause) == (-9, True, "")


def test_a_window_that_does_not_listen_does_not_hold_up_the_process(start: Callable[..., Heard]):
    heard = start()
    heard.worker.send(Do("flood", 20_000))  # more than a connection holds, while this thread takes none of them
    heard.worker.send(Do("echo", "after"))
    assert heard.until("echo") == "after"
    assert len(heard.messages) == 20_001  # with "began"


@posix_only
def test_a_process_ends_when_its_last_window_is_gone(
    start: Callable[..., Heard], tmp_path: Path, owner: QObject, qtbot: QtBot
):
    heard = start(run=tmp_path)
    _, pid = heard.until("began")
    second = Worker("The helper", owner)
    other = Heard(second, qtbot)
    second.attach(find(tmp_path, qtbot))
    assert other.until("began")[1] == pid  # told again to whom comes later
    heard.worker.leave()
    second.send(Do("echo", "still here"))
    assert other.until("echo") == "still here"
    second.leave()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)
    assert running.find(tmp_path) is None


@posix_only
def test_a_kept_process_goes_on_without_a_window_until_the_next_one_finds_it(
    start: Callable[..., Heard], tmp_path: Path, owner: QObject, qtbot: QtBot
):
    heard = start(run=tmp_path)
    _, pid = heard.until("began")
    heard.worker.send(Keep())
    qtbot.waitUntil(lambda: Kept(True) in heard.messages, timeout=WAIT)
    heard.worker.leave()
    second = Worker("The helper", owner)
    other = Heard(second, qtbot)
    second.attach(find(tmp_path, qtbot))
    other.until("began")
    second.send(Do("echo", 1))
    assert other.until("echo") == 1
    second.send(Keep(False))
    second.stop()
    other.death()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


@posix_only
def test_a_process_that_hangs_when_its_window_is_gone_ends_after_its_grace(start: Callable[..., Heard], qtbot: QtBot):
    heard = start()
    _, pid = heard.until("began")
    heard.worker.send(Do("hang", 0.1))
    heard.until("hang")
    heard.worker.leave()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)


@posix_only
def test_a_window_killed_before_it_has_connected_leaves_no_process_behind(tmp_path: Path, qtbot: QtBot):
    log = tmp_path / "log.txt"
    launch = Launch(ENTRY, None, system.new_address(), b"key", log)
    with log.open("wb") as file:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "app.workers.child"],
            stdin=subprocess.PIPE, stdout=file, stderr=file, env=process.environment(),
        )  # fmt: skip
    child.stdin.write(pickle.dumps(launch))
    child.stdin.close()  # what the end of the window's process does
    assert child.wait(WAIT / 1000) == 0


@pytest.mark.long
@posix_only
def test_processes_of_a_killed_process_end_with_it(start: Callable[..., Heard], qtbot: QtBot):
    heard = start()
    heard.worker.send(Do("loader"))
    loader = heard.until("loader")
    assert is_running(loader)
    os.kill(heard.worker.pid, signal.SIGKILL)
    heard.death()
    qtbot.waitUntil(lambda: not is_running(loader), timeout=WAIT)


def test_a_child_has_neither_qt_nor_tensorflow_unless_its_entry_brings_them(start: Callable[..., Heard]):
    heard = start()
    heard.worker.send(Do("modules"))
    assert {"PySide6", "tensorflow", "keras"}.isdisjoint(heard.until("modules"))


def test_a_process_killed_before_it_has_begun_is_gone(start: Callable[..., Heard]):
    heard = start()
    heard.worker.kill()
    assert heard.death().wanted


def test_a_process_that_cannot_be_started_says_why(
    owner: QObject, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    heard = Heard(Worker("The helper", owner), qtbot)
    heard.worker.start(ENTRY, None, tmp_path / "log.txt")
    assert heard.death().cause.startswith("The helper could not be started (")


def test_log_that_cannot_be_written_keeps_no_process_from_working(owner: QObject, qtbot: QtBot, tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    worker = Worker("The helper", owner)
    received: list[object] = []
    worker.received.connect(received.append)
    worker.start(ENTRY, None, tmp_path / "file" / "log.txt")
    try:
        qtbot.waitUntil(lambda: bool(received), timeout=WAIT)
        assert worker.log.is_file()
        assert worker.log.name == "log.txt"
    finally:
        worker.stop()
        qtbot.waitUntil(lambda: worker.state == "over", timeout=WAIT)


def test_what_is_found_of_a_process_that_was_killed_is_cleared_away(owner: QObject, qtbot: QtBot, tmp_path: Path):
    running.write(
        running.RunningTraining(str(tmp_path), 4_000_000, system.new_address(), "00", str(tmp_path / "log.txt"))
    )
    record = running.find(tmp_path)
    worker = Worker("The helper", owner)
    heard = Heard(worker, qtbot)
    worker.attach(record)
    assert heard.death().cause
    assert running.find(tmp_path) is None


@posix_only
def test_a_process_that_hangs_up_on_a_slow_window_is_asked_again_and_not_forgotten(
    owner: QObject, qtbot: QtBot, tmp_path: Path
):
    address, key = system.new_address(), b"key"
    running.write(running.RunningTraining(str(tmp_path), os.getpid(), address, key.hex(), str(tmp_path / "log.txt")))

    def serve() -> None:
        listener.accept().close()
        connection = listener.accept()
        admit(connection, key)
        connection.send("hello")

    with listen(address) as listener:
        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        worker = Worker("The helper", owner)
        heard = Heard(worker, qtbot)
        worker.attach(find(tmp_path, qtbot))
        qtbot.waitUntil(lambda: "hello" in heard.messages, timeout=WAIT)
        worker.leave()
        serving.join()
    assert running.find(tmp_path) is not None


@posix_only
def test_records_are_for_the_user_alone(tmp_path: Path):
    running.write(running.RunningTraining(str(tmp_path), 1, "address", "00", "log"))
    (file,) = running.folder().glob("*.json")
    assert file.stat().st_mode & 0o077 == 0
    assert running.folder().stat().st_mode & 0o077 == 0


def test_logs_of_long_ago_are_removed_when_a_process_starts(start: Callable[..., Heard]):
    old, new = running.make_folder() / "old.log", running.make_folder() / "new.log"
    for log in (old, new):
        log.write_text("words")
    os.utime(old, (1e9, 1e9))
    start().until("began")
    assert (old.exists(), new.exists()) == (False, True)


@posix_only
@pytest.mark.parametrize("times", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_kills_at_random_moments_of_its_life_are_each_told_of(start: Callable[..., Heard], qtbot: QtBot, times: int):
    chance = random.Random(7)
    for _ in range(times):
        heard = start()
        if chance.random() < 0.8:
            heard.until("began")
            heard.worker.send(Do("flood", chance.randrange(1, 5000)))
            received = len(heard.messages)
            qtbot.waitUntil(lambda heard=heard, n=received: len(heard.messages) > n, timeout=WAIT)
        qtbot.waitUntil(lambda heard=heard: heard.worker.pid is not None, timeout=WAIT)
        os.kill(heard.worker.pid or 0, signal.SIGKILL)
        assert "signal 9" in heard.death().cause
