"""Drives a window of Qt's widgets as a person does, and measures the waiting times.

The module knows no program and needs only PySide6, so that another program can be driven from a Python of its own.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

PATIENCE = 60_000  # ms that anything may take; after that the benchmark fails
PATIENCE_FOR_READING = 900_000  # ms for the labels of a folder
PAUSE = 200  # ms: a person's, at five images a second
ROUNDS = 5  # of going through images as fast as they come
_AT_ONCE, _AT_LEISURE, _JUMPS, _SWITCHES = 60, 50, 100, 1000  # images; the first in each round
_APART = 7919  # rows between two jumps; a prime number, so that no image comes twice
TYPED = "d_12"  # into the filter: the first keys let every `word_123.png` pass

Times = dict[str, list[float]]
"""Of each of several acts: milliseconds of time ("wall"), and of the work of the thread that paints ("cpu").

A person waits for "wall"; on a machine that is busy with something else, only the second can be compared.
"""


class Paints(QObject):
    """Records when widgets of some classes were painted."""

    happened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[int, float] = {}

    def watch(self, kind: type[QWidget]) -> None:
        """Record every painting of this class's widgets at its end; call `watch` before the first widget is made."""
        original: Callable[[Any, Any], None] = kind.paintEvent

        def paint_event(widget: Any, event: Any) -> None:
            original(widget, event)
            self.times[id(widget)] = time.perf_counter()
            self.happened.emit()

        kind.paintEvent = paint_event  # type: ignore[method-assign]

    def since(self, start: float, widgets: tuple[QWidget, ...]) -> bool:
        """Whether all visible ones of these widgets were painted after a moment (`time.perf_counter`)."""
        return all(self.times.get(id(widget), -1.0) > start for widget in widgets if widget.isVisible())


class Watchdog(QTimer):
    """A tick every millisecond; a stall is the time between two ticks.

    Attributes
    ----------
    wall, cpu : float
        The longest stall, in seconds of time and of this thread's work. Only `wall` includes the time that other
        programs take on a busy machine.
    """

    def __init__(self) -> None:
        super().__init__(interval=1, timerType=Qt.TimerType.PreciseTimer)
        self.wall = self.cpu = 0.0
        self._last = (0.0, 0.0)
        self.timeout.connect(self._tick)

    def begin(self) -> None:
        """Count from here."""
        self.wall = self.cpu = 0.0
        self._last = (time.perf_counter(), time.thread_time())
        self.start()

    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        self.wall = max(self.wall, now[0] - self._last[0])
        self.cpu = max(self.cpu, now[1] - self._last[1])
        self._last = now


class Driven:
    """One window in this process. A subclass for the program names the window's parts.

    Attributes
    ----------
    window, canvas : QWidget
    search : QLineEdit
        The field for a part of a name.
    listed : QWidget
        The list of images.
    panes : tuple of QWidget
        The widgets that are painted anew for another image, the canvas included.
    followers : tuple of QWidget
        Those that show it besides.
    """

    window: QWidget
    canvas: QWidget
    search: QLineEdit
    listed: QWidget
    panes: tuple[QWidget, ...]
    followers: tuple[QWidget, ...]

    def __init__(self) -> None:
        self.application = QApplication.instance() or QApplication([])
        self.paints = Paints()
        self.watchdog = Watchdog()
        self._held = (0.0, 0.0)

    def open_folder(self) -> None:
        """Ask for the folder to be opened."""
        raise NotImplementedError

    def is_listed(self) -> bool:
        """Whether the list of images is complete."""
        raise NotImplementedError

    def shown(self) -> str | None:
        """Return the image on screen with its label; None while the label is being read."""
        raise NotImplementedError

    def is_followed(self) -> bool:
        """Whether all else shows the image on screen, too: list, text, table, problems and title."""
        raise NotImplementedError

    def go_to(self, row: int) -> None:
        """Show the image of a row of the list, counted from 0 and round and round."""
        raise NotImplementedError

    def is_quiet(self) -> bool:
        """Whether the background work has ended."""
        return True

    def until(self, holds: Callable[[], bool], again: int = 0, patience: int = PATIENCE) -> None:
        """Run the event loop until a condition holds; the condition is checked after each painting.

        Parameters
        ----------
        again : int
            Milliseconds between additional checks; 0: none.
        patience : int
            Milliseconds until the wait fails.

        Raises
        ------
        TimeoutError
            If the condition does not hold in time.
        """
        loop, waited = QEventLoop(), QTimer(singleShot=True, interval=patience)
        look = QTimer(interval=max(again, 1))

        def leave_if() -> bool:
            self._held = (time.perf_counter(), time.thread_time())
            if does_hold := holds():
                loop.quit()
            return does_hold

        waited.timeout.connect(lambda: loop.exit(1))
        self.paints.happened.connect(leave_if)
        look.timeout.connect(leave_if)
        waited.start()
        if again:
            look.start()
        try:
            if not leave_if() and loop.exec():
                raise TimeoutError(f"what was waited for did not come within {patience // 1000} s")
        finally:
            self.paints.happened.disconnect(leave_if)

    def show(self) -> None:
        """Show the window and make it the active one."""
        self.window.resize(1360, 820)
        self.window.show()
        self.window.activateWindow()
        self.until(self.window.isActiveWindow, again=5)

    # Requests of the parent

    def open(self) -> dict[str, float]:
        """Open the folder: seconds until the list is complete and painted, and until the first image is."""
        self.watchdog.begin()
        start, cpu = time.perf_counter(), time.process_time()
        found: dict[str, float] = {}

        def over() -> bool:
            if "first" not in found and self.shown() is not None and self.paints.since(start, self.panes):
                found["first"] = time.perf_counter() - start
            if "wall" not in found and self.is_listed() and self.paints.since(start, (self.listed,)):
                found.update(wall=time.perf_counter() - start, cpu=time.process_time() - cpu)
            return len(found) == 3

        QTimer.singleShot(0, self.open_folder)  # from within the event loop, as by a click: else no stall is seen
        self.until(over)
        return found

    def settle(self) -> dict[str, float]:
        """Wait for background work; return the longest stalls since the folder was opened, in milliseconds."""
        start = time.perf_counter()
        self.until(self.is_quiet, again=50, patience=PATIENCE_FOR_READING)
        self._rest(PAUSE)
        self.watchdog.stop()
        return {
            "wall": 1e3 * self.watchdog.wall,
            "cpu": 1e3 * self.watchdog.cpu,
            "seconds": time.perf_counter() - start - PAUSE / 1e3,
        }

    def type_filter(self) -> Times:
        """Type into the filter; measure from each key to the repainted list."""
        found = [
            self._timed(lambda letter=letter: QTest.keyClicks(self.search, letter), (self.listed,))  # type: ignore[misc]
            for letter in TYPED
        ]
        self.search.clear()
        self._rest(PAUSE)
        return apart(found)

    def next_at_once(self) -> Times:
        """Go through images as fast as they come, for one round; measure from each key to the painted frame."""
        self._rest(PAUSE)  # what was due while the other program was driven is done before
        return apart([self._next() for _ in range(_AT_ONCE)])

    def next_at_leisure(self) -> Times:
        """Go through images, five a second."""
        found = []
        for _ in range(_AT_LEISURE):
            found.append(self._next())
            self._rest(PAUSE)
        return apart(found)

    def next_everywhere(self) -> Times:
        """Go through images, five a second; measure from each key until all parts of the window show the image."""
        self.until(self.is_followed, again=10)  # a table that still shows an earlier, equal label is not painted anew
        self._rest(PAUSE)
        found = []
        for _ in range(_AT_LEISURE):
            found.append(self._next(everywhere=True))
            self._rest(PAUSE)
        return apart(found)

    def jump(self) -> Times:
        """Go to images far from each other; measure until each is painted."""
        found = [self._change(partial(self.go_to, _APART * number)) for number in range(1, _JUMPS + 1)]
        self.go_to(ROUNDS * _AT_ONCE + _AT_LEISURE)  # back to where the images after it have not been shown yet
        self._rest(PAUSE)
        return apart(found)

    def switch(self) -> dict[str, float]:
        """Go through 1,000 images; return the resident memory in MB (1e6 bytes) before and after."""
        before = _resident()
        for _ in range(_SWITCHES):
            self._next()
        return {"before": before, "after": _resident()}

    def _next(self, *, everywhere: bool = False) -> tuple[float, float]:
        return self._change(lambda: QTest.keyClick(self.canvas, Qt.Key.Key_D), everywhere=everywhere)

    def _change(self, act: Callable[[], object], *, everywhere: bool = False) -> tuple[float, float]:
        """As `_timed`, of an act that shows another image."""
        present = self.shown()

        def holds() -> bool:
            return self.shown() not in {None, present} and (not everywhere or self.is_followed())

        panes = (*self.panes, *self.followers) if everywhere else self.panes
        return self._timed(act, panes, holds, again=10 * everywhere)

    def _timed(
        self,
        act: Callable[[], object],
        panes: tuple[QWidget, ...],
        holds: Callable[[], bool] = lambda: True,
        again: int = 0,
    ) -> tuple[float, float]:
        """Return milliseconds of time, and of this thread's work, from an act to the painting of its result."""
        start, work = time.perf_counter(), time.thread_time()
        act()
        self.until(lambda: holds() and self.paints.since(start, panes), again=again)
        painted, worked = self._held  # and not now: what is due after the painting has begun meanwhile
        return 1e3 * (painted - start), 1e3 * (worked - work)

    def _rest(self, wait: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(wait, loop.quit)
        loop.exec()


def apart(found: list[tuple[float, float]]) -> Times:
    """Pairs of time and work, as two lists."""
    return {"wall": [wall for wall, _ in found], "cpu": [cpu for _, cpu in found]}


def _resident() -> float:
    import resource  # POSIX alone has it

    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # macOS gives bytes, and only the peak
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return pages * resource.getpagesize() / 1e6
