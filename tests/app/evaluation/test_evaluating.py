"""The evaluation of a folder: what was judged is added up, kept to compare with, and told to the filter."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.evaluations import answer
from support.words.predictions import client_of, predicted_for, show_prediction

from app.evaluation.evaluating import Evaluating
from app.session import Session
from app.workers.prediction_messages import Ready, WantFolder
from core.labels.files.storage import label_path, read_label, replace_label, serialise_label
from core.model.metrics.breakdown import Tally


@pytest.fixture
def evaluating(session: Session) -> Evaluating:
    show_prediction(session, predicted_for(session), "one.keras")
    evaluating = session.instruments.evaluating
    evaluating.scope = "list"
    return evaluating


def evaluate(evaluating: Evaluating, session: Session, qtbot: QtBot, texts: dict[str, str]) -> None:
    client = client_of(session)
    before = len(client.sent(WantFolder))
    evaluating.start()
    qtbot.waitUntil(lambda: len(client.sent(WantFolder)) > before)
    answer(session, client, texts)
    qtbot.waitUntil(lambda: evaluating.evaluation is not None and evaluating.job is None)


def choose(session: Session, name: str, model_hash: str) -> None:
    predictions = session.predictions
    assert predictions.spec is not None
    spec = predictions.spec
    session.in_use.choose(Path("/models") / name)
    client_of(session).answer(Ready(Path("/models") / name, model_hash, spec.to_dict()))


def seen(session: Session, terms: str) -> list[str]:
    session.catalog.set_filter(terms)
    return [session.catalog.table.images[place] for place in session.catalog.visible]


def test_what_was_judged_is_added_up_and_the_filter_knows_it(session: Session, evaluating: Evaluating, qtbot: QtBot):
    images = [*session.catalog.table.images]
    word = session.catalog.table.text[0]
    wrong = {images[0]: f"#{word[1:]}"}
    evaluate(evaluating, session, qtbot, wrong)
    found = evaluating.evaluation
    assert (found.metrics.images, evaluating.right) == (len(images), len(images) - 1)
    assert found.shares["position"][1] == Tally(len(images), len(images) - 1)
    assert found.maps["images"] == len(images)
    assert seen(session, f"confused:{word[0]}/#") == [images[0]]
    assert seen(session, f"misread:{word[0]}") == seen(session, "misread-at:1") == [images[0]]
    assert seen(session, "fault:class") == [images[0]]
    assert seen(session, "fault:order") == []
    assert session.catalog.unknown_facts == ()


def test_what_an_evaluation_reads_is_in_the_list_and_its_scores(session: Session, evaluating: Evaluating, qtbot: QtBot):
    images = [*session.catalog.table.images]
    word = session.catalog.table.text[0]
    evaluate(evaluating, session, qtbot, {images[0]: f"#{word[1:]}"})
    qtbot.waitUntil(lambda: seen(session, "read:wrong") == [images[0]])
    assert session.catalog.table.prediction[0] == f"#{word[1:]}"
    assert len(seen(session, "read:right")) == len(images) - 1


def test_another_model_takes_the_facts_away_and_is_compared_with_the_one_before(
    session: Session, evaluating: Evaluating, qtbot: QtBot
):
    images = [*session.catalog.table.images]
    evaluate(evaluating, session, qtbot, {images[0]: "#"})
    choose(session, "other.keras", "4567")
    assert evaluating.evaluation is None
    assert [each.name for each in evaluating.others] == ["one.keras"]
    assert seen(session, "fault:class") == []
    (unknown,) = session.catalog.unknown_facts
    assert "Evaluate" in unknown
    session.catalog.set_filter("")
    evaluate(evaluating, session, qtbot, {})
    assert evaluating.evaluation.metrics.word_accuracy == 1
    choose(session, "one.keras", "0123")
    assert [each.name for each in evaluating.others] == ["other.keras", "one.keras"]


def test_what_was_read_before_is_not_read_again(session: Session, evaluating: Evaluating, qtbot: QtBot):
    evaluate(evaluating, session, qtbot, {})
    client = client_of(session)
    count = len(client.sent(WantFolder))
    evaluating.start()
    qtbot.waitUntil(lambda: evaluating.job is None and evaluating.evaluation is not None)
    assert len(client.sent(WantFolder)) == count
    assert len(evaluating.answers) == len(session.catalog.table)


def test_evaluation_is_there_again_without_reading_but_for_words_whose_labels_have_changed(
    session: Session, evaluating: Evaluating, qtbot: QtBot
):
    images = [*session.catalog.table.images]
    evaluate(evaluating, session, qtbot, {images[0]: "#"})
    count = len(client_of(session).sent(WantFolder))
    choose(session, "other.keras", "4567")
    evaluating.restore()
    choose(session, "one.keras", "0123")
    assert evaluating.evaluation is None
    path = label_path(session.project.path_of(images[1]))
    path.write_bytes(path.read_bytes() + b"\n")
    evaluating.restore()
    qtbot.waitUntil(lambda: evaluating.evaluation is not None)
    assert {*evaluating.evaluation.words} == {*images} - {images[1]}
    assert evaluating.right == len(images) - 2
    assert seen(session, "fault:class") == [images[0]]
    assert len(client_of(session).sent(WantFolder)) == count


def test_with_no_evaluation_there_is_nothing_to_save(sentences: list[str], evaluating: Evaluating, tmp_path: Path):
    evaluating.save(tmp_path)
    assert sentences == ["There is no evaluation yet: press “Evaluate” first."]


def test_drafts_are_asked_for_by_choice_alone_and_too_few_known_labels_are_told(
    session: Session, evaluating: Evaluating, qtbot: QtBot
):
    table = session.catalog.table
    images = [*table.images]
    assert evaluating.shortage == ""
    for image in images[1:]:
        path = label_path(session.project.path_of(image))
        file = read_label(path)
        boxes = tuple(replace(each, source="model", score=0.9) for each in file.label.characters)
        draft = replace(file.label, characters=boxes, status="draft", reviewed_at=None, text_source="model")
        replace_label(path, serialise_label(draft, image, (32, 100), file), file.data)
    session.catalog.saved(images)
    qtbot.waitUntil(lambda: not table.known[1:].any())
    assert evaluating.count("list") == 1
    count = len(images)
    assert evaluating.shortage.startswith(f"1 of {count} labels is known; the others are drafts of a model, or two")
    evaluate(evaluating, session, qtbot, {})
    assert evaluating.images == (images[0],)
    evaluating.with_drafts = True
    assert evaluating.count("list") == count
