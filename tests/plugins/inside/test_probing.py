"""What is asked about the chosen layer; a test answers for the processes."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import begin, new_run, started, step, tell
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.inside.probing import Probing, probing_of
from app.session import Session
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.inside.maps import FeatureMaps
from core.plugins.inside.questions import MapsQuestion
from core.runs.events import LayerSeen

MAPS = FeatureMaps("network/conv", np.ones((2, 4, 8), np.float32))


@pytest.fixture
def probing(session: Session, qtbot: QtBot) -> Probing:
    show_prediction(session, predicted_for(session))
    probing = probing_of(session)
    probing.want(True)
    return probing


def asked(session: Session, qtbot: QtBot, times: int) -> AskPlugin:
    qtbot.waitUntil(lambda: len(client_of(session).asked(MapsQuestion)) == times)
    return client_of(session).asked(MapsQuestion)[-1]


def test_maps_are_those_of_the_chosen_layer_and_the_open_image(session: Session, probing: Probing, qtbot: QtBot):
    assert probing.sentence.startswith("Choose a layer")
    session.instruments.chosen_layer.choose("network/conv")
    question = asked(session, qtbot, 1)
    assert (question.question.layer, question.image) == ("network/conv", session.image)
    assert probing.sentence == "The layer's maps are being computed…"
    client_of(session).answer(Answered(question.number, MAPS))
    assert (probing.maps, probing.sentence) == (MAPS, "")
    session.step(1)
    question = asked(session, qtbot, 2)
    assert question.image == session.image
    assert probing.maps is None, "another image has other maps"
    session.instruments.chosen_layer.choose("word_formation")
    late, question = question, asked(session, qtbot, 3)
    client_of(session).answer(Answered(late.number, MAPS))
    assert probing.maps is None, "an answer that comes late is of another layer"
    client_of(session).answer(Answered(question.number, "This layer does not give maps."))
    assert probing.sentence == "This layer does not give maps."


def test_nothing_is_asked_while_nobody_wants_it_and_death_is_said(session: Session, probing: Probing, qtbot: QtBot):
    probing.want(False)
    session.instruments.chosen_layer.choose("network/conv")
    qtbot.wait(100)
    assert client_of(session).asked(MapsQuestion) == []
    probing.want(True)
    asked(session, qtbot, 1)
    client_of(session).die("The process that predicts was killed.")
    assert probing.sentence == "The process that predicts was killed."


def test_running_training_tells_the_maps_with_its_own_weights(session: Session, probing: Probing, qtbot: QtBot):
    run = new_run(session).path
    session.in_use.choose(run)
    begin(session, run)
    tell(session, started(run), step(1))
    assert session.predictions.is_live
    session.instruments.chosen_layer.choose("network/conv")
    qtbot.waitUntil(lambda: session.training.layer == "network/conv")
    assert probing.sentence == "The training sends the maps of this layer with its next prediction."
    assert session.project is not None and session.image is not None
    image = str(session.project.path_of(session.image))
    tell(
        session,
        LayerSeen(7, image, "network/other", MAPS.values),
        LayerSeen(7, "gone.png", "network/conv", MAPS.values),
    )
    assert probing.maps is None
    tell(session, LayerSeen(9, image, "network/conv", MAPS.values))
    assert probing.maps is not None and probing.maps.step == 9
    assert client_of(session).asked(MapsQuestion) == []
    probing.want(False)
    assert session.training.layer == "", "nobody looks: the training computes nothing"
