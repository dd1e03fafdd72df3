"""Child processes in tests: what they send is collected, and whether they are gone is known."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from app.workers.death import Death
from app.workers.process import Worker

WAIT = 240_000  # ms: TensorFlow alone takes ten seconds to load on a busy machine


class Heard:
    """All that a worker tells."""

    def __init__(self, worker: Worker, qtbot: QtBot) -> None:
        self.worker, self._qtbot = worker, qtbot
        self.messages: list[Any] = []
        self.deaths: list[Death] = []
        worker.received.connect(self.messages.append)
        worker.ended.connect(self.deaths.append)

    def until(self, what: str) -> Any:
        """The result of the first `Done` of this name that has not been asked for yet."""
        self._qtbot.waitUntil(lambda: any(message.what == what for message in self.messages), timeout=WAIT)
        found = next(message for message in self.messages if message.what == what)
        self.messages.remove(found)
        return found.result

    def death(self) -> Death:
        self._qtbot.waitUntil(lambda: bool(self.deaths), timeout=WAIT)
        return self.deaths[0]


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Let no file of a process grow meanwhile, as on a full disk; Linux alone."""
    import resource

    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended; one that has and that nobody asks about counts as ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        if Path("/proc/self/stat").exists():
            return False
        try:
            os.kill(pid, 0)
        except OSError:
            return False
        return True
    return fields[0] != "Z"


def with_variable(text: str) -> list[int]:
    """The processes that run with a text in their environment variables, whoever is their parent; Linux alone."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # another user's, or gone meanwhile
            if text.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return [pid for pid in found if is_running(pid)]
