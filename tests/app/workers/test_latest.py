import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.workers.background import Background
from app.workers.latest import LatestJob


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background()
    yield made
    made.shutdown(keep=())


def test_answer_to_an_earlier_question_is_not_given(background: Background, qtbot: QtBot):
    latest, answers, may_end = LatestJob(background), list[str](), threading.Event()

    def slow(job: object) -> str:
        may_end.wait(WAIT / 1000)
        return "first"

    latest.ask(slow, answers.append)
    latest.ask(lambda job: "second", answers.append)
    may_end.set()
    qtbot.waitUntil(lambda: latest.job is None)
    assert answers == ["second"]


def test_dropped_question_has_no_answer(background: Background, qtbot: QtBot):
    latest, answers = LatestJob(background), list[str]()
    job = latest.ask(lambda job: "never", answers.append)
    latest.drop()
    qtbot.waitUntil(lambda: job.is_over)
    assert (latest.job, answers) == (None, [])


def test_failure_goes_to_the_one_who_asked(background: Background, qtbot: QtBot):
    latest, failures = LatestJob(background), list[Exception]()
    error = ValueError("no")

    def fail(job: object) -> None:
        raise error

    latest.ask(fail, lambda _: None, failures.append)
    qtbot.waitUntil(lambda: failures == [error])


def test_nobody_is_told_once_the_parent_is_gone(background: Background, qtbot: QtBot):
    parent, answers, may_end = QObject(), list[str](), threading.Event()

    def slow(job: object) -> str:
        may_end.wait(WAIT / 1000)
        return "late"

    job = LatestJob(background, parent=parent).ask(slow, answers.append)
    over: list[bool] = []
    job.ended.connect(lambda: over.append(True))
    parent.deleteLater()
    qtbot.waitUntil(lambda: job.is_cancelled)
    may_end.set()
    qtbot.waitUntil(lambda: bool(over))
    assert answers == []
