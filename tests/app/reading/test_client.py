"""The client of the process that predicts: another choice does not wait for a model that never comes."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient

from app.workers.prediction_messages import Answered, AskPlugin, Load, NotLoaded
from core.base.plugins.asked import NetworkQuestion


@dataclass(frozen=True, slots=True)
class Layer(NetworkQuestion):
    plugin: ClassVar[str] = "inside"
    work: ClassVar[str] = "somewhere:layer"

    name: str


@dataclass(frozen=True, slots=True)
class Sum(NetworkQuestion):
    plugin: ClassVar[str] = "inside"
    work: ClassVar[str] = "somewhere:sum"


def test_another_choice_ends_a_process_in_which_a_model_does_not_come(qtbot: QtBot):
    client, begun = FakeClient(patience=0.0), []
    client.process.started.connect(lambda: begun.append(client.model))
    client.load(Path("share/a.keras"))
    client.load(Path("b.keras"))
    assert begun == [Path("share/a.keras"), Path("b.keras")]
    client.answer(NotLoaded(Path("b.keras"), "b.keras: damaged."))
    client.load(Path("c.keras"))
    assert len(begun) == 2 and [load.model.name for load in client.sent(Load)] == ["a.keras", "b.keras", "c.keras"]


def test_another_choice_waits_for_a_model_that_is_loaded_in_time(qtbot: QtBot):
    client, begun = FakeClient(), []
    client.process.started.connect(lambda: begun.append(client.model))
    client.load(Path("a.keras"))
    client.load(Path("b.keras"))
    assert begun == [Path("a.keras")] and len(client.sent(Load)) == 2


def test_a_question_of_a_plugin_takes_the_place_of_an_earlier_one_of_its_class_alone(qtbot: QtBot):
    client, received = FakeClient(), []
    numbers = []
    for question in (Layer("a"), Sum(), Layer("b")):
        number = client.inquire(
            lambda number, question=question: AskPlugin(number, Path("a.keras"), question),
            lambda answer, question=question: received.append((question, answer.result)),
        )
        numbers.append(number)
    for number in numbers:
        client.answer(Answered(number, number))
    assert received == [(Sum(), numbers[1]), (Layer("b"), numbers[2])]
