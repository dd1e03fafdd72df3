"""An empty Qt event loop: its stalls under a load show the cost of the machine alone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from benchmarks.gui_driving import Watchdog

_LOOK = 100  # ms between two looks whether to stop


class Idle:
    """A bare window and its event loop.

    Parameters
    ----------
    stop : str
        A file; when it is there, `watch` ends.
    """

    def __init__(self, stop: str) -> None:
        self._application = QApplication([])
        self._window = QMainWindow()
        self._window.show()
        self._stop = Path(stop)
        self._watchdog = Watchdog()

    def watch(self) -> float:
        """Return the longest stall until the file `stop` exists, in milliseconds."""
        loop, look = QEventLoop(), QTimer(interval=_LOOK)
        look.timeout.connect(lambda: loop.quit() if self._stop.exists() else None)
        look.start()
        self._watchdog.begin()
        loop.exec()
        self._watchdog.stop()
        return 1e3 * self._watchdog.wall
