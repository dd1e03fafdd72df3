"""Collecting Python's garbage in the GUI thread alone.

Python collects reference cycles in whichever thread happens to allocate. A cycle with a widget in it that is collected
by a background thread destroys that widget there, while the GUI thread may be using it: a crash now and then, anywhere.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 1000  # ms


class GarbageCollector(QObject):
    """Turns the automatic collection off, and does its work from a timer of the thread that makes this.

    The thresholds are Python's own (`gc.get_threshold`); what was loaded before is passed over (`gc.freeze`), so that
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
        """Collect the oldest generation that is due."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Let Python collect as usual again; for after the last background thread."""
        self._timer.stop()
        gc.enable()
