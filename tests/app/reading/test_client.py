"""The client of the process that predicts: another choice does not wait for a model that never comes."""

from pathlib import Path

from support.processes.fake_client import FakeClient

from app.workers.prediction_messages import Load, NotLoaded


def test_another_choice_ends_a_process_in_which_a_model_does_not_come(qtbot):
    client, begun = FakeClient(patience=0.0), []
    client.process.started.connect(lambda: begun.append(client.model))
    client.load(Path("share/a.keras"))
    client.load(Path("b.keras"))
    assert begun == [Path("share/a.keras"), Path("b.keras")]
    client.answer(NotLoaded(Path("b.keras"), "b.keras: damaged."))
    client.load(Path("c.keras"))
    assert len(begun) == 2 and [load.model.name for load in client.sent(Load)] == ["a.keras", "b.keras", "c.keras"]


def test_another_choice_waits_for_a_model_that_is_loaded_in_time(qtbot):
    client, begun = FakeClient(), []
    client.process.started.connect(lambda: begun.append(client.model))
    client.load(Path("a.keras"))
    client.load(Path("b.keras"))
    assert begun == [Path("a.keras")] and len(client.sent(Load)) == 2
