"""Unexpected exceptions: shown once, logged, and survived."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.unexpected import Interrupts, Report, Trouble
from core.base.errors import LabelError
from core.base.folders import log_folder


@pytest.fixture
def trouble(qapp: QApplication) -> Iterator[Trouble]:
    trouble = Trouble()
    trouble.install()
    yield trouble
    trouble.remove()


def reports(trouble: Trouble) -> list[Report]:
    found: list[Report] = []
    trouble.happened.connect(found.append)
    return found


def fail(error: BaseException) -> None:
    """What Python does with an exception that nobody takes."""
    try:
        raise error
    except BaseException:
        sys.excepthook(*sys.exc_info())


def test_exception_is_told_with_its_traceback_and_stands_in_the_log(trouble: Trouble):
    found = reports(trouble)
    fail(ValueError("seven is no colour"))
    assert [report.what for report in found] == ["ValueError: seven is no colour"]
    assert "in fail" in found[0].details
    assert found[0].log.parent == log_folder()
    assert "seven is no colour" in found[0].log.read_text(encoding="utf-8")


def test_same_exception_many_times_is_told_once(trouble: Trouble):
    found = reports(trouble)
    for _ in range(50):
        fail(ValueError("in every frame"))
    assert len(found) == 1


def test_exception_in_a_thread_is_told_in_the_thread_of_the_window(trouble: Trouble, qtbot: QtBot):
    threads: list[threading.Thread] = []
    trouble.happened.connect(lambda _: threads.append(threading.current_thread()))
    threading.Thread(target=fail, args=(OSError("the share is gone"),)).start()
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.main_thread()]


def test_our_own_sentence_is_told_as_it_is(trouble: Trouble):
    found = reports(trouble)
    fail(LabelError("word_1.json: there is no such label file. Check the name, or label the image."))
    assert found[0].what == "word_1.json: there is no such label file. Check the name, or label the image."


def test_what_an_exception_is_known_to_mean_is_said(trouble: Trouble):
    found = reports(trouble)
    fail(MemoryError("Unable to allocate 8.00 GiB for an array"))
    assert found[0].meaning


def test_keyboard_interrupt_is_no_error(trouble: Trouble, qtbot: QtBot):
    found = reports(trouble)
    with qtbot.waitSignal(trouble.interrupted):
        fail(KeyboardInterrupt())
    assert found == []


def test_what_qt_warns_of_is_in_the_log(trouble: Trouble):
    qWarning("a layout was added twice")
    assert "Qt: a layout was added twice" in trouble.log.read_text(encoding="utf-8")


def test_everything_is_as_before_after_it_is_removed(qapp: QApplication):
    before = sys.excepthook, threading.excepthook, sys.unraisablehook, list(logging.getLogger().handlers)
    trouble = Trouble()
    trouble.install()
    trouble.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook, list(logging.getLogger().handlers)) == before


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_closes_the_window_although_nothing_happens_in_it(number: Any, qtbot: QtBot):
    closed: list[bool] = []
    before = signal.getsignal(number)  # ignored, if the tests were begun in the background
    interrupts = Interrupts(lambda: closed.append(True))
    try:
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: closed == [True])
    finally:
        interrupts.remove()
    assert signal.getsignal(number) is before
