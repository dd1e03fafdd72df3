"""What is asked about the inside of the chosen model; a test answers for the process."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.hand_made_layers import LAYERS
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.inside.layers import Inside, inside_of
from app.session import Session
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.inside.graph import graph_of
from core.plugins.inside.questions import Layers, LayersQuestion


@pytest.fixture
def inside(session: Session) -> Inside:
    return inside_of(session)


def asked(session: Session, qtbot: QtBot, times: int = 1) -> AskPlugin:
    qtbot.waitUntil(lambda: len(client_of(session).asked(LayersQuestion)) == times)
    return client_of(session).asked(LayersQuestion)[-1]


def test_layers_of_the_chosen_model_are_asked_for_once_they_are_wanted(session: Session, inside: Inside, qtbot: QtBot):
    assert inside.sentence == "Choose a model, or start a training, to see here what is inside."
    show_prediction(session, predicted_for(session))
    qtbot.wait(100)
    assert client_of(session).asked(LayersQuestion) == []
    inside.want(True)
    question = asked(session, qtbot)
    assert (question.model, question.question.path) == (Path("/models/model.keras"), None)
    assert inside.sentence == "The model is being described…"
    client_of(session).answer(Answered(question.number, Layers(LAYERS, graph_of(LAYERS))))
    assert (inside.layers, inside.sentence) == (LAYERS, "")
    session.step(1)
    qtbot.wait(100)
    assert len(client_of(session).asked(LayersQuestion)) == 1, "another image changes no layer"


def test_values_of_the_open_image_are_asked_for_where_they_are_wanted(session: Session, inside: Inside, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    inside.want(True)
    client_of(session).answer(Answered(asked(session, qtbot).number, Layers(LAYERS, graph_of(LAYERS))))
    inside.set_with_values(True)
    question = asked(session, qtbot, 2)
    assert session.project is not None and session.image is not None
    assert question.question.path == session.project.path_of(session.image)
    with_values = tuple(replace(layer, least=0.0, mean=0.5, most=1.0) for layer in LAYERS)
    client_of(session).answer(Answered(question.number, Layers(with_values, graph_of(with_values))))
    assert inside.layers == with_values
    session.step(1)
    assert asked(session, qtbot, 3).image == session.image


def test_model_that_cannot_be_used_says_why_and_another_one_is_asked_for(
    session: Session, inside: Inside, qtbot: QtBot
):
    show_prediction(session, predicted_for(session))
    inside.want(True)
    number = asked(session, qtbot).number
    inside.chosen.choose("network/conv")
    client_of(session).answer(Answered(number, "model.keras: damaged. Copy it again."))
    assert (inside.layers, inside.sentence, inside.chosen.name) == ((), "model.keras: damaged. Copy it again.", "")
    show_prediction(session, predicted_for(session), "other.keras")
    question = asked(session, qtbot, 2)
    assert question.model == Path("/models/other.keras")
    client_of(session).answer(Answered(number, Layers(LAYERS, None)))
    assert inside.layers == (), "an answer that comes late is of another model"
    client_of(session).die("The process that predicts was killed.")
    assert inside.sentence == "The process that predicts was killed."
