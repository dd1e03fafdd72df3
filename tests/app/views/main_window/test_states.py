"""What is said once a comparison of two models is through."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added
from support.window.told_training import finished, new_run, started, tell
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.main_window.states import States
from app.views.messages.banners import StateBanners


@pytest.mark.parametrize(
    ("name", "has_chosen", "said"),
    [
        ("learned", False, "The new model reads more words, and is in use."),
        ("learned", True, "The new model reads more words. Your own choice of a model stays."),
        ("worse", False, "The model in use stays: the new one reads fewer words."),
        ("same", True, "The model in use stays: the new one is not clearly better."),
        ("same", False, "The model in use stays: the new one is not clearly better."),
    ],
)
def test_corner_says_the_verdict_of_the_card(
    session: Session, qtbot: QtBot, sentences: list[str], name: str, has_chosen: bool, said: str
):
    States(session, added(qtbot, StateBanners(session)))
    show_prediction(session, predicted_for(session), "first.keras")
    run, start = new_run(session, f"001-{name}").path, session.in_use.model
    session.training.begin(run, session.training.configured({"run": run, "start": start, "preset": "small"}))
    tell(session, started(run))
    if has_chosen:
        session.in_use.choose(Path("/models/other.keras"))
    tell(session, finished(run))
    qtbot.waitUntil(lambda: said in sentences)


def test_the_corner_is_silent_while_the_card_of_the_run_is_on_screen(
    session: Session, qtbot: QtBot, sentences: list[str]
):
    States(session, added(qtbot, StateBanners(session)))
    show_prediction(session, predicted_for(session), "first.keras")
    session.display.show_layout("train")
    run, start = new_run(session, "001-learned").path, session.in_use.model
    session.training.begin(run, session.training.configured({"run": run, "start": start, "preset": "small"}))
    tell(session, started(run))
    assert session.predictions.run == run
    with qtbot.waitSignal(session.models.learning.kept):
        tell(session, finished(run))
    assert not [sentence for sentence in sentences if "new model" in sentence]


def test_a_model_that_a_person_has_chosen_is_not_said_to_give_way(session: Session, qtbot: QtBot, sentences: list[str]):
    States(session, added(qtbot, StateBanners(session)))
    show_prediction(session, predicted_for(session), "first.keras")
    run, start = new_run(session, "001-same").path, session.in_use.model
    session.training.begin(run, session.training.configured({"run": run, "start": start, "preset": "small"}))
    tell(session, started(run))
    session.in_use.choose(run)
    tell(session, finished(run))
    qtbot.waitUntil(lambda: "The model that you have chosen stays in use." in sentences)
