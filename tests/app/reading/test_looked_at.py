"""The model that is looked at: a training, with the weights of the moment, a run of before, and the one in use."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import finished, new_run, tell
from support.words.predictions import client_of, learnt_by_heart, predicted_for, show_prediction, spec_for

from app.pictures.shown_maps import map_title, path_title, shown_sources
from app.reading.predicted import Predicted
from app.session import Session
from app.workers.prediction_messages import Answered, Load, Look, Looked, Seen
from core.base.images import image_size
from core.charset import Charset
from core.index.index import Index
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


def test_training_that_starts_predicts_the_open_image_by_itself(session: Session, tmp_path: Path, qtbot: QtBot):
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


def test_live_predictions_that_cannot_be_shown_are_told_of_once(
    session: Session, tmp_path: Path, sentences: list[str], qtbot: QtBot
):
    begin_training(session, tmp_path / "run")
    session.training.receive(Started(tmp_path / "run", 0, 9, {}, 1, "CPU", "float32", 2, 8, 0, 0, 1, None))
    for step in (3, 4):
        session.training.predicted.emit(live_prediction(session, session.image or "", step))
    assert len(sentences) == 1
    assert sentences[0].startswith("The predictions of the training cannot be shown: ")


def test_run_that_has_begun_and_does_not_say_what_its_network_is_for_is_told_of(
    session: Session, tmp_path: Path, sentences: list[str], qtbot: QtBot
):
    begin_training(session, tmp_path / "run")
    assert sentences == [], "a run that only begins has written nothing yet"
    session.predictions.look_at(None)
    session.predictions.look_at(tmp_path / "run")
    qtbot.waitUntil(lambda: bool(sentences))
    assert "its run.json is missing or damaged" in sentences[0]


def test_switching_the_image_moves_the_watch_and_those_watched_beside_it_stay(session: Session, tmp_path: Path):
    begin_training(session, tmp_path / "run")
    first, second = session.image, session.catalog.image_at(1)
    session.predictions.watch_also([first])
    session.show(second)
    assert session.training.watched == (session.project.path_of(second), session.project.path_of(first))


def test_images_watched_beside_the_open_one_update_while_another_is_open(
    session: Session, tmp_path: Path, qtbot: QtBot
):
    begin_training(session, tmp_path / "run")
    other = session.catalog.image_at(2)
    session.predictions.watch_also([other])
    with qtbot.waitSignal(session.predictions.watched_predicted):
        session.training.predicted.emit(live_prediction(session, other, 4))
    found = session.predictions.prediction_of(other)
    assert found.step == 4
    assert session.predictions.current is None


def test_what_a_training_sees_is_shown_in_place_of_a_chosen_models_predictions_and_says_so(
    session: Session, tmp_path: Path, qtbot: QtBot
):
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


def test_run_is_looked_at_after_its_training_and_its_finished_model_is_asked(
    session: Session, tmp_path: Path, qtbot: QtBot
):
    run = tmp_path / "run"
    begin_training(session, run)
    tell(session, finished(run))
    until_asked(qtbot, session, run)
    assert session.predictions.model == run
    assert session.in_use.model is None, "nobody has taken it to draft with"
    assert client_of(session).sent(Load) == []


def test_last_maps_of_a_training_stay_until_its_finished_model_has_answered(
    session: Session, tmp_path: Path, qtbot: QtBot
):
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


def test_image_that_is_shown_again_does_not_wear_what_an_earlier_step_saw_of_it(
    session: Session, tmp_path: Path, qtbot: QtBot
):
    first, second = session.image, session.catalog.image_at(1)
    begin_training(session, tmp_path / "003-digits")
    session.training.predicted.emit(live_prediction(session, first, 3))
    assert path_title(session) == f"run 003, step 3 reads {read(session)}"
    session.show(second)
    qtbot.waitUntil(lambda: session.editor.image == second)
    tell(session, Step(8, 9, {"loss": 0.5}, 0.1, 1.0, 1.0, None))
    session.show(first)
    qtbot.waitUntil(lambda: session.editor.image == first)
    assert session.predictions.current is None, "step 3 is long past"
    assert path_title(session) == "run 003, step 8 is reading…"
    assert map_title(session, "order", "prediction") == ("Order", "run 003, step 8")
    session.training.predicted.emit(live_prediction(session, first, 8))
    assert path_title(session) == f"run 003, step 8 reads {read(session)}"


@pytest.mark.parametrize("training_entry", ["support.processes.replayed_training"])
def test_prediction_of_an_earlier_step_says_after_the_end_that_the_last_one_is_reading(session: Session, qtbot: QtBot):
    session.training.start({"steps": 3, "seed": 7})
    qtbot.waitUntil(lambda: session.training.is_answering and session.predictions.current is not None)
    qtbot.waitUntil(lambda: session.predictions.current.step == 3)
    assert path_title(session).endswith("step 3 reads –")
    session.training.predicted.emit(live_prediction(session, session.image, 2))
    assert path_title(session).endswith(f"step 2 reads {read(session)}; step 3 is reading…")


def test_reading_that_an_aid_has_made_names_the_aid(session: Session, tmp_path: Path, qtbot: QtBot):
    session.predictions.look_at(tmp_path / "003-digits")
    until_asked(qtbot, session, tmp_path / "003-digits")
    predicted = predicted_for(session)
    maps = replace(predicted.maps, alone=replace(predicted.maps.word, text="215272"), aid="looks")
    answer_look(session, replace(predicted, maps=maps))
    assert path_title(session) == f"run 003 reads {read(session)}, with further looks"


def test_model_in_use_drafts_and_reaches_the_list_while_another_run_is_looked_at(
    session: Session, tmp_path: Path, qtbot: QtBot
):
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


def test_person_who_chooses_a_model_looks_at_it(session: Session, tmp_path: Path):
    session.predictions.look_at(tmp_path / "run")
    show_prediction(session, predicted_for(session))
    assert session.predictions.is_in_use
    assert session.predictions.other == tmp_path / "run"


def test_model_that_is_taken_for_its_figures_does_not_change_what_is_looked_at(session: Session, tmp_path: Path):
    session.predictions.look_at(tmp_path / "run")
    session.in_use.choose(MODEL, is_looked_at=False)
    assert session.predictions.model == tmp_path / "run"


def test_other_model_is_shown_beside_in_a_column_of_its_own(session: Session, tmp_path: Path, qtbot: QtBot):
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


def test_deleted_run_is_looked_at_no_longer(session: Session, sentences: list[str], qtbot: QtBot):
    run = new_run(session).path
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    show_prediction(session, predicted_for(session))
    session.predictions.look_at(run)
    session.runs.delete(run)
    qtbot.waitUntil(lambda: session.predictions.is_in_use)
    assert sentences == [f"{run.name} was deleted. The maps shown are again those of the model in use."]


def test_deleted_model_in_use_drafts_no_longer_and_is_named(session: Session, sentences: list[str], qtbot: QtBot):
    run = new_run(session).path
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    session.in_use.choose(run)
    session.runs.delete(run)
    qtbot.waitUntil(lambda: session.in_use.model is None)
    assert session.in_use.missed == run.name
    assert "was deleted. Choose another model" in sentences[-1]


def test_run_that_is_renamed_here_stays_in_use_and_looked_at(session: Session, sentences: list[str], qtbot: QtBot):
    run = new_run(session).path
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    session.in_use.choose(run / "checkpoints" / "step_3")
    session.predictions.look_at(run)
    session.runs.rename(run, "best")
    now = run.with_name("best")
    qtbot.waitUntil(lambda: session.runs.entry(now) is not None)
    assert (session.in_use.model, session.predictions.run) == (now / "checkpoints" / "step_3", now)
    assert not [sentence for sentence in sentences if "was deleted" in sentence]


def test_runs_of_another_folder_are_not_deleted_ones(
    session: Session, project_folder: Path, sentences: list[str], tmp_path: Path, qtbot: QtBot
):
    run = new_run(session).path
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None)
    session.in_use.choose(run)
    other = tmp_path / "other"
    shutil.copytree(project_folder, other, ignore=shutil.ignore_patterns(".textscanner"))
    session.open(other)
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == other)
    assert not [sentence for sentence in sentences if "was deleted" in sentence]


def test_next_training_is_followed_where_the_last_one_was(session: Session, tmp_path: Path):
    begin_training(session, tmp_path / "run")
    tell(session, finished(tmp_path / "run"))
    begin_training(session, tmp_path / "second")
    assert session.predictions.model == tmp_path / "second"
    assert session.predictions.is_live


def test_run_that_is_resumed_is_looked_at_again(session: Session, tmp_path: Path):
    begin_training(session, tmp_path / "run")
    tell(session, finished(tmp_path / "run"))
    session.in_use.choose(MODEL)
    assert session.predictions.model == MODEL
    begin_training(session, tmp_path / "run", step=6)
    assert session.predictions.is_live
    session.predictions.look_at(None)
    tell(session, Step(7, 9, {"loss": 0.5}, 0.1, 1.0, 1.0, None), finished(tmp_path / "run"))
    assert session.predictions.model == MODEL, "what a person has chosen meanwhile"
