"""What the first page does without: loaded in a thread and in steps, at once when a person does something."""

from collections.abc import Generator
from threading import current_thread, main_thread

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.workers.loading import Loading


def steps(done: list[bool]) -> Generator[None]:
    """Three steps, each of which notes whether it is in the main thread, and an error."""
    for _ in range(3):
        done.append(current_thread() is main_thread())
        yield
    raise RuntimeError("a module is missing")


def test_first_step_is_in_a_thread_and_a_key_but_tab_finds_all_of_them_done(qtbot: QtBot):
    done: list[bool] = []
    page, loading = exposed(qtbot, QLineEdit(), 200, 100), Loading(steps(done), QApplication.instance())
    qtbot.keyClick(page, Qt.Key.Key_Tab)
    assert done == []
    qtbot.keyClick(page, Qt.Key.Key_A)
    assert (done, str(loading.error)) == ([False, True, True], "a module is missing")
    assert QApplication.exec() == 1, "the error ends the program"
    loading.stop()
