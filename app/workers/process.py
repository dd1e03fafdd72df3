"""The window's side of a child process: starts or finds it, listens in a thread, stops it in stages, never waits."""

from __future__ import annotations

import contextlib
import os
import pickle
import secrets
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.folders import writable_log
from app.desktop.post import post
from app.workers import running
from app.workers.death import Death, cause_of, tail
from app.workers.links import Link, connect
from app.workers.messages import Alive, Launch, LogMoved, Stop
from core.base.child_process import python_command, python_environment
from core.base.systems import system

WorkerState = Literal["new", "starting", "running", "stopping", "left", "over"]

PREDICTING, TRAINING = 2, 5
"""Niceness of the children: a person waits on screen for a prediction or a check, while a training runs for hours.

Linux gives a session of niceness 5 a third of the weight of one of niceness 0, and one of niceness 10 a tenth: then a
training beside other programs took minutes to compile its first step.
"""

_POLL = 0.05  # seconds between two attempts to connect, or two looks whether a process is still there
_ATTEMPTS = 5
_GONE = 5.0  # seconds to wait for a process that has hung up but is another window's child
_TERMINATED = 8000
_SILENT = 30.0
_LOOK = 5000
_MOST_DEATHS = 3  # in a row, after which no further process is started


class Worker(QObject):
    """One child process from its start to its end, whose signals are all emitted in the thread that made it.

    `name` is the translated name of the process in a sentence about its end, such as "The training". `parent` owns the
    worker: its thread holds it, too, and without a parent could be the last to do so; then it would be destroyed there,
    timers and all. A process counts as silent after `silent` seconds without a sign of life, which is looked at every
    `look` milliseconds. A terminated process has `terminated` milliseconds before it is killed.
    """

    state_changed = Signal()
    connected = Signal()
    received = Signal(object)  # a message of the child, other than a sign of life
    heard = Signal()  # a sign of life; `memory` may be another
    silence_changed = Signal()
    ended = Signal(object)  # a `Death`; the last signal

    def __init__(
        self, name: str, parent: QObject, *, silent: float = _SILENT, look: int = _LOOK, terminated: int = _TERMINATED
    ) -> None:
        super().__init__(parent)
        self.name = name
        # "new", "starting" (not connected yet), "running", "stopping" (asked to), "left" (goes on or ends by itself,
        # nobody listens here any more), "over"
        self.state: WorkerState = "new"
        self.pid: int | None = None
        self.memory: int | None = None  # bytes that it holds, as it told last
        self.log = Path()  # file with its standard output and error
        self.is_silent = False  # True if no sign of life has come for half a minute
        self._process: subprocess.Popen[bytes] | None = None
        self._link: Link | None = None
        self._outbox: list[object] = []
        self._lock = threading.Lock()
        self._is_wanted = False
        self._is_killed = False
        self._is_left = threading.Event()
        self._heard = 0.0
        self._stages = QTimer(self, singleShot=True)
        self._stages.timeout.connect(self._next_stage)
        self._stage: Callable[[], None] = self.kill
        self._watch = QTimer(self, interval=look)
        self._watch.timeout.connect(self._check_silence)
        self._silent, self._terminated = silent, terminated
        self._post = post()

    @property
    def is_alive(self) -> bool:
        """True if the process runs and this window listens to it."""
        return self.state in ("starting", "running", "stopping")

    def start(self, entry: str, argument: object, log: Path, run: Path | None = None, *, niceness: int = 0) -> None:
        """Start the process with its entry module and argument.

        `entry`: name of the module with `main(channel: app.workers.child.Channel, argument)`; imported in the child
        only. `log`: its standard output and error go there; its folder is made if it is missing. If it cannot be
        written, they go to a temporary file. `run`: leads other windows to the process and connect to it, too.
        `niceness`: as that of `Launch`.
        """
        launch = Launch(
            entry=entry,
            argument=argument,
            address=system.new_address(),
            key=secrets.token_bytes(32),
            log=log,
            run=run,
            niceness=niceness,
        )
        data = pickle.dumps(launch)
        self.log = log
        self._begin(lambda: self._serve_own(launch, data))

    def attach(self, record: running.RunningTraining) -> None:
        """Connect to a process that another window has started, or emit `ended` if the process is gone."""
        self.pid, self.log = record.pid, Path(record.log)
        self._begin(lambda: self._serve_found(record))

    def send(self, message: object) -> None:
        """Send a message, which waits while the process is not connected yet, and is lost if it is gone."""
        with self._lock:
            if self._link is None:
                self._outbox.append(message)
            else:
                self._link.send(message)

    def stop(self, patience: float = 10.0) -> None:
        """Ask the process to end, and end it from outside if it does not.

        It is terminated after `patience` seconds, and killed if even that does not help.
        """
        if not self.is_alive:
            return
        self._is_wanted = True
        if self.state != "stopping":
            self.send(Stop())
            self._enter("stopping")
        self._stage = self.terminate
        self._stages.start(round(1000 * patience))

    def terminate(self) -> None:
        """Terminate the process from outside, and kill it if it has not ended after some seconds."""
        if not self.is_alive:
            return
        self._is_wanted = True
        self._signal(signal.SIGTERM)
        self._enter("stopping")
        self._stage = self.kill
        self._stages.start(self._terminated)

    def kill(self) -> None:
        """Kill the process at once."""
        if not self.is_alive:
            return
        self._is_wanted = True
        self._stages.stop()
        self._signal(system.KILL)
        self._enter("stopping")

    def leave(self) -> None:
        """Stop listening, so that the process ends by itself without any window, unless it was asked to go on."""
        if not self.is_alive:
            return
        self._is_left.set()
        self._stages.stop()
        self._watch.stop()
        with self._lock:
            if self._link is not None:
                self._link.close()
        self._enter("left")

    # In its own thread

    def _serve_own(self, launch: Launch, data: bytes) -> None:
        try:
            log = writable_log(launch.log)
            if log != launch.log:
                self.log, launch = log, replace(launch, log=log)
                data = pickle.dumps(launch)
            process = _started(launch)
        except OSError as error:
            why = f"{self.name} could not be started ({error.strerror or error}). Close other programs and try again."
            self._notify("over", Death(why, None, self._is_wanted, launch.log))
            return
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_killed:  # before there was anything to kill
                process.kill()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has died at once
            process.stdin.write(data)
            process.stdin.flush()
        try:
            while process.poll() is None and not self._is_left.is_set():
                link = _try_connect(launch.address, launch.key)
                if link is not None:
                    self._listen(link)
                    break
                time.sleep(_POLL)
        finally:
            with contextlib.suppress(OSError):
                process.stdin.close()
        self._notify("over", self._death(process.wait()))

    def _serve_found(self, record: running.RunningTraining) -> None:
        link = _connect_again(record.address, bytes.fromhex(record.key))
        if link is None:
            running.forget(Path(record.run), record.pid)
        else:
            self._listen(link)
            if not self._is_left.is_set():
                _wait_until_gone(record.pid)
        self._notify("over", self._death(None))

    def _listen(self, link: Link) -> None:
        with self._lock:
            self._link = link
            for message in self._outbox:
                link.send(message)
            self._outbox.clear()
        if self._is_left.is_set():  # meanwhile
            link.close()
        self._notify("connected", None)
        for message in link:
            self._notify("received", message)

    def _death(self, code: int | None) -> Death:
        lines = tail(self.log)
        cause = "" if self._is_wanted else cause_of(code, lines, self.name)
        return Death(cause, code, self._is_wanted, self.log, lines)

    def _notify(self, what: str, news: object) -> None:
        self._post.send(self, what, news)

    # In the window's thread

    def _begin(self, work: Callable[[], None]) -> None:
        assert self.state == "new", "a worker is one process"
        self._heard = time.monotonic()
        self._watch.start()
        threading.Thread(target=work, name="worker", daemon=True).start()
        self._enter("starting")

    def deliver(self, what: str, news: object) -> None:
        """Receive news from the threads, in the window's thread."""
        if self.state in ("left", "over"):
            return
        match what, news:
            case "connected", _:
                if self.state == "starting":
                    self._enter("running")
                self.connected.emit()
            case "received", Alive(memory):
                self.memory = memory
                self._hear()
                self.heard.emit()
            case "received", LogMoved(path):
                self.log = path
            case "received", _:
                self._hear()
                self.received.emit(news)
            case _:
                self._stages.stop()
                self._watch.stop()
                self._enter("over")
                self.ended.emit(news)

    def _hear(self) -> None:
        self._heard = time.monotonic()
        self._set_silent(False)

    def _check_silence(self) -> None:
        self._set_silent(self.state != "starting" and time.monotonic() - self._heard > self._silent)

    def _set_silent(self, is_silent: bool) -> None:
        if is_silent != self.is_silent:
            self.is_silent = is_silent
            self.silence_changed.emit()

    def _next_stage(self) -> None:
        self._stage()

    def _enter(self, state: WorkerState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit()

    def _signal(self, number: int) -> None:
        with self._lock:
            process, self._is_killed = self._process, True
        if process is not None:
            process.send_signal(number)  # nothing if it has ended
        elif self.pid is not None and self.state != "starting":  # connected, so the number is still that process's
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, number)


class Supervised(QObject):
    """A child process for one window, started when needed and again after a death, but not for ever.

    After some deaths in a row, with no `reset_deaths` in between, no further process is started.
    """

    started = Signal()  # a new process has started, and holds no model or request yet
    received = Signal(object)  # a message of the process
    died = Signal(object)  # a `Death` that nobody wanted; `is_given_up` counts it already

    def __init__(
        self,
        name: str,
        entry: str,
        log: Path,
        *,
        niceness: int = 0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._entry = entry
        self._log = log
        self._niceness = niceness
        self._deaths = 0
        self._worker: Worker | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, or None while none is running."""
        return None if self._worker is None else self._worker.pid

    @property
    def is_running(self) -> bool:
        """True if a process is running."""
        return self._worker is not None

    @property
    def is_given_up(self) -> bool:
        """True if so many processes have died in a row that no further one is started."""
        return self._deaths >= _MOST_DEATHS

    def start(self) -> bool:
        """Start a process if none is running, and return True if one is running now."""
        if self._worker is None and not self.is_given_up:
            worker = self._worker = Worker(self._name, self)
            worker.received.connect(self.received)
            worker.ended.connect(lambda death: self._ended(worker, death))
            worker.start(self._entry, None, self._log, niceness=self._niceness)
            self.started.emit()
        return self.is_running

    def send(self, message: object) -> None:
        """Send a message to the process, which is lost if no process is running."""
        if self._worker is not None:
            self._worker.send(message)

    def reset_deaths(self) -> None:
        """Count deaths from 0 again, because the process has done its work."""
        self._deaths = 0

    def stop(self) -> None:
        """End the process without waiting for it."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def leave(self) -> None:
        """Disconnect when the window closes, after which the process ends by itself."""
        if self._worker is not None:
            self._worker.leave()
            self._worker = None

    def _ended(self, worker: Worker, death: Death) -> None:
        worker.deleteLater()
        if worker is self._worker:
            self._worker = None
            self._deaths += 1
            self.died.emit(death)


def _started(launch: Launch) -> subprocess.Popen[bytes]:
    running.remove_old_logs()
    with launch.log.open("wb") as file:
        return subprocess.Popen(
            python_command("-m", "app.workers.child"),
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=file,
            env=environment(),
            **system.begin_options(launch.niceness, survives=True),
        )


def _try_connect(address: str, key: bytes) -> Link | None:
    try:
        return connect(address, key)
    except (OSError, EOFError):
        return None


def _connect_again(address: str, key: bytes) -> Link | None:
    """Connect to a process that listens, or return None if none does.

    On a busy machine it may close a connection before the window has proved in time that it knows the key. That is no
    reason to take its training for gone.
    """
    for _ in range(_ATTEMPTS):
        try:
            return connect(address, key)
        except (EOFError, ConnectionResetError, BrokenPipeError):
            time.sleep(_POLL)
        except OSError:
            break
    return None


def _wait_until_gone(pid: int) -> None:
    """Wait for another window's child that has hung up, which stays a zombie if that window never asks about it."""
    until = time.monotonic() + _GONE
    while time.monotonic() < until and not system.is_gone(pid):
        time.sleep(_POLL)


def environment() -> dict[str, str]:
    """Return the environment of a child process, with this one's import paths, and crash messages in the log."""
    return python_environment(PYTHONUNBUFFERED="1", PYTHONFAULTHANDLER="1", PYTHONIOENCODING="utf-8:backslashreplace")
