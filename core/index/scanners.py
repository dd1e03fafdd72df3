"""Reads, checks and indexes very many labels in processes of its own, beside the window.

Each process has a lower priority than the window, writes into the index itself and then sends the rows that it has
written. It ends when its standard input does, which is also when the process that started it is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from core.base.child_process import python_command, python_environment
from core.base.systems import system
from core.index.rows import ImageRow
from core.index.scan_work import NICENESS, ScanWork
from core.project.watching import Stamp

Part = Mapping[str, Stamp]

FEWEST = 1000
"""Labels from which on starting processes is worth its time.

At 2,000 images the window's own process works 0.8 s instead of 3.0 until all are read; starting two costs 0.4 s.
"""

_PART = 64  # labels that a process is given at a time: a fifth of a second
_LIVES = 3  # processes that one thread starts; each takes on the work of the one before, which has died
_PATIENCE = 0.1  # seconds between two looks whether the work is still wanted


class Scanners:
    """Processes that read labels and wait for more until they are closed, because many folders are read twice.

    `database`: the file of the index. `count`: how many processes, at most.
    """

    def __init__(self, database: Path, count: int) -> None:
        self._database = database
        self._count = count
        self._order = b""
        self._news: queue.SimpleQueue[tuple[ImageRow, ...] | None] = queue.SimpleQueue()
        self._waiting: deque[Part] = deque()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._idle: list[subprocess.Popen[bytes]] = []  # of those that run
        self._is_over = False

    def read(
        self,
        work: ScanWork,
        stamps: Part,
        report: Callable[[tuple[ImageRow, ...]], None],
        progress: Callable[[int], None],
    ) -> dict[str, Stamp]:
        """Read the labels of these images, report each part when it is done, and return the images that remain.

        Parameters
        ----------
        work : ScanWork
            The work, which has to be picklable.
        stamps : mapping of str to Stamp
            The images with the stamps of their files.
        report : callable
            Called with the rows of a part.
        progress : callable
            Called with the number of labels read so far, several times a second; what it raises ends the processes.

        Returns
        -------
        dict of str to Stamp
            The images that are left, because process after process has died.
        """
        self._order, self._news = pickle.dumps(work), queue.SimpleQueue()
        self._waiting, self._is_over = deque(_parts(stamps)), False
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(self._count)]
        done, ended = 0, 0
        try:
            for thread in threads:
                thread.start()
            while ended < len(threads):
                try:
                    rows = self._news.get(timeout=_PATIENCE)
                except queue.Empty:
                    progress(done)
                    continue
                if rows is None:
                    ended += 1
                    continue
                done += len(rows)
                report(rows)
                progress(done)
        except BaseException:
            self.close()
            raise
        finally:
            for thread in threads:
                thread.join()
        return {image: stamp for part in self._waiting for image, stamp in part.items()}

    def close(self) -> None:
        """End the processes, even in the middle of their work."""
        with self._lock:
            self._is_over = True
            for process in self._running:
                process.kill()
        while self._idle:
            self._bury(self._idle.pop())

    def _serve(self) -> None:
        """In a thread: hand parts to a process until none is left, and to another one if it has died."""
        try:
            for _ in range(_LIVES):
                if not self._waiting or not self._live():
                    return
        finally:
            self._news.put(None)

    def _live(self) -> bool:
        """Give a process work until it dies or none is left, and return True if another one is needed."""
        with self._lock:
            if self._is_over:
                return False
            try:
                process = self._idle.pop() if self._idle else _start(self._database)
            except OSError:
                return False
            self._running.add(process)
        assert process.stdin is not None and process.stdout is not None
        part: Part | None = None
        try:
            process.stdin.write(self._order)
            while part := self._next():
                pickle.dump(part, process.stdin)
                process.stdin.flush()
                self._news.put(pickle.load(process.stdout))
        except (OSError, EOFError, pickle.UnpicklingError):  # it has died
            if part:
                self._waiting.append(part)
            self._bury(process)
            return True
        self._idle.append(process)
        return False

    def _bury(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(OSError), process:  # waits for its end
            process.kill()
        with self._lock:
            self._running.discard(process)

    def _next(self) -> Part | None:
        try:
            return self._waiting.popleft()
        except IndexError:
            return None


def _parts(stamps: Part) -> Iterator[Part]:
    images = iter(stamps.items())
    while part := dict(islice(images, _PART)):
        yield part


def _start(database: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        python_command("-m", "core.index.scan_child", str(database)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=python_environment(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"),
        **system.begin_options(NICENESS),
    )


def processors() -> int:
    """Return how many processes read at once, one for each processor but no more than a disk keeps busy."""
    return min(4, os.cpu_count() or 1)
