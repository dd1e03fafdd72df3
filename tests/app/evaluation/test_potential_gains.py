"""Potential gain of each branch over a folder. The process that predicts has no network."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow
from support.words.predictions import client_of

from app.actions.table.predict import find_gains
from app.evaluation.potential_gains import FolderGains
from app.session import Session
from app.workers.prediction_messages import WantFolder
from core.analysis.attribution.oracle_combinations import BRANCHES, COMBINATIONS, TARGET
from core.charset import Charset
from core.index.filters import STATUSES
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, serialise_label

MODEL = Path("/models/good.keras")
CLASS, ORDER = frozenset(("class",)), frozenset(("order",))


pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def gains(session: Session) -> FolderGains:
    gains = session.instruments.gains
    gains.scope = "list"
    return gains


def misread(folder: Path, image: str) -> None:
    path = folder / image
    file = read_label(label_path(path))
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in file.label.word)
    said = edits.retype(file.label, (file.label.ranking[0],), wrong)
    path.with_suffix(".truth").write_bytes(serialise_label(said, path.name, (32, 100), None))


def choose(session: Session, qtbot: QtBot, model: Path = MODEL) -> None:
    session.in_use.choose(model)
    qtbot.waitUntil(lambda: session.predictions.state == "ready")


def find_out(gains: FolderGains, qtbot: QtBot) -> None:
    gains.start()
    qtbot.waitUntil(lambda: gains.gains is not None and gains.job is None)


def test_a_session_has_one(session: Session, gains: FolderGains):
    assert session.instruments.gains is gains


def test_words_of_the_list_are_added_up(session: Session, gains: FolderGains, project_folder: Path, qtbot: QtBot):
    images = [*session.catalog.table.images]
    for image in images[1:3]:
        misread(project_folder, image)
    choose(session, qtbot)
    find_out(gains, qtbot)
    found = gains.gains
    assert (found.words, found.right) == (len(images), len(images) - 2)
    single = {branch: found.gains[frozenset((branch,))] for branch in BRANCHES}
    assert single == {"class": 2, "order": 0, "localization": 0}
    assert gains.words_of(CLASS) == gains.words_of(TARGET) == (images[1], images[2])
    assert gains.words_of(ORDER) == gains.words_of("upper-bound") == ()
    assert gains.diagnosed[images[1]].text != session.catalog.table.text[1]
    assert len({id(each.outcome) for each in gains.diagnosed.values()}) == 2, "equal outcomes are kept once"


def test_only_words_set_apart_for_validation_are_asked_for(
    session: Session, gains: FolderGains, qtbot: QtBot, sentences: list[str]
):
    choose(session, qtbot)
    table = session.catalog.table
    table.split[:] = 0
    gains.scope = "validation"
    gains.start()
    assert sentences == ["No labelled word is set apart for validation. Take the words of the list instead."]
    table.split[[2, 4]] = 1
    find_out(gains, qtbot)
    assert gains.images == (table.images[2], table.images[4])


def test_selected_words_and_the_filter_of_the_list_count_and_images_without_a_label_do_not(
    session: Session, gains: FolderGains
):
    table = session.catalog.table
    assert gains.count("list") == len(table)
    table.status[0] = STATUSES.index("none")
    assert gains.count("list") == len(table) - 1
    session.catalog.choose(table.images[:3])
    assert gains.count("list") == 2
    session.catalog.choose(())
    session.catalog.set_filter(table.images[3])
    assert gains.count("list") == 1


def test_word_that_cannot_be_diagnosed_is_left_out_with_its_reason(
    session: Session, gains: FolderGains, project_folder: Path, qtbot: QtBot
):
    image = session.catalog.table.images[1]
    path = label_path(project_folder / image)
    file = read_label(path)
    misread(project_folder, image)
    path.write_bytes(serialise_label(edits.to_word_level(file.label), image, (32, 100), None))
    choose(session, qtbot)
    find_out(gains, qtbot)
    assert gains.gains.words == len(session.catalog.table) - 1
    (reason,) = gains.left_out
    assert "no characters" in reason


def test_words_whose_label_has_not_changed_are_not_asked_for_again(session: Session, gains: FolderGains, qtbot: QtBot):
    choose(session, qtbot)
    find_out(gains, qtbot)
    client = client_of(session)
    client.process.sent.clear()
    find_out(gains, qtbot)
    assert client.sent(WantFolder) == []
    image, label = session.image, session.editor.label
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in label.word)
    session.editor.apply("Retype", edits.retype, (label.ranking[0],), wrong)
    session.saver.flush()
    qtbot.waitUntil(lambda: gains.changed_since == {image})
    find_out(gains, qtbot)
    assert [asked.images for asked in client.sent(WantFolder)] == [(image,)]
    session.catalog.changed_on_disk.emit((image,))  # so the watcher sees, later, what we have written ourselves
    over: list[object] = []
    session.workspace.background.start("", lambda job: None, lane="checks", finished=over.append)
    qtbot.waitUntil(lambda: bool(over))
    assert gains.changed_since == frozenset()
    assert gains.gains.words == len(session.catalog.table)


def test_edit_that_is_not_saved_yet_is_saved_first(session: Session, gains: FolderGains, qtbot: QtBot):
    session.saver.delay = 10_000_000
    choose(session, qtbot)
    label, image = session.editor.label, session.image
    assert image is not None
    wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in label.word)
    session.editor.apply("Retype", edits.retype, (label.ranking[0],), wrong)
    find_out(gains, qtbot)
    assert gains.diagnosed[image].text == session.editor.label.reading, "as the file says by now"


def test_it_can_be_stopped_and_what_is_known_stays(session: Session, gains: FolderGains, qtbot: QtBot):
    choose(session, qtbot, Path("/models/slow.keras"))
    gains.start()
    qtbot.waitUntil(lambda: len(gains.diagnosed) > 0)
    assert gains.job is not None
    assert gains.job in session.workspace.background.jobs
    gains.cancel()
    qtbot.waitUntil(lambda: gains.job is None)
    assert 0 < len(gains.diagnosed) < len(gains.images)
    assert gains.gains.words == len(gains.diagnosed)
    assert gains.sentence == ""
    find_out(gains, qtbot)
    assert gains.gains.words == len(gains.images)


def test_question_that_takes_the_place_of_another_is_answered_alone(session: Session, gains: FolderGains, qtbot: QtBot):
    choose(session, qtbot, Path("/models/slow.keras"))
    gains.start()
    qtbot.waitUntil(lambda: len(gains.diagnosed) > 0)
    session.catalog.choose(session.catalog.table.images[-2:])
    find_out(gains, qtbot)
    assert gains.gains.words == 2
    assert {*gains.diagnosed} == {*gains.images}


def test_another_model_ends_it_with_a_sentence_and_nothing_of_the_last_one_stays(
    session: Session, gains: FolderGains, qtbot: QtBot, sentences: list[str]
):
    choose(session, qtbot, Path("/models/slow.keras"))
    gains.start()
    qtbot.waitUntil(lambda: gains.job is not None)
    session.in_use.choose(MODEL)
    qtbot.waitUntil(lambda: gains.job is None)
    assert gains.gains is None
    assert gains.diagnosed == {}
    qtbot.waitUntil(lambda: session.predictions.state == "ready")
    find_out(gains, qtbot)


def test_process_that_dies_is_told_of(session: Session, gains: FolderGains, qtbot: QtBot, sentences: list[str]):
    choose(session, qtbot, Path("/models/leaving.keras"))
    gains.start()
    qtbot.waitUntil(lambda: bool(gains.sentence))
    assert "killed" in gains.sentence
    assert gains.sentence in sentences
    assert gains.job is None or gains.job.is_over


def test_action_brings_the_panel_in_sight_and_begins(
    session: Session, gains: FolderGains, sentences: list[str], qtbot: QtBot
):
    window = AskingWindow(session)
    qtbot.addWidget(window)
    for _ in range(2):
        find_gains(session, window)
        assert "evaluation" in window.panels, "the second time it is there already"
    assert sentences == ["Choose a model to see here the potential gain of each of its branches."] * 2


def test_without_a_model_it_says_what_to_do(gains: FolderGains, sentences: list[str]):
    gains.start()
    assert sentences == ["Choose a model to see here the potential gain of each of its branches."]
    assert gains.job is None


def test_project_that_is_closed_leaves_nothing(session: Session, gains: FolderGains, qtbot: QtBot):
    choose(session, qtbot)
    find_out(gains, qtbot)
    assert set(gains.gains.gains) == {*COMBINATIONS[1:]} if gains.gains else False
    with qtbot.waitSignal(session.project_changed):
        session.close()
    assert gains.gains is None
    assert gains.refusal.startswith("Open a folder")
