"""Background work: its jobs and their ends."""

import threading

from pytestqt.qtbot import QtBot
from support.processes.python import run_python

from app.workers.background import Background

LAST_REFERENCE = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from app.workers.background import Background

application = QCoreApplication(sys.argv)
results = []

def ask():
    Background().start("", lambda job: 1, finished=results.append)

ask()
QTimer.singleShot(300, application.quit)
application.exec()
print(results)
"""


def test_a_job_whose_slots_hold_the_last_reference_to_the_background_is_deleted_once():
    """In a process of its own: deleting the job twice ends the process by a signal."""
    assert run_python("-c", LAST_REFERENCE) == "[1]\n"


def test_the_end_waits_for_what_is_saved_and_not_for_what_never_answers(qtbot: QtBot):
    background, answer, begun = Background(), threading.Event(), threading.Event()
    saved: list[int] = []
    try:
        background.start("", lambda job: (begun.set(), answer.wait()), lane="index")
        background.start("", lambda job: saved.append(0), lane="index")  # never begins: its lane is blocked
        begun.wait()
        background.start("", lambda job: saved.append(1), lane="saving")
        assert not background.shutdown(patience=0.1)
    finally:
        answer.set()
    assert saved == [1]
    assert background.shutdown()
