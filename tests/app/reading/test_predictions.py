"""The predictions of a window: which model, its process, live ones, and what goes wrong. The process has no network."""

import os
import re
import shutil
import signal
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import client_of, predicted_for, show_prediction

from app.language.sentences import translated
from app.reading.predicted import mismatch
from app.session import Session
from app.workers.background import Job
from app.workers.prediction_messages import Answer, Indexed, WantFolder
from app.workers.process import PREDICTING
from core.charset import Charset
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.edits import edits
from core.labels.files.storage import label_path

MODEL = Path("/models/good.keras")


light = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])
"""The process that predicts starts in a moment, and knows every label by heart."""


def read(session: Session) -> str | None:
    current = session.predictions.current
    return None if current is None else current.maps.word.text


def until_read(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: read(session) == session.editor.label.word)


# With a process


@light
def test_open_image_is_predicted_and_so_is_the_next(session: Session, qtbot: QtBot):
    assert session.predictions.current is None
    session.in_use.choose(MODEL)
    assert session.predictions.state == "loading"
    assert session.predictions.sentence == "The model is being loaded…"
    until_read(qtbot, session)
    assert session.predictions.state == "ready"
    assert session.predictions.model_hash == "beef"
    first = session.image
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image not in (None, first))
    until_read(qtbot, session)
    session.step(-1)
    assert session.predictions.current is not None  # it is kept
    session.in_use.choose(None)
    assert (session.predictions.state, session.predictions.current) == ("none", None)


@pytest.mark.skipif(os.name == "nt", reason="niceness is POSIX's")
@light
def test_process_that_predicts_stands_behind_the_window(session: Session, qtbot: QtBot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    pid = session.models.client.pid
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(ours + PREDICTING, 19)


@light
def test_killed_process_is_told_of_and_started_again_with_the_next_image(
    session: Session, sentences: list[str], qtbot: QtBot
):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    pid = session.models.client.pid
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    qtbot.waitUntil(lambda: session.models.client.pid is None)
    assert len(sentences) == 1
    assert "killed by signal 9" in sentences[0]
    first = session.image
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image not in (None, first))
    until_read(qtbot, session)
    assert session.models.client.pid not in (None, pid)


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@light
def test_image_that_was_asked_for_when_the_process_was_killed_is_asked_for_again(
    session: Session, sentences: list[str], qtbot: QtBot
):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    first, pid = session.image, session.models.client.pid
    os.kill(pid, signal.SIGSTOP)  # it takes the question and never answers
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image not in (None, first))
    assert read(session) is None
    os.kill(pid, signal.SIGKILL)
    until_read(qtbot, session)
    assert session.models.client.pid not in (None, pid)
    assert len(sentences) == 1


@light
def test_model_that_kills_its_process_is_not_tried_for_ever(session: Session, sentences: list[str], qtbot: QtBot):
    session.in_use.choose(Path("/models/killer.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert len(sentences) == 3
    assert session.predictions.sentence == sentences[2]
    session.step(1)
    assert session.models.client.pid is None
    session.in_use.choose(MODEL)
    until_read(qtbot, session)


@light
def test_model_that_cannot_be_loaded_says_why_and_another_can_be_chosen(
    session: Session, sentences: list[str], qtbot: QtBot
):
    session.in_use.choose(Path("/models/bad.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert sentences == ["bad.keras: no model file. Choose another one."]
    assert session.predictions.sentence == sentences[0]
    session.in_use.choose(MODEL)
    until_read(qtbot, session)


@light
def test_deleted_image_is_refused_with_its_reason(session: Session, project_folder: Path, qtbot: QtBot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    gone = session.catalog.image_at(3)
    (project_folder / gone).unlink()
    session.show(gone)
    qtbot.waitUntil(lambda: bool(session.predictions.refusal(gone)))
    assert session.predictions.current is None
    assert gone in session.predictions.sentence


def test_prediction_is_not_that_of_another_project_s_image_of_the_same_name(
    session: Session, project_folder: Path, tmp_path: Path, qtbot: QtBot
):
    show_prediction(session, predicted_for(session))
    assert read(session) is not None
    image, other = session.image, tmp_path / "other"
    shutil.copytree(project_folder, other)
    session.open(other)
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == other)
    qtbot.waitUntil(lambda: session.editor.loaded is not None and session.image == image)
    assert session.predictions.current is None


@light
@pytest.mark.usefixtures("chinese")
def test_first_image_that_the_folder_leaves_out_is_told_of_in_the_windows_language(
    session: Session, project_folder: Path, sentences: list[str], qtbot: QtBot
):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    gone = session.catalog.image_at(3)
    label_path(project_folder / gone).unlink()
    assert session.in_use.folder.start([gone]) is not None
    qtbot.waitUntil(lambda: bool(sentences))
    session.show(gone)
    qtbot.waitUntil(lambda: bool(session.predictions.refusal(gone)))
    sentence = translated(session.predictions.sentence)
    for said in (*sentences, sentence):
        assert {*re.findall(r"[A-Za-z]{3,}", said)} <= {*re.findall(r"[A-Za-z]{3,}", gone), "json"}, said


@light
def test_whole_folder_is_read_into_index_and_list(session: Session, qtbot: QtBot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    images = [*session.catalog.table.images]
    assert session.in_use.folder.start(images) is not None
    qtbot.waitUntil(lambda: session.in_use.folder.job is None)
    with Index.open(session.project) as index:
        rows = {row.image: row for row in index.rows()}
    assert all(rows[image].prediction is not None for image in images)
    first = rows[images[0]].prediction
    assert (first.text, first.score, first.loss, first.model) == (rows[images[0]].text, 0.25, 1.5, "beef")
    qtbot.waitUntil(lambda: bool((session.catalog.table.loss == 1.5).all()))


def test_reading_of_the_image_on_screen_reaches_index_list_and_queue(session: Session, qtbot: QtBot):
    table, image = session.catalog.table, session.image
    show_prediction(session, predicted_for(session))
    with Index.open(session.project) as index:
        label = index.row(image).label_hash
        found = IndexedPrediction("x", 0.5, 0.1, model="0123", label_hash=label)
        client_of(session).answer(Indexed(image, session.project.path_of(image), found))
        session.reviewing.want()
        qtbot.waitUntil(lambda: [queued.read for queued in session.reviewing.queue] == ["x"])
        assert index.row(image).prediction == found
    assert table.prediction[table.index_of(image)] == "x"


@light
def test_what_the_same_model_has_read_of_the_same_label_is_not_read_again(session: Session, qtbot: QtBot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    images = [*session.catalog.table.images]
    folder, client = session.in_use.folder, client_of(session)
    project = session.project
    with Index.open(project) as index:
        hashes = {row.image: row.label_hash for row in index.rows()}
        known = images[1:]
        index.set_predictions(
            {each: IndexedPrediction("x", 0.5, model="beef", label_hash=hashes[each]) for each in known}
        )
        index.set_predictions({images[1]: IndexedPrediction("x", 0.5, model="beef", label_hash="of another label")})
    folder.start(images)
    qtbot.waitUntil(lambda: folder.job is None)
    assert [asked.images for asked in client.sent(WantFolder)] == [(images[0], images[1])]


def half_read(session: Session, qtbot: QtBot) -> Job:
    """The job of a folder of which some images were read."""
    session.in_use.choose(Path("/models/slow.keras"))
    until_read(qtbot, session)
    job = session.in_use.folder.start([*session.catalog.table.images])
    with qtbot.waitSignal(job.reported, check_params_cb=lambda news: isinstance(news, list)):
        pass  # some were read
    return job


@light
def test_folder_that_is_given_up_keeps_what_was_read(session: Session, qtbot: QtBot):
    job = half_read(session, qtbot)
    with qtbot.waitSignal(job.cancelled):
        session.in_use.folder.cancel()
    with Index.open(session.project) as index:
        found = [row for row in index.rows() if row.prediction is not None]
    assert 0 < len(found) < len(session.catalog.table.images)


@light
def test_folder_job_ends_with_a_sentence_where_the_process_dies(session: Session, sentences: list[str], qtbot: QtBot):
    job = half_read(session, qtbot)
    pid = session.models.client.pid
    with qtbot.waitSignal(job.failed):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    qtbot.waitUntil(lambda: len(sentences) == 2)


@light
@pytest.mark.parametrize("how", ["another", "anew", "none", "process"])
def test_folder_job_ends_with_one_sentence_where_the_model_is_let_go(
    session: Session, sentences: list[str], qtbot: QtBot, how: str
):
    job = half_read(session, qtbot)
    with qtbot.waitSignal(job.ended):
        match how:
            case "another":
                session.in_use.choose(MODEL)
            case "anew":
                session.predictions.again()
            case "none":
                session.in_use.choose(None)
            case "process":
                session.models.client.stop()
    assert session.in_use.folder.job is None
    assert [sentence.partition(",")[0] for sentence in sentences] == ["Reading the folder was stopped"]


@light
def test_folder_is_not_begun_with_a_model_that_cannot_be_loaded(session: Session, sentences: list[str], qtbot: QtBot):
    session.in_use.choose(Path("/models/bad.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert session.in_use.folder.start([*session.catalog.table.images]) is None
    assert sentences == ["bad.keras: no model file. Choose another one."] * 2


# Without


def test_newest_prediction_stands_though_an_older_model_answers_later(session: Session):
    predicted = predicted_for(session)
    show_prediction(session, predicted, "first.keras")
    show_prediction(session, predicted, "second.keras")
    shown = session.predictions.current
    client_of(session).answer(Answer(predicted.image, Path("/models/first.keras"), predicted.maps))
    assert session.predictions.current is shown


def test_target_is_rendered_as_the_model_sees_it_and_follows_an_edit(session: Session):
    show_prediction(session, predicted_for(session))
    before = session.predictions.target
    assert before.order.shape == (16, 64)
    assert session.predictions.target is before
    session.editor.apply("Move", edits.move, [0], 3.0, 0.0)
    after = session.predictions.target
    assert (after.localization != before.localization).any()


def test_symbols_that_the_model_cannot_read_are_named_and_it_predicts_anyway(session: Session):
    assert session.project is not None
    lacking = Charset(
        tuple(symbol for symbol in session.catalog.project_charset if symbol != session.editor.label.word[0])
    )
    predicted = predicted_for(session, charset=lacking)
    show_prediction(session, predicted)
    assert session.predictions.current is not None
    assert session.editor.label.word[0] in mismatch(session.predictions.spec, session.catalog.project_charset.symbols)
    show_prediction(session, predicted_for(session), "whole.keras")
    assert mismatch(session.predictions.spec, session.catalog.project_charset.symbols) == ""


def test_image_that_changed_on_the_disk_is_predicted_anew(session: Session):
    show_prediction(session, predicted_for(session))
    client = client_of(session)
    client.process.sent.clear()
    session.catalog.pictures_changed.emit((session.image,))
    assert session.predictions.current is None
    [wanted] = client.process.sent
    assert wanted.images == ((session.image, session.project.path_of(session.image)),)


# While a training goes on
