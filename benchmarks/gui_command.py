"""The bare command, which ends once its window has been painted and has handled a key press."""

from __future__ import annotations

import sys

from app import cli
from app.desktop.starting import quick_loading

with quick_loading():  # as the command does
    import app.gui  # noqa: F401

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

_LOOK_EVERY = 5  # ms


def main() -> int:
    """Run the command, and press Tab as soon as the key can move the focus."""
    run = QApplication.exec

    def press(look: QTimer) -> None:
        window = QApplication.activeWindow()
        if window is None or not window.isActiveWindow():
            return
        here = QApplication.focusWidget()
        QTest.keyClick(here or window, Qt.Key.Key_Tab)
        if QApplication.focusWidget() not in {None, here}:
            look.stop()
            window.close()

    def with_a_hand(application: QApplication | None = None) -> int:
        look = QTimer(interval=_LOOK_EVERY)
        look.timeout.connect(lambda: press(look))
        look.start()
        return int(run())

    QApplication.exec = with_a_hand  # type: ignore[method-assign]
    return cli.run([])


if __name__ == "__main__":
    sys.exit(main())
