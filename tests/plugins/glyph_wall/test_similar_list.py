"""Words that look alike to the chosen model, beside the glyph wall."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient
from support.window.showing import exposed
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.glyph_wall.similar_list import SimilarWordsList
from app.session import Session
from app.workers.prediction_messages import Answered, FolderRead, WantFolder


@pytest.fixture
def beside(session: Session, qtbot: QtBot) -> SimilarWordsList:
    return exposed(qtbot, SimilarWordsList(session))


def look(session: Session, beside: SimilarWordsList, qtbot: QtBot) -> FakeClient:
    """Answer for the process: each word is like the next but one, and the last cannot be read."""
    client = client_of(session)
    qtbot.mouseClick(beside.search, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(client.sent(WantFolder)))
    wanted = client.sent(WantFolder)[-1]
    assert wanted.asked == "features" and wanted.images == tuple(session.catalog.table.images)
    vectors = np.eye(2, dtype=np.float16)[np.arange(len(wanted.images)) % 2]
    seen = dict(zip(wanted.images[:-1], vectors[:-1], strict=True))
    client.answer(Answered(wanted.number, FolderRead(8, {}, ("a.png: no.",), features=seen)))
    qtbot.waitUntil(lambda: beside.similar.is_known)
    return client


def test_the_words_that_look_like_the_selected_one_are_listed_and_lead_to_their_images(
    session: Session, beside: SimilarWordsList, qtbot: QtBot
):
    show_prediction(session, predicted_for(session))
    images = session.catalog.table.images
    look(session, beside, qtbot)
    assert not beside.search.isVisible()
    beside.show_beside(images[0])
    assert [image for image, _ in beside.words.entries][:3] == [images[2], images[4], images[6]]
    assert beside.words.index(0, 0).data() == session.catalog.table.text[2]
    beside.view.activated.emit(beside.words.index(1, 0))
    assert session.image == images[4]
    beside.show_beside(images[-1])
    assert not beside.words.entries and "has not looked at" in beside.says.text()


def test_another_model_knows_nothing_of_what_this_one_saw(session: Session, beside: SimilarWordsList, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    look(session, beside, qtbot)
    beside.show_beside(session.catalog.table.images[0])
    session.in_use.choose(None)
    assert not beside.similar.is_known and not beside.words.entries
    assert beside.search.isVisible()


def test_without_a_model_it_is_said_that_one_is_needed(sentences: list[str], beside: SimilarWordsList, qtbot: QtBot):
    qtbot.mouseClick(beside.search, Qt.MouseButton.LeftButton)
    assert sentences == ["Choose a model first: the model decides which words look similar."]
