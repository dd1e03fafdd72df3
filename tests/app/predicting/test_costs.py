"""What each branch costs over a folder. The process that predicts has no network."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.asking_window import AskingWindow
from support.words.predictions import client_of

from app.actions.table.predict import find_costs
from app.predicting.costs import FolderCosts
from app.session import Session
from app.workers.prediction_messages import WantFolder
from core.charset import Charset
from core.index.filters import STATUSES
from core.judging.mixtures import BRANCHES, MIXTURES, TARGET
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, serialise_label

MODEL = Path("/models/good.keras")
CLASS, ORDER = frozenset(("class",)), frozenset(("order",))


@pytest.fixture
def prediction_entry() -> str:
    """The process that predicts starts in a moment, and reads what `NAME.truth` or else the label says."""
    return "support.processes.prediction_entry"


@pytest.fixture
def costs(session: Session) -> FolderCosts:
    costs = session.instruments.costs
    costs.scope = "list"
    return costs


def misread(folder: Path, image: str) -> None:
    """Let the network read another symbol first."""
    path = folder / image
    file = read_label(label_path(path))
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in file.label.word)
    said = edits.retype(file.label, (file.label.ranking[0],), wrong)
    path.with_suffix(".truth").write_bytes(serialise_label(said, path.name, (32, 100), None))


def choose(session: Session, qtbot: QtBot, model: Path = MODEL) -> None:
    session.predictions.choose(model)
    qtbot.waitUntil(lambda: session.predictions.state == "ready", timeout=WAIT)


def find_out(costs: FolderCosts, qtbot: QtBot) -> None:
    costs.start()
    qtbot.waitUntil(lambda: costs.costs is not None and costs.job is None, timeout=WAIT)


def test_a_session_has_one(session: Session, costs: FolderCosts) -> None:
    assert session.instruments.costs is costs


def test_words_of_the_list_are_added_up(
    session: Session, costs: FolderCosts, project_folder: Path, qtbot: QtBot
) -> None:
    images = [*session.catalog.table.images]
    for image in images[1:3]:
        misread(project_folder, image)
    choose(session, qtbot)
    find_out(costs, qtbot)
    found = costs.costs
    assert found is not None
    assert (found.words, found.right) == (len(images), len(images) - 2)
    gains = {branch: found.gains[frozenset((branch,))] for branch in BRANCHES}
    assert gains == {"class": 2, "order": 0, "localization": 0}
    assert costs.words_of(CLASS) == costs.words_of(TARGET) == (images[1], images[2])
    assert costs.words_of(ORDER) == costs.words_of("ceiling") == ()
    assert costs.diagnosed[images[1]].text != session.catalog.table.text[1]
    assert len({id(each.outcome) for each in costs.diagnosed.values()}) == 2, "equal outcomes are kept once"


def test_only_words_set_apart_for_validation_are_asked_for(
    session: Session, costs: FolderCosts, qtbot: QtBot, sentences: list[str]
) -> None:
    choose(session, qtbot)
    table = session.catalog.table
    table.split[:] = 0
    costs.scope = "validation"
    costs.start()
    assert sentences == ["No labelled word is set apart for validation. Take the words of the list instead."]
    table.split[[2, 4]] = 1
    find_out(costs, qtbot)
    assert costs.images == (table.images[2], table.images[4])


def test_selected_words_and_the_filter_of_the_list_count_and_images_without_a_label_do_not(
    session: Session, costs: FolderCosts
) -> None:
    table = session.catalog.table
    assert costs.count("list") == len(table)
    table.status[0] = STATUSES.index("none")
    assert costs.count("list") == len(table) - 1
    session.catalog.choose(table.images[:3])
    assert costs.count("list") == 2
    session.catalog.choose(())
    session.catalog.set_filter(table.images[3])
    assert costs.count("list") == 1


def test_word_that_cannot_be_diagnosed_is_left_out_with_its_reason(
    session: Session, costs: FolderCosts, project_folder: Path, qtbot: QtBot
) -> None:
    image = session.catalog.table.images[1]
    path = label_path(project_folder / image)
    file = read_label(path)
    misread(project_folder, image)
    path.write_bytes(serialise_label(edits.to_word_level(file.label), image, (32, 100), None))
    choose(session, qtbot)
    find_out(costs, qtbot)
    assert costs.costs is not None
    assert costs.costs.words == len(session.catalog.table) - 1
    (reason,) = costs.left_out
    assert "no characters" in reason


def test_words_whose_label_has_not_changed_are_not_asked_for_again(
    session: Session, costs: FolderCosts, qtbot: QtBot
) -> None:
    choose(session, qtbot)
    find_out(costs, qtbot)
    client = client_of(session)
    client.process.sent.clear()
    find_out(costs, qtbot)
    assert client.sent(WantFolder) == []
    image, label = session.image, session.editor.label
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in label.word)
    session.editor.apply("Retype", edits.retype, (label.ranking[0],), wrong)
    session.saver.flush()
    qtbot.waitUntil(lambda: costs.changed_since == {image}, timeout=WAIT)
    find_out(costs, qtbot)
    assert [asked.images for asked in client.sent(WantFolder)] == [(image,)]
    session.catalog.changed_on_disk.emit((image,))  # so the watcher sees, later, what we have written ourselves
    over: list[object] = []
    session.desk.background.start("", lambda job: None, lane="checks", finished=over.append)
    qtbot.waitUntil(lambda: bool(over), timeout=WAIT)
    assert costs.changed_since == frozenset()
    assert costs.costs is not None
    assert costs.costs.words == len(session.catalog.table)


def test_edit_that_is_not_saved_yet_is_saved_first(session: Session, costs: FolderCosts, qtbot: QtBot) -> None:
    session.saver.delay = 10_000_000
    choose(session, qtbot)
    label, image = session.editor.label, session.image
    assert image is not None
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in label.word)
    session.editor.apply("Retype", edits.retype, (label.ranking[0],), wrong)
    find_out(costs, qtbot)
    assert costs.diagnosed[image].text == session.editor.label.reading, "as the file says by now"


def test_it_can_be_stopped_and_what_is_known_stays(session: Session, costs: FolderCosts, qtbot: QtBot) -> None:
    choose(session, qtbot, Path("/models/slow.keras"))
    costs.start()
    qtbot.waitUntil(lambda: len(costs.diagnosed) > 0, timeout=WAIT)
    assert costs.job is not None
    assert costs.job in session.desk.background.jobs
    costs.cancel()
    qtbot.waitUntil(lambda: costs.job is None, timeout=WAIT)
    assert 0 < len(costs.diagnosed) < len(costs.images)
    assert costs.costs is not None
    assert costs.costs.words == len(costs.diagnosed)
    assert costs.sentence == ""
    find_out(costs, qtbot)
    assert costs.costs.words == len(costs.images)


def test_question_that_takes_the_place_of_another_is_answered_alone(
    session: Session, costs: FolderCosts, qtbot: QtBot
) -> None:
    choose(session, qtbot, Path("/models/slow.keras"))
    costs.start()
    qtbot.waitUntil(lambda: len(costs.diagnosed) > 0, timeout=WAIT)
    session.catalog.choose(session.catalog.table.images[-2:])
    find_out(costs, qtbot)
    assert costs.costs is not None
    assert costs.costs.words == 2
    assert {*costs.diagnosed} == {*costs.images}


def test_another_model_ends_it_with_a_sentence_and_nothing_of_the_last_one_stays(
    session: Session, costs: FolderCosts, qtbot: QtBot, sentences: list[str]
) -> None:
    choose(session, qtbot, Path("/models/slow.keras"))
    costs.start()
    qtbot.waitUntil(lambda: costs.job is not None, timeout=WAIT)
    session.predictions.choose(MODEL)
    qtbot.waitUntil(lambda: costs.job is None, timeout=WAIT)
    assert costs.costs is None
    assert costs.diagnosed == {}
    qtbot.waitUntil(lambda: session.predictions.state == "ready", timeout=WAIT)
    find_out(costs, qtbot)


def test_process_that_dies_is_told_of(session: Session, costs: FolderCosts, qtbot: QtBot, sentences: list[str]) -> None:
    choose(session, qtbot, Path("/models/leaving.keras"))
    costs.start()
    qtbot.waitUntil(lambda: bool(costs.sentence), timeout=WAIT)
    assert "killed" in costs.sentence
    assert costs.sentence in sentences
    assert costs.job is None or costs.job.is_over


def test_action_brings_the_panel_in_sight_and_begins(
    session: Session, costs: FolderCosts, sentences: list[str], qtbot: QtBot
) -> None:
    window = AskingWindow(session)
    qtbot.addWidget(window)
    for _ in range(2):
        find_costs(session, window)
        assert "evaluation" in window.panels, "the second time it is there already"
    assert sentences == ["Choose a model to see here how many words each of its branches costs."] * 2


def test_without_a_model_it_says_what_to_do(costs: FolderCosts, sentences: list[str]) -> None:
    costs.start()
    assert sentences == ["Choose a model to see here how many words each of its branches costs."]
    assert costs.job is None


def test_project_that_is_closed_leaves_nothing(session: Session, costs: FolderCosts, qtbot: QtBot) -> None:
    choose(session, qtbot)
    find_out(costs, qtbot)
    assert set(costs.costs.gains) == {*MIXTURES[1:]} if costs.costs else False
    with qtbot.waitSignal(session.project_changed, timeout=WAIT):
        session.close()
    assert costs.costs is None
    assert costs.refusal.startswith("Open a folder")
