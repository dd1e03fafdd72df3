"""A request to read a folder: what the job that waits for its answers is told, and what the process is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient

from app.reading.folder_request import FolderRequest, ModelLetGoError
from app.workers.background import Background, Job
from app.workers.prediction_messages import Answered, FolderRead, Load, NotLoaded, StopFolder, WantFolder
from core.base.errors import ModelError

IMAGES = ("a.png", "b.png")
MODEL = Path("/models/good.keras")


class Reading:
    """A job that makes a request for two images and goes through the answers."""

    def __init__(self, background: Background, client: FakeClient, drops: int | None = None) -> None:
        self.heard: list[FolderRead] = []
        self.errors: list[Exception] = []
        self.finished: list[bool] = []
        begun = client.drops if drops is None else drops
        self.job = background.start(
            "Reading",
            self._read,
            reported=lambda request: client.ask(request, begun),
            finished=self.finished.append,
            failed=self.errors.append,
        )

    def _read(self, job: Job) -> bool:
        self.heard += FolderRequest(job, Path("/project"), IMAGES)
        return True


@pytest.fixture
def background(owner: QObject) -> Iterator[Background]:
    background = Background(owner)
    yield background
    background.shutdown(keep=())


@pytest.fixture
def client(owner: QObject) -> FakeClient:
    client = FakeClient()
    client.setParent(owner)
    client.load(MODEL)
    return client


def asked(client: FakeClient, qtbot: QtBot, count: int = 1) -> WantFolder:
    """The last of so many requests, once the process has it."""
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == count)
    return client.sent(WantFolder)[-1]


def over(reading: Reading, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: reading.job.is_over)


def test_answers_come_in_their_order_and_the_last_ends_the_loop(
    background: Background, client: FakeClient, qtbot: QtBot
):
    reading = Reading(background, client)
    wanted = asked(client, qtbot)
    assert (wanted.root, wanted.images, wanted.asked) == (Path("/project"), IMAGES, "readings")
    answers = [FolderRead(1, {}), FolderRead(2, {})]
    for answer in answers:
        client.answer(Answered(wanted.number, answer, is_over=answer.done == 2))
    over(reading, qtbot)
    assert reading.heard == answers
    assert reading.finished == [True]
    assert client.sent(StopFolder) == []


def test_each_request_hears_its_own_answers(background: Background, client: FakeClient, qtbot: QtBot):
    one = Reading(background, client)
    first = asked(client, qtbot)
    one.job.cancel()
    other = Reading(background, client)
    second = asked(client, qtbot, 2)
    answer = FolderRead(2, {})
    client.answer(Answered(first.number, FolderRead(2, {})))
    client.answer(Answered(second.number, answer))
    over(other, qtbot)
    assert (one.heard, other.heard) == ([], [answer])


def test_cancelled_job_wakes_at_once_and_the_process_reads_no_further(
    background: Background, client: FakeClient, qtbot: QtBot
):
    reading = Reading(background, client)
    number = asked(client, qtbot).number
    with qtbot.waitSignal(reading.job.cancelled):
        reading.job.cancel()
    assert client.sent(StopFolder) == [StopFolder(number)]
    assert (reading.finished, reading.errors) == ([], [])


def test_request_of_a_job_that_was_cancelled_is_not_sent(background: Background, client: FakeClient, qtbot: QtBot):
    reading = Reading(background, client)
    reading.job.cancel()
    over(reading, qtbot)
    assert client.sent(WantFolder) == []


def test_threads_can_be_ended_while_a_job_waits_for_an_answer(background: Background, client: FakeClient):
    reading = Reading(background, client)
    background.shutdown(keep=())
    assert reading.job.is_cancelled


@pytest.mark.parametrize("how", ["load", "stop"])
def test_model_that_is_let_go_ends_the_request(background: Background, client: FakeClient, qtbot: QtBot, how: str):
    reading = Reading(background, client)
    asked(client, qtbot)
    if how == "load":
        client.load(MODEL)
    else:
        client.stop()
    over(reading, qtbot)
    assert isinstance(reading.errors[0], ModelLetGoError)


def test_model_that_was_let_go_before_the_request_was_sent_ends_it(
    background: Background, client: FakeClient, qtbot: QtBot
):
    reading = Reading(background, client, drops=client.drops - 1)
    over(reading, qtbot)
    assert isinstance(reading.errors[0], ModelLetGoError)
    assert client.sent(WantFolder) == []


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (lambda client: client.die("It was killed."), "It was killed."),
        (lambda client: client.die(""), "The process that predicts has ended."),
        (lambda client: client.answer(NotLoaded(MODEL, "good.keras: damaged.")), "good.keras: damaged."),
    ],
    ids=["killed", "ended", "a model that cannot be loaded"],
)
def test_what_ends_the_process_or_its_model_ends_the_request_with_its_sentence(
    background: Background, client: FakeClient, qtbot: QtBot, end: Callable[..., Any], sentence: str
):
    reading = Reading(background, client)
    asked(client, qtbot)
    end(client)
    over(reading, qtbot)
    assert str(reading.errors[0]) == sentence
    assert client.sent(StopFolder) == []


def test_without_a_model_nothing_is_read(background: Background, client: FakeClient, qtbot: QtBot):
    client.stop()
    reading = Reading(background, client)
    over(reading, qtbot)
    assert isinstance(reading.errors[0], ModelError)
    assert client.sent(WantFolder) == []


def test_new_process_is_told_the_model_before_anything_else(background: Background, client: FakeClient, qtbot: QtBot):
    client.die("")
    client.process.sent.clear()
    Reading(background, client)
    wanted = asked(client, qtbot)
    assert client.process.sent == [Load(MODEL), wanted]
