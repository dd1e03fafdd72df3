"""Our own window while processes predict and train; see `benchmarks.gui_driving`."""

from __future__ import annotations

import time
from pathlib import Path

from app.desktop.starting import quick_loading

with quick_loading():  # see `benchmarks.gui_window`
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QScrollBar, QWidget

    from benchmarks.gui_driving import PAUSE, Times, Watchdog, apart
    from benchmarks.gui_window import Studio

_SELECTIONS = 100  # images
_PATIENCE = 600_000  # ms for a process that has to load and to compile
_BUSY_SECONDS = 40.0
_FRAME, _BUDGET = 0.016, 0.05  # seconds
_SCHEDULER = Path("/proc/thread-self/schedstat")  # nanoseconds on a processor, and waiting for one
_SCROLL = 7  # px
_SCROLLS_BETWEEN = 25  # per image that is shown meanwhile


class Scheduled(Watchdog):
    """A watchdog that also measures how long the thread was ready to run while another thread had the processor.

    Attributes
    ----------
    held : float
        The longest stall less that time, in seconds: work, and waiting for what other threads hold, which may
        themselves wait for a processor. Where the system does not count it (it is Linux's), as `wall`.
    stalls : list of float
        All stalls longer than a frame, 16 ms, in seconds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.held = 0.0
        self.stalls: list[float] = []
        self._before = (0.0, 0.0)

    def begin(self) -> None:
        """Count from here."""
        self.held, self.stalls = 0.0, []
        self._before = (time.perf_counter(), _waited_for_processor())
        super().begin()

    def _tick(self) -> None:
        now = (time.perf_counter(), _waited_for_processor())
        stall, waited = now[0] - self._before[0], now[1] - self._before[1]
        self.held = max(self.held, stall - waited)
        if stall > _FRAME:
            self.stalls.append(stall)
        self._before = now
        super()._tick()


def _waited_for_processor() -> float:
    """Seconds that this thread was ready to run and did not run."""
    try:
        return int(_SCHEDULER.read_bytes().split()[1]) / 1e9
    except OSError:
        return 0.0


class Predicting(Studio):
    """The window with a model.

    Parameters
    ----------
    folder : str
        A project with labels.
    model : str
        A model file.
    """

    def __init__(self, folder: str, model: str) -> None:
        super().__init__(folder)
        self._model = Path(model)
        self.watchdog: Scheduled = Scheduled()

    def choose(self) -> float:
        """Choose the model; return the seconds until its first prediction is painted."""
        start = time.perf_counter()
        self._session.in_use.choose(self._model)
        self.until(lambda: self._is_predicted() and self.paints.since(start, self._predicted()), 5, _PATIENCE)
        self.panes = (*self.panes, *self._predicted())
        self._rest(PAUSE)
        return time.perf_counter() - start - PAUSE / 1e3

    def select(self) -> Times:
        """Show an image after another: from the key to its painted predicted maps."""
        found = []
        for _ in range(_SELECTIONS):
            present = self.shown()
            found.append(
                self._timed(
                    lambda: QTest.keyClick(self.canvas, Qt.Key.Key_D),
                    self._predicted(),
                    lambda present=present: self.shown() not in {None, present} and self._is_predicted(),  # type: ignore[misc]
                )
            )
            self._rest(PAUSE)
        return apart(found)

    def train(self) -> float:
        """Start a training; return the seconds until its first step."""
        start, training = time.perf_counter(), self._session.training
        if not training.start({"steps": 100_000, "live_every": 1.0}):
            raise RuntimeError("the training could not be started")
        self.until(lambda: training.state.last_step is not None or not training.is_busy, 50, _PATIENCE)
        if training.state.last_step is None:
            raise RuntimeError(f"the training ended before its first step: {training.state.result}")
        seconds = time.perf_counter() - start
        self.choose()  # what the training sees is shown until then
        return seconds

    def stall(self) -> dict[str, float]:
        """Train, predict the folder, scroll the list and show images, all at once: the longest stall in milliseconds.

        Also how many stalls, steps and predictions there were meanwhile, and for how long that went on.
        """
        session, bar = self._session, self.listed.verticalScrollBar()
        job = session.in_use.folder.start([*session.catalog.table.images])
        last = session.training.state.last_step
        if job is None or last is None:
            raise RuntimeError("the folder is not predicted, or nothing is trained")
        read_before, steps_before = job.done, last.step
        self.watchdog.begin()
        start, rounds, way = time.perf_counter(), 0, _SCROLL
        while time.perf_counter() < start + _BUSY_SECONDS and not job.is_over:
            way = self._scroll(bar, way)
            rounds += 1
            if rounds % _SCROLLS_BETWEEN == 0:
                QTest.keyClick(self.canvas, Qt.Key.Key_D)
            self._rest(8)
        self.watchdog.stop()
        seconds = time.perf_counter() - start
        last, read = session.training.state.last_step, job.done - read_before
        if last is None or not session.training.is_busy or not read:
            raise RuntimeError("the training or the prediction of the folder ended meanwhile")
        session.in_use.folder.cancel()
        return {
            "wall": 1e3 * self.watchdog.wall,
            "cpu": 1e3 * self.watchdog.cpu,
            "held": 1e3 * self.watchdog.held,
            "frames": float(len(self.watchdog.stalls)),
            "over": float(sum(stall > _BUDGET for stall in self.watchdog.stalls)),
            "seconds": seconds,
            "steps": float(last.step - steps_before),
            "read": float(read),
        }

    def end(self) -> None:
        """End the training, and all else."""
        training = self._session.training
        training.cancel()
        self.until(lambda: not training.is_busy, 50, _PATIENCE)
        super().end()

    def _is_predicted(self) -> bool:
        current = self._session.predictions.current
        return current is not None and current.image == self.shown()

    def _predicted(self) -> tuple[QWidget, ...]:
        panes = self.window.centre.maps.panes  # type: ignore[attr-defined]
        return tuple(pane for (_, source), pane in panes.items() if source == "prediction")

    def _scroll(self, bar: QScrollBar, way: int) -> int:
        """Scroll the list a little, back from its end."""
        if not bar.minimum() < bar.value() + way < bar.maximum():
            way = -way
        bar.setValue(bar.value() + way)
        return way
