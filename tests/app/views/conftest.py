"""What the tests of the window's parts share."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.main_window.window import MainWindow


@pytest.fixture
def make_window(qtbot: QtBot) -> Iterator[Callable[[Session], MainWindow]]:
    """Makes windows of 1280 × 720, shown, on sessions that may have a project; takes them away afterwards."""

    made: list[MainWindow] = []

    def make(session: Session) -> MainWindow:
        window = MainWindow(session)
        made.append(window)
        window.resize(1280, 720)
        window.show()
        qtbot.waitExposed(window)
        session.project_changed.emit()  # it may have had its project before the window was there
        return window

    yield make
    for window in made:
        window.hide()
        window.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def window(session: Session, make_window: Callable[[Session], MainWindow]) -> MainWindow:
    """A window on a small project."""
    return make_window(session)


@pytest.fixture
def front(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The active window, its canvas with the keyboard."""
    window.activateWindow()
    window.centre.canvas.setFocus()
    qtbot.waitUntil(window.centre.canvas.hasFocus)
    return window
