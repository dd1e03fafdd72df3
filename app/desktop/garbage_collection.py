"""Collects Python's garbage in the GUI thread only.

Python collects reference cycles in whichever thread happens to allocate. A cycle with a widget in it that is collected
by a background thread destroys that widget there, while the GUI thread may be using it: a crash now and then, anywhere.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 1000  # ms


class GarbageCollector(QObject):
    """Replaces the automatic garbage collection by a timer in the thread that creates the collector.

    The thresholds are Python's own (`gc.get_threshold`); objects that exist already are frozen (`gc.freeze`), so that
    even a full collection is short.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect garbage of the oldest generation whose threshold is reached."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Return to Python's automatic garbage collection once the last background thread has ended."""
        self._timer.stop()
        gc.enable()
