"""The main program of a child process, which runs the entry module of its `Launch` and serves all windows.

Started as `python -m app.workers.child` with a pickled `Launch` on standard input. It ends by itself when the last
window that was connected is gone, however that one ended, unless it was told to go on.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pickle
import queue
import shutil
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Listener
from pathlib import Path
from typing import Any, Final

from app.workers import running
from app.workers.links import Link, admit, listen
from app.workers.messages import Alive, Checking, Keep, Kept, Launch, LogMoved, Refused, Stop
from core.base.errors import FileWriteError, StudioError
from core.base.files import open_file
from core.base.progress import Cancelled, Progress, Staged
from core.base.systems import system
from core.base.systems.work import is_idle

BEAT = 1.0  # seconds between two signs of life

_GRACE = 5.0
_EVERY = 0.1  # seconds between two reports of progress
_END: Final = object()


class _Output(io.FileIO):
    """Standard output or error: the text that a full disk refuses is lost, and the work continues."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


class Channel:
    """The child's end of all connections, whose methods may be called from any thread."""

    def __init__(self, launch: Launch, listener: Listener) -> None:
        self.launch = launch
        # seconds that the entry has to end by itself once the child is not needed any more; then it is ended
        self.grace = _GRACE
        self._listener = listener
        self._lock = threading.RLock()
        self._links: list[Link] = []
        self._had_any = False
        self._is_settled = threading.Event()  # a window has connected, or the one that started us is gone
        self._early: list[object] = []
        self._kept = False
        self._greeting: dict[str, object] = {}
        self._inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._is_over = threading.Event()
        self._is_closed = threading.Event()
        for work in (self._accept, self._beat, self._watch_parent):
            threading.Thread(target=work, name=work.__name__.strip("_"), daemon=True).start()

    @property
    def is_over(self) -> bool:
        """True if the child was asked to end, or no window needs it any more."""
        return self._is_over.is_set()

    def send(self, message: object, keep: str = "") -> None:
        """Send a message to all connected windows.

        If `keep` is given, windows that connect later receive it, too, in place of an earlier one kept under
        this name.
        """
        with self._lock:
            if keep:
                self._greeting[keep] = message
            if not self._had_any:
                self._early.append(message)
            for link in self._links:
                link.send(message)

    def __iter__(self) -> Iterator[object]:
        """Messages of the windows, until the child is to end: by `Stop`, or because nobody needs it any more."""
        while (message := self._inbox.get()) is not _END:
            yield message
        self._inbox.put(_END)

    def take_waiting(self) -> list[object]:
        """Return the messages that have arrived, without waiting for more."""
        messages: list[object] = []
        with contextlib.suppress(queue.Empty):
            while (message := self._inbox.get_nowait()) is not _END:
                messages.append(message)
            self._inbox.put(_END)
        return messages

    def move_log(self, path: Path) -> None:
        """Redirect standard output and error to another file, with a copy of the output so far."""
        old = self.launch.log
        if old == path:
            return
        try:
            with path.open("ab") as file:
                if old.is_file():
                    with open_file(old) as before:
                        shutil.copyfileobj(before, file)
                    file.flush()
                os.dup2(file.fileno(), 1)
                os.dup2(file.fileno(), 2)
        except OSError as error:  # the log stays in its place
            print(f"{path}: {error}", file=sys.stderr)
            return
        self.launch = replace(self.launch, log=path)
        with contextlib.suppress(OSError):
            old.unlink()
        self.publish()
        self.send(LogMoved(path), keep="log")

    def publish(self) -> None:
        """Publish the address of this process, so that other windows find the training of its run."""
        launch = self.launch
        if launch.run is None:
            return
        record = running.RunningTraining(
            str(launch.run), os.getpid(), launch.address, launch.key.hex(), str(launch.log)
        )
        try:
            running.write(record)
        except (OSError, FileWriteError) as error:
            print(f"No other window can connect to this training: {error}", file=sys.stderr)

    def close(self) -> None:
        """End the work: deliver all sent messages, and let all windows see the end."""
        self._end()
        self._is_settled.wait()  # a window on a busy machine may be late to connect
        with self._lock:
            self._is_closed.set()
            links = [*self._links]
        for link in links:
            link.close()
        for link in links:
            link.join(_GRACE)

    def _accept(self) -> None:
        while not self._is_closed.is_set():
            try:
                connection = self._listener.accept()
            except Exception as error:  # it is gone again: the next may do better
                print(f"A connection was refused: {type(error).__name__}: {error}", file=sys.stderr)
                continue
            threading.Thread(target=self._admit, args=(connection,), name="admit", daemon=True).start()

    def _admit(self, connection: system.AnyConnection) -> None:
        try:
            admit(connection, self.launch.key)
        except Exception as error:  # whoever knows the key not
            print(f"A connection was refused: {type(error).__name__}: {error}", file=sys.stderr)
        else:
            self._welcome(connection)

    def _welcome(self, connection: system.AnyConnection) -> None:
        link = Link(connection)
        with self._lock:
            if self._is_closed.is_set():
                link.close()
            self._links.append(link)
            link.send(Alive(system.resident_memory()))
            # the first one hears all, also of an entry that is quicker than the connection
            for message in self._greeting.values() if self._had_any else self._early:
                link.send(message)
            self._early.clear()
            self._had_any = True
        self._is_settled.set()
        threading.Thread(target=self._receive, args=(link,), name="receive", daemon=True).start()

    def _receive(self, link: Link) -> None:
        try:
            for message in link:
                self._handle(message, link)
        finally:
            with self._lock:
                self._links.remove(link)
                is_needed = self._links or self._kept
            if not is_needed:
                self._abandon()

    def _handle(self, message: object, link: Link) -> None:
        match message:
            case Stop():
                self._end()
            case Keep(keep):
                with self._lock:
                    self._kept = keep
                link.send(Kept(keep))
            case _:
                self._inbox.put(message)

    def _watch_parent(self) -> None:
        """End if the window dies before it has connected: standard input is open for as long as it lives."""
        with contextlib.suppress(OSError):
            while os.read(0, 1):  # not through `sys.stdin`, whose lock would be held when the interpreter ends
                pass
        self._is_settled.set()
        if not self._had_any:
            self._abandon()

    def _abandon(self) -> None:
        """End this process, even if its main thread hangs: after `grace` seconds without any work.

        A process that works has as many seconds of each processor, which take longer on a busy machine.
        """
        if self._is_closed.is_set():
            return
        self._end()
        first = now = system.work_of(os.getpid())
        while now[0] - first[0] < self.grace * (os.cpu_count() or 1):
            before = now
            time.sleep(self.grace)
            now = system.work_of(os.getpid())
            if is_idle(before, now, self.grace):
                break
        print(f"Nobody needs this process any more, and it did not end within {self.grace:g} s.", file=sys.stderr)
        os._exit(1)

    def _end(self) -> None:
        if not self._is_over.is_set():
            self._is_over.set()
            self._inbox.put(_END)

    def _beat(self) -> None:
        while not self._is_closed.wait(BEAT):
            self.send(Alive(system.resident_memory()))


@contextlib.contextmanager
def refusing(channel: Channel) -> Iterator[None]:
    """Send the sentence of an error as the end of the work, or nothing if the work was cancelled."""
    try:
        yield
    except Cancelled:
        return
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")


def checking_on(channel: Channel) -> Progress:
    """Return a `Progress` callback that sends `Checking` to the windows, ten times a second at most.

    The callback raises Cancelled once all is over.
    """
    last = 0.0
    stage = ""
    seconds_left: float | None = None

    def take_time(seconds: float | None) -> None:
        nonlocal seconds_left
        seconds_left = seconds

    def report(sentence: str) -> None:
        nonlocal stage
        stage = sentence

    def progress(done: int, total: int) -> None:
        nonlocal last
        if channel.is_over:
            raise Cancelled
        now = time.monotonic()
        if now - last > _EVERY or done == total:
            last = now
            channel.send(Checking(done, total, stage, seconds_left))

    return Staged(progress, report, take_time)


def main() -> None:
    """Run the `Launch` that arrives on the standard input."""
    launch = pickle.load(sys.stdin.buffer)
    assert isinstance(launch, Launch)
    if launch.niceness:
        system.be_nice(launch.niceness, session=True)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(_Output(number, "w", closefd=False), "utf-8", "backslashreplace", write_through=True)
        for number in (1, 2)
    )
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window, which then ends this process its own way
    channel = Channel(launch, listen(launch.address))
    channel.publish()
    try:
        importlib.import_module(launch.entry).main(channel, launch.argument)
    except BaseException:
        traceback.print_exc()
        status = 1
    else:
        status = 0
    channel.close()
    if launch.run is not None:
        running.forget(launch.run, os.getpid())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # TensorFlow takes seconds to tear itself down, and sometimes crashes over it


if __name__ == "__main__":
    main()
