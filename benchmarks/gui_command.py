"""The bare command, which ends once its window has handled a key press, and prints what it took as JSON.

`python -m benchmarks.gui_command whole` presses the key once the window has all its parts.
"""

from __future__ import annotations

import json
import sys
import time

from app import cli
from app.desktop.starting import quick_loading

with quick_loading():  # as the command does
    import app.gui  # noqa: F401

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.views.main_window.window import MainWindow

_LOOK_EVERY = 5  # ms


class _Hand(QObject):
    """Presses Tab as soon as the key can move the focus, and counts our modules at the first painting."""

    def __init__(self, application: QApplication, is_patient: bool) -> None:
        super().__init__(application)
        self._is_patient, self._modules = is_patient, 0
        application.installEventFilter(self)
        self._look = QTimer(self, interval=_LOOK_EVERY)
        self._look.timeout.connect(self._press)
        self._look.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._modules:
            self._modules = sum(name.partition(".")[0] in {"app", "core"} for name in sys.modules)
        return False

    def _press(self) -> None:
        window = QApplication.activeWindow()
        if not isinstance(window, MainWindow) or not self._modules or (self._is_patient and not window.is_whole):
            return
        here = QApplication.focusWidget()
        QTest.keyClick(here or window, Qt.Key.Key_Tab)
        if QApplication.focusWidget() not in {None, here}:
            print(json.dumps([time.process_time(), time.time(), self._modules]))
            self._look.stop()
            window.close()


def main() -> int:
    """Run the command with a hand at the keyboard."""
    run = QApplication.exec

    def with_a_hand(application: QApplication) -> int:
        _Hand(application, sys.argv[1:] == ["whole"])
        return int(run())

    QApplication.exec = with_a_hand  # type: ignore[method-assign,assignment]
    return cli.run([])


if __name__ == "__main__":
    sys.exit(main())
