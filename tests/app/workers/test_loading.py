"""What the first page does without: loaded in a thread and in steps, at once when a person does something."""

from collections.abc import Generator
from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from app.workers.loading import Loading


@pytest.fixture
def page(qtbot) -> QLineEdit:
    page = QLineEdit()
    qtbot.addWidget(page)
    page.show()
    return page


def work(done: list[bool], fails: bool = False) -> Generator[None]:
    """Three steps. Notes of each whether it is in the main thread."""
    for _ in range(3):
        done.append(current_thread() is main_thread())
        yield
    if fails:
        raise RuntimeError("a module is missing")


def test_first_step_is_in_a_thread_and_the_others_follow_in_the_main_one(page, qtbot):
    done: list[bool] = []
    loading = Loading(work(done), QApplication.instance())
    qtbot.waitUntil(lambda: len(done) == 3)
    assert done == [False, True, True]
    loading.stop()


def test_a_key_finds_all_of_it_and_tab_waits_for_nothing(page, qtbot):
    done: list[bool] = []
    loading = Loading(work(done), QApplication.instance())
    qtbot.keyClick(page, Qt.Key.Key_Tab)
    assert done == []
    qtbot.keyClick(page, Qt.Key.Key_A)
    assert len(done) == 3
    loading.stop()


def test_an_error_ends_the_program_and_is_kept_for_the_command_line(page):
    loading = Loading(work([], fails=True), QApplication.instance())
    assert QApplication.exec() == 1
    assert str(loading.error) == "a module is missing"
    loading.stop()
