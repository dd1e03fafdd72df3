"""The predictions of a window: which model, its process, live ones, and what goes wrong. The process has no network."""

import os
import re
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import finished, new_run, tell
from support.words.predictions import client_of, learnt_by_heart, predicted_for, show_prediction, spec_for

from app.language.sentences import translated
from app.pictures.shown_maps import map_title, shown_sources
from app.reading.predicted import Predicted, mismatch
from app.session import Session
from app.workers.background import Job
from app.workers.prediction_messages import Answer, Answered, Indexed, Load, Look, Looked, Seen, WantFolder
from app.workers.process import PREDICTING
from core.base.images import image_size
from core.charset import Charset
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label
from core.runs.events import Prediction, Started, Step
from core.runs.spec import NetworkSpec

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
def test_open_image_is_predicted_and_so_is_the_next(session, qtbot):
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
def test_process_that_predicts_stands_behind_the_window(session, qtbot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    pid = session.models.client.pid
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(ours + PREDICTING, 19)


@light
def test_killed_process_is_told_of_and_started_again_with_the_next_image(session, sentences, qtbot):
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
def test_image_that_was_asked_for_when_the_process_was_killed_is_asked_for_again(session, sentences, qtbot):
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
def test_model_that_kills_its_process_is_not_tried_for_ever(session, sentences, qtbot):
    session.in_use.choose(Path("/models/killer.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert len(sentences) == 3
    assert session.predictions.sentence == sentences[2]
    session.step(1)
    assert session.models.client.pid is None
    session.in_use.choose(MODEL)
    until_read(qtbot, session)


@light
def test_model_that_cannot_be_loaded_says_why_and_another_can_be_chosen(session, sentences, qtbot):
    session.in_use.choose(Path("/models/bad.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert sentences == ["bad.keras: no model file. Choose another one."]
    assert session.predictions.sentence == sentences[0]
    session.in_use.choose(MODEL)
    until_read(qtbot, session)


@light
def test_deleted_image_is_refused_with_its_reason(session, project_folder, qtbot):
    session.in_use.choose(MODEL)
    until_read(qtbot, session)
    gone = session.catalog.image_at(3)
    (project_folder / gone).unlink()
    session.show(gone)
    qtbot.waitUntil(lambda: bool(session.predictions.refusal(gone)))
    assert session.predictions.current is None
    assert gone in session.predictions.sentence


def test_prediction_is_not_that_of_another_project_s_image_of_the_same_name(session, project_folder, tmp_path, qtbot):
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
    session, project_folder, sentences, qtbot
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
def test_whole_folder_is_read_into_index_and_list(session, qtbot):
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


def test_reading_of_the_image_on_screen_reaches_index_list_and_queue(session, qtbot):
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
def test_what_the_same_model_has_read_of_the_same_label_is_not_read_again(session, qtbot):
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
def test_folder_that_is_given_up_keeps_what_was_read(session, qtbot):
    job = half_read(session, qtbot)
    with qtbot.waitSignal(job.cancelled):
        session.in_use.folder.cancel()
    with Index.open(session.project) as index:
        found = [row for row in index.rows() if row.prediction is not None]
    assert 0 < len(found) < len(session.catalog.table.images)


@light
def test_folder_job_ends_with_a_sentence_where_the_process_dies(session, sentences, qtbot):
    job = half_read(session, qtbot)
    pid = session.models.client.pid
    with qtbot.waitSignal(job.failed):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    qtbot.waitUntil(lambda: len(sentences) == 2)


@light
@pytest.mark.parametrize("how", ["another", "anew", "none", "process"])
def test_folder_job_ends_with_one_sentence_where_the_model_is_let_go(session, sentences, qtbot, how):
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
    assert [sentence.partition(",")[0] for sentence in sentences] == ["The folder is read no further"]


@light
def test_folder_is_not_begun_with_a_model_that_cannot_be_loaded(session, sentences, qtbot):
    session.in_use.choose(Path("/models/bad.keras"))
    qtbot.waitUntil(lambda: session.predictions.state == "failed")
    assert session.in_use.folder.start([*session.catalog.table.images]) is None
    assert sentences == ["bad.keras: no model file. Choose another one."] * 2


# Without


def test_newest_prediction_stands_though_an_older_model_answers_later(session):
    predicted = predicted_for(session)
    show_prediction(session, predicted, "first.keras")
    show_prediction(session, predicted, "second.keras")
    shown = session.predictions.current
    client_of(session).answer(Answer(predicted.image, Path("/models/first.keras"), predicted.maps))
    assert session.predictions.current is shown


def test_target_is_rendered_as_the_model_sees_it_and_follows_an_edit(session):
    show_prediction(session, predicted_for(session))
    before = session.predictions.target
    assert before.order.shape == (16, 64)
    assert session.predictions.target is before
    session.editor.apply("Move", edits.move, [0], 3.0, 0.0)
    after = session.predictions.target
    assert (after.localization != before.localization).any()


def test_symbols_that_the_model_cannot_read_are_named_and_it_predicts_anyway(session):
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


def test_wall_has_room_for_nine(session, sentences):
    for number in range(9):
        assert session.predictions.pin(f"{number}.png")
    assert session.predictions.pin("0.png")
    assert not session.predictions.pin("9.png")
    assert sentences[-1].startswith("9 words are pinned, which is all there is room for.")
    session.predictions.unpin("0.png")
    assert session.predictions.pin("9.png")


def test_image_that_changed_on_the_disk_is_predicted_anew(session):
    show_prediction(session, predicted_for(session))
    client = client_of(session)
    client.process.sent.clear()
    session.catalog.pictures_changed.emit((session.image,))
    assert session.predictions.current is None
    [wanted] = client.process.sent
    assert wanted.images == ((session.image, session.project.path_of(session.image)),)


# While a training goes on


def begin_training(session: Session, run: Path, step: int = 3) -> None:
    training = session.training
    training.begin(run)
    spec = spec_for(session)
    training.receive(Started(run, 0, 9, spec.to_dict(), 1, "CPU", "float32", 2, 8, 0, 0, 1, None))
    training.receive(Step(step, 9, {"loss": 0.5}, 0.1, 1.0, 1.0, None))


def live_prediction(session: Session, image: str, step: int, path: Path | None = None) -> Prediction:
    file = session.project.path_of(image)
    spec = spec_for(session)
    label = read_label(label_path(file)).label
    return Prediction(step, str(file), learnt_by_heart(label, image_size(file), Charset(spec.charset), spec.maps), path)


def test_training_that_starts_predicts_the_open_image_by_itself(session, tmp_path, qtbot):
    begin_training(session, tmp_path / "run")
    assert session.predictions.is_live
    assert session.training.watched == (session.project.path_of(session.image),)
    assert session.predictions.sentence == "The training has not predicted this image yet."
    session.training.predicted.emit(live_prediction(session, session.image, 3))
    until_read(qtbot, session)
    current = session.predictions.current
    assert (current.step, current.loss) == (3, 0.5)
    centres = np.array([c.center for c in current.maps.word.characters])
    boxes = [c.polygon for c in session.editor.label.in_order]
    for (x, y), polygon in zip(centres, boxes, strict=True):
        xs, ys = zip(*polygon, strict=True)
        assert min(xs) < x < max(xs)
        assert min(ys) < y < max(ys)


def test_live_predictions_that_cannot_be_shown_are_told_of_once(session, tmp_path, sentences, qtbot):
    begin_training(session, tmp_path / "run")
    session.training.receive(Started(tmp_path / "run", 0, 9, {}, 1, "CPU", "float32", 2, 8, 0, 0, 1, None))
    for step in (3, 4):
        session.training.predicted.emit(live_prediction(session, session.image or "", step))
    assert len(sentences) == 1
    assert sentences[0].startswith("What the training predicts cannot be shown: ")


def test_run_that_has_begun_and_does_not_say_what_its_network_is_for_is_told_of(session, tmp_path, sentences, qtbot):
    begin_training(session, tmp_path / "run")
    assert sentences == [], "a run that only begins has written nothing yet"
    session.predictions.look_at(None)
    session.predictions.look_at(tmp_path / "run")
    qtbot.waitUntil(lambda: bool(sentences))
    assert "its run.json is missing or damaged" in sentences[0]


def test_switching_the_image_moves_the_watch_and_pinned_ones_stay_watched(session, tmp_path):
    begin_training(session, tmp_path / "run")
    first, second = session.image, session.catalog.image_at(1)
    session.predictions.pin(first)
    session.show(second)
    assert session.training.watched == (session.project.path_of(second), session.project.path_of(first))


def test_pinned_images_update_while_another_is_open(session, tmp_path, qtbot):
    begin_training(session, tmp_path / "run")
    other = session.catalog.image_at(2)
    session.predictions.pin(other)
    with qtbot.waitSignal(session.predictions.wall_changed):
        session.training.predicted.emit(live_prediction(session, other, 4))
    found = session.predictions.of(other)
    assert found.step == 4
    assert session.predictions.current is None


def test_what_a_training_sees_is_shown_in_place_of_a_chosen_models_predictions_and_says_so(session, tmp_path, qtbot):
    show_prediction(session, predicted_for(session))
    assert map_title(session, "order", "prediction") == ("Order", "models/model.keras")
    begin_training(session, tmp_path / "003-digits")
    assert session.predictions.is_live
    with qtbot.waitSignal(session.predictions.changed):
        session.training.predicted.emit(live_prediction(session, str(session.image), 318))
    qtbot.waitUntil(lambda: session.predictions.current is not None)
    assert map_title(session, "order", "prediction") == ("Order", "run 003, step 318")


def answer_look(session: Session, predicted: Predicted) -> None:
    """Let the process answer what it was asked of the run that is looked at."""
    look = client_of(session).sent(Look)[-1]
    spec = NetworkSpec("small", predicted.charset.symbols, predicted.spec)
    client_of(session).answer(Answered(look.number, Looked("4567", Seen(spec.to_dict(), predicted.maps))))


def until_asked(qtbot: QtBot, session: Session, model: Path) -> None:
    qtbot.waitUntil(lambda: model in [look.model for look in client_of(session).sent(Look)])


def test_run_is_looked_at_after_its_training_and_its_finished_model_is_asked(session, tmp_path, qtbot):
    run = tmp_path / "run"
    begin_training(session, run)
    tell(session, finished(run))
    until_asked(qtbot, session, run)
    assert session.predictions.model == run
    assert session.in_use.model is None, "nobody has taken it to draft with"
    assert client_of(session).sent(Load) == []


def test_last_maps_of_a_training_stay_until_its_finished_model_has_answered(session, tmp_path, qtbot):
    run = tmp_path / "003-digits"
    show_prediction(session, predicted_for(session))
    begin_training(session, run)
    session.training.predicted.emit(live_prediction(session, session.image, 318))
    tell(session, finished(run))
    assert session.predictions.current.step == 318
    until_asked(qtbot, session, run)
    finished_model = predicted_for(session)
    answer_look(session, finished_model)
    assert session.predictions.current.maps is finished_model.maps
    assert session.predictions.state == "ready"


def test_model_in_use_drafts_and_reaches_the_list_while_another_run_is_looked_at(session, tmp_path, qtbot):
    used = predicted_for(session)
    show_prediction(session, used)
    session.predictions.look_at(tmp_path / "003-digits")
    until_asked(qtbot, session, tmp_path / "003-digits")
    looked_at = predicted_for(session)
    answer_look(session, looked_at)
    assert session.predictions.current.maps is looked_at.maps
    assert session.in_use.current.maps is used.maps
    assert (session.in_use.model_hash, session.predictions.model_hash) == ("0123", "4567")
    with Index.open(session.project) as index:
        assert all(row.prediction is None for row in index.rows()), "what it reads is not the list's"


def test_person_who_chooses_a_model_looks_at_it(session, tmp_path):
    session.predictions.look_at(tmp_path / "run")
    show_prediction(session, predicted_for(session))
    assert session.predictions.is_in_use
    assert session.predictions.other == tmp_path / "run"


def test_model_that_is_taken_for_its_figures_does_not_change_what_is_looked_at(session, tmp_path):
    session.predictions.look_at(tmp_path / "run")
    session.in_use.choose(MODEL, is_looked_at=False)
    assert session.predictions.model == tmp_path / "run"


def test_other_model_is_shown_beside_in_a_column_of_its_own(session, tmp_path, qtbot):
    used = predicted_for(session)
    show_prediction(session, used)
    session.predictions.look_at(tmp_path / "003-digits")
    assert "other" not in shown_sources(session)
    session.predictions.show_other(True)
    assert shown_sources(session)[-1] == "other"
    assert session.predictions.beside.maps is used.maps
    assert map_title(session, "order", "other") == ("Order", "models/model.keras")
    session.in_use.choose(session.in_use.model)  # and the other way round
    until_asked(qtbot, session, tmp_path / "003-digits")
    assert map_title(session, "order", "other") == ("Order", "run 003")


def test_deleted_run_is_looked_at_no_longer(session, sentences, qtbot):
    run = new_run(session).path
    session.runs.refresh()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    show_prediction(session, predicted_for(session))
    session.predictions.look_at(run)
    session.runs.delete(run)
    qtbot.waitUntil(lambda: session.predictions.is_in_use)
    assert sentences == [f"{run.name} was deleted. The maps are those of the model in use again."]


def test_deleted_model_in_use_drafts_no_longer_and_is_named(session, sentences, qtbot):
    run = new_run(session).path
    session.runs.refresh()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    session.in_use.choose(run)
    session.runs.delete(run)
    qtbot.waitUntil(lambda: session.in_use.model is None)
    assert session.in_use.missed == run.name
    assert "was deleted. Choose another one" in sentences[-1]


def test_runs_of_another_folder_are_not_deleted_ones(session, project_folder, sentences, tmp_path, qtbot):
    run = new_run(session).path
    session.runs.refresh()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    session.in_use.choose(run)
    other = tmp_path / "other"
    shutil.copytree(project_folder, other, ignore=shutil.ignore_patterns(".textscanner"))
    session.open(other)
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == other)
    assert not [sentence for sentence in sentences if "was deleted" in sentence]


def test_next_training_is_followed_where_the_last_one_was(session, tmp_path):
    begin_training(session, tmp_path / "run")
    tell(session, finished(tmp_path / "run"))
    begin_training(session, tmp_path / "second")
    assert session.predictions.model == tmp_path / "second"
    assert session.predictions.is_live
