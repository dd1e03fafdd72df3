"""In a folder without labels the chosen model and the bundled ones read ten images, and the surer is proposed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient
from support.telling import told_by
from support.words.predictions import client_of, spec_for
from support.words.synthetic_project import synthetic_project

from app.drafting.surest import IMAGES, Surer, surer_than
from app.session import Session
from app.views.main_window.window import MainWindow
from app.workers.prediction_messages import Answered, AskSureness, NotLoaded, Ready, WantFolder
from core.labels.files.storage import label_path
from core.runs.bundled import BundledModel

OWN, READER, OTHER = Path("own.keras"), Path("reader.keras"), Path("other.keras")


def probabilities(*values: float) -> dict[str, float]:
    return {f"{number}.png": value for number, value in enumerate(values)}


def test_the_surest_model_is_the_one_that_is_surer_of_most_images():
    found = {
        OWN: probabilities(*[0.5] * 10),
        READER: probabilities(*[0.6] * 8, 0.1, 0.1),
        OTHER: probabilities(*[0.6] * 9),
    }
    assert surer_than(OWN, found) == Surer(OTHER, 9, 9)
    del found[OTHER]
    assert surer_than(OWN, found) == Surer(READER, 8, 10)


@pytest.mark.parametrize("others", [[0.6] * 7 + [0.1] * 3, [0.5] * 10, []])
def test_a_model_that_is_not_surer_of_eight_in_ten_is_not_proposed(others: Any):
    assert surer_than(OWN, {OWN: probabilities(*[0.5] * 10), READER: probabilities(*others)}) is None


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    """Twenty images without labels."""
    folder = synthetic_project(tmp_path / "words", 20)
    for image in folder.rglob("*.png"):
        label_path(image).unlink()
    return folder


def load(session: Session, model: Path) -> FakeClient:
    """Choose a model, and answer for its process that it is loaded."""
    session.in_use.choose(model)
    client = client_of(session)
    client.answer(Ready(model, model.stem, spec_for(session).to_dict()))
    return client


def answer(client: FakeClient, model: Path, probability: float) -> AskSureness:
    """Answer the last question, which is about this model."""
    question = client.sent(AskSureness)[-1]
    assert question.model == model
    client.answer(Answered(question.number, {image: probability for image, _ in question.images}))
    return question


def test_ten_images_from_all_over_the_folder_are_read_by_each_model_and_the_surer_one_drafts(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    client = load(session, OWN)
    assert session.guiding.step is None, "no model is offered before it is known which is surer"
    question = answer(client, OWN, 0.2)
    assert len(question.images) == IMAGES
    images = session.catalog.table.images
    assert {image for image, _ in question.images} >= {images[0], images[-1]}
    assert answer(client, along.path, 0.7).images == question.images
    banner = window.centre.banners.shown("next")
    assert "In 10 of the 10 images that both models read, it is surer than own.keras." in banner.sentence
    (offer, _) = banner.findChildren(QToolButton)
    assert offer.text() == "Draft 20 texts with reader 7"
    offer.click()
    assert session.in_use.model == along.path
    client.answer(Ready(along.path, "reader", spec_for(session).to_dict()))
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == 1)


def test_the_chosen_model_is_offered_if_no_other_is_surer(window: MainWindow, session: Session, along: BundledModel):
    client = load(session, OWN)
    answer(client, OWN, 0.7)
    answer(client, along.path, 0.2)
    step = session.guiding.step
    assert (step.kind, step.surer) == ("draft", None)


def test_a_process_that_dies_leaves_the_chosen_model_on_offer(
    window: MainWindow, session: Session, along: BundledModel
):
    client = load(session, OWN)
    client.die("It was ended.")
    load(session, OWN)
    assert client.sent(AskSureness)[1:] == []
    assert session.guiding.step is not None


def test_a_folder_with_a_label_asks_nothing(
    make_session: Callable[[Path | None], Session], tmp_path: Path, along: BundledModel
):
    folder = synthetic_project(tmp_path / "labelled")
    first = min(folder.rglob("*.png"))
    for image in folder.rglob("*.png"):
        if image != first:
            label_path(image).unlink()
    assert load(make_session(folder), OWN).sent(AskSureness) == []


def test_the_key_drafts_with_the_model_that_the_strip_offers(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    client = load(session, OWN)
    answer(client, OWN, 0.2)
    answer(client, along.path, 0.7)
    window.action_set.trigger("predict.prelabel_many")
    assert session.in_use.model == along.path
    client.answer(Ready(along.path, "reader", spec_for(session).to_dict()))
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == 1)


def test_the_key_waits_until_the_surest_model_is_known_and_says_so(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    told = told_by(session)
    client = load(session, OWN)
    window.action_set.trigger("predict.prelabel_many")
    assert told[-1] == "First each model reads ten images, to find the surest. Then the labels are drafted."
    assert not client.sent(WantFolder)
    answer(client, OWN, 0.2)
    assert session.in_use.model == OWN
    answer(client, along.path, 0.7)
    assert session.in_use.model == along.path
    client.answer(Ready(along.path, "reader", spec_for(session).to_dict()))
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == 1)


def work(session: Session) -> list[str]:
    """What the status bar shows as background work."""
    return [job.title for job in session.workspace.background.jobs]


def test_waiting_for_a_model_is_background_work_until_drafting_begins(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    session.in_use.choose(OWN)
    window.action_set.trigger("predict.prelabel_many")
    assert work(session) == ["Waits for own.keras"], "from the first moment, before the model is loaded"
    client = load(session, OWN)
    answer(client, OWN, 0.2)
    answer(client, along.path, 0.7)
    qtbot.waitUntil(lambda: work(session) == ["Waits for reader 7"])
    client.answer(Ready(along.path, "reader", spec_for(session).to_dict()))
    qtbot.waitUntil(lambda: work(session) == ["Prelabel 20 images"])


@pytest.mark.parametrize("is_surest_known", [False, True])
def test_waiting_for_a_model_can_be_stopped(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot, is_surest_known: bool
):
    client = load(session, OWN)
    window.action_set.trigger("predict.prelabel_many")
    if is_surest_known:
        answer(client, OWN, 0.2)
        answer(client, along.path, 0.7)
        qtbot.waitUntil(lambda: work(session) == ["Waits for reader 7"])
    session.workspace.background.jobs[0].cancel()
    qtbot.waitUntil(lambda: work(session) == [])
    if is_surest_known:
        client.answer(Ready(along.path, "reader", spec_for(session).to_dict()))
    else:
        answer(client, OWN, 0.7)
        answer(client, along.path, 0.2)
    assert not client.sent(WantFolder)
    assert session.models.drafting.job is None


def test_a_model_that_cannot_be_loaded_is_waited_for_no_longer(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    session.in_use.choose(OWN)
    window.action_set.trigger("predict.prelabel_many")
    client_of(session).answer(NotLoaded(OWN, "It is no model."))
    qtbot.waitUntil(lambda: work(session) == [])


def test_the_key_drafts_with_the_chosen_model_once_the_offer_was_declined(
    window: MainWindow, session: Session, along: BundledModel, qtbot: QtBot
):
    client = load(session, OWN)
    answer(client, OWN, 0.2)
    answer(client, along.path, 0.7)
    session.guiding.dismiss()
    window.action_set.trigger("predict.prelabel_many")
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) == 1)
    assert session.in_use.model == OWN
