import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import predicted_for, show_prediction

from app.drafting.drafts import Doubt
from app.reviewing.learned_labels import learned_by
from app.reviewing.queue import Queued, in_order
from app.session import Session
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.edits import edits
from core.project.notes import ImageNote
from core.project.project import Project, Validation, split_of
from core.runs.bundled import READER
from core.runs.cross_check import CrossCheck, fold_of


def judge(session: Session, scores: dict[int, float], model: str = "0123") -> list[str]:
    """Put predictions of images, by row, into the index and the list; the images in the order of the rows."""
    images = [session.catalog.image_at(row) or "" for row in range(len(session.catalog.visible))]
    with Index.open(session.project) as index:
        for row, score in scores.items():
            known = index.row(images[row])
            index.set_predictions({images[row]: IndexedPrediction("read", 0.5, score, 1.0, model, known.label_hash)})
        session.catalog.take_rows([found for row in scores if (found := index.row(images[row])) is not None])
    return images


def wait_for(session: Session, qtbot: QtBot, images: list[str]) -> None:
    session.reviewing.want()
    qtbot.waitUntil(lambda: [queued.image for queued in session.reviewing.queue] == images)


# Order


def queued(image: str, disagreement: float, probability: float = 0.5, loss: float | None = None) -> Queued:
    return Queued(image, "a", "b", disagreement, probability, loss)


def test_most_contradicted_label_comes_first_and_learned_ones_last():
    learned = replace(queued("learned", 9.0), was_trained_on=True)
    found = in_order(
        [queued("calm", 0.1), learned, queued("sure", 3.0, 0.9), queued("unsure", 3.0, 0.2)], "disagreement"
    )
    assert [each.image for each in found] == ["unsure", "sure", "calm", "learned"]


def test_queue_can_be_in_the_order_of_probability_or_loss():
    some = [queued("a", 0, 0.9, 0.1), queued("b", 0, 0.1, None), queued("c", 0, math.nan, 2.0)]
    assert [each.image for each in in_order(some, "probability")] == ["b", "a", "c"]
    assert [each.image for each in in_order(some, "loss")] == ["c", "a", "b"]


# The queue of a project


def test_queue_holds_what_was_read_the_worst_first(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.9, 3: 0.01, 5: 0.5})
    wait_for(session, qtbot, [images[3], images[5], images[0]])
    first = session.reviewing.queue[0]
    assert first.disagreement == pytest.approx(-math.log(0.01))
    assert (first.read, first.was_trained_on) == ("read", None)
    judge(session, {4: 0.001})
    session.reviewing.begin()  # the queue does not know the newest reading yet
    qtbot.waitUntil(lambda: session.image == images[4])
    session.reviewing.sort("loss")
    qtbot.waitUntil(lambda: session.reviewing.queue[0].image == images[0])


def test_label_that_a_person_has_changed_is_ticked_in_its_place_until_that_is_undone(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.1, 1: 0.2})
    wait_for(session, qtbot, [images[0], images[1]])
    assert session.image == images[0]
    session.editor.apply("Retype", edits.retype, (0,), "%")
    session.saver.flush()
    qtbot.waitUntil(lambda: [each.is_done for each in session.reviewing.queue] == [True, False])
    assert [each.image for each in session.reviewing.queue] == [images[0], images[1]]
    session.editor.undo()
    session.saver.flush()
    qtbot.waitUntil(lambda: not session.reviewing.queue[0].is_done)


def test_what_another_model_has_read_is_left_out_and_counted(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.1, 1: 0.2}, model="other")
    judge(session, {2: 0.3})
    show_prediction(session, predicted_for(session))
    wait_for(session, qtbot, [images[2]])
    assert session.reviewing.others == 2


def test_doubted_text_is_in_the_queue_with_its_odds(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.9})
    session.models.drafting.note_doubts({images[4]: Doubt("abc", "xyz", 30.0)})
    wait_for(session, qtbot, [images[4], images[0]])
    assert session.reviewing.queue[0].is_doubted
    assert session.reviewing.queue[0].disagreement == 30.0


def test_queue_is_walked_forwards_and_backwards_to_its_ends(session: Session, sentences: list[str], qtbot: QtBot):
    images = judge(session, {2: 0.2, 6: 0.1})
    session.reviewing.step(1)
    qtbot.waitUntil(lambda: session.image == images[6])
    session.reviewing.step(1)
    assert session.image == images[2]
    session.reviewing.step(1)
    assert sentences[-1] == "The review queue ends here."
    session.reviewing.step(-1)
    assert session.image == images[6]


def test_walk_goes_on_where_it_was_left_and_past_a_label_that_was_mended(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.9, 1: 0.8, 2: 0.7, 3: 0.6})
    wait_for(session, qtbot, [images[3], images[2], images[1], images[0]])
    assert session.image == images[0]
    session.reviewing.step(1)
    assert session.image == images[3]
    session.show(images[7])
    session.reviewing.step(1)
    assert session.image == images[2]
    qtbot.waitUntil(lambda: session.editor.image == images[2])
    session.editor.apply("Retype", edits.retype, (0,), "%")
    session.saver.flush()
    qtbot.waitUntil(lambda: session.reviewing.queue[1].is_done)
    session.reviewing.step(1)
    assert session.image == images[1]


def test_empty_queue_says_what_to_do(session: Session, sentences: list[str], qtbot: QtBot):
    session.reviewing.step(1)
    qtbot.waitUntil(lambda: any("Predict all images" in sentence for sentence in sentences))


def test_other_project_has_a_queue_of_its_own(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.1})
    wait_for(session, qtbot, [images[0]])
    session.close()
    qtbot.waitUntil(lambda: session.reviewing.queue == ())
    assert not session.reviewing.is_ready


def test_what_the_cross_check_has_read_counts_whichever_model_is_chosen(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.1, 1: 0.2}, model="of all folds")
    judge(session, {2: 0.3}, model="other")
    runs = tuple(
        run_on(session.project.root, session.project.root / ".textscanner" / "runs" / f"{fold}", fold=[fold, 2])
        for fold in range(2)
    )
    found = CrossCheck(session.project.root, 2, runs=runs, hash="of all folds")
    found.write()
    session.models.cross_checking.cross_check = found
    show_prediction(session, predicted_for(session))
    wait_for(session, qtbot, [images[0], images[1]])
    assert session.reviewing.others == 1
    assert [each.was_trained_on for each in session.reviewing.queue] == [False, False]
    assert session.reviewing.is_cross_checked


# What a model has learned from


def run_on(folder: Path, run: Path, **values: object) -> Path:
    run.mkdir(parents=True)
    (run / "config.json").write_text(json.dumps({"folder": str(folder), "run": str(run), **values}))
    return run


def test_run_on_the_project_has_learned_its_training_images(project_folder: Path, tmp_path: Path):
    project = Project.open(project_folder)
    run = run_on(project_folder, tmp_path / "run", validation=0.5)
    names = [f"{number}.png" for number in range(40)]
    for model in (run, run / "model.keras", run / "checkpoints" / "step_00000010"):
        learned = learned_by(model, project)
        wanted = [name for name in names if split_of(name, Validation(share=0.5)) == "train"]
        assert 0 < len(wanted) < len(names)
        assert [name for name in names if learned(name)] == wanted
    said = learned_by(run, replace(project, notes={"1.png": ImageNote(split="train"), "2.png": ImageNote(split="val")}))
    assert said is not None and said("1.png") and not said("2.png"), "a person's choice goes before the hash"


def test_run_of_a_fold_has_learned_the_others(project_folder: Path, tmp_path: Path):
    learned = learned_by(run_on(project_folder, tmp_path / "run", fold=[1, 3]), Project.open(project_folder))
    names = [f"{number}.png" for number in range(40)]
    assert [learned(name) for name in names] == [fold_of(name, 3) != 1 for name in names]


def test_cross_check_without_all_its_runs_is_not_known_of(project_folder: Path, tmp_path: Path):
    found = CrossCheck(project_folder, 2, runs=(run_on(project_folder, tmp_path / "run", fold=[0, 2]), None))
    found.write()
    assert learned_by(found.path, Project.open(project_folder)) is None


def test_run_on_another_folder_or_on_synthetic_words_has_learned_none(project_folder: Path, tmp_path: Path):
    project = Project.open(project_folder)
    elsewhere = learned_by(run_on(tmp_path, tmp_path / "one"), project)
    synthetic = learned_by(run_on(project_folder, tmp_path / "two", synthetic=1.0), project)
    mixed = learned_by(run_on(tmp_path, tmp_path / "three", sources=[{"path": str(project_folder)}]), project)
    assert (elsewhere("0.png"), synthetic("0.png"), mixed("0.png")) == (False, False, True)


def test_the_bundled_model_has_learned_no_label_and_a_run_that_began_with_it_its_own(
    project_folder: Path, tmp_path: Path
):
    project = Project.open(project_folder)
    alone = learned_by(READER.path, project)
    tuned = learned_by(run_on(project_folder, tmp_path / "run", start="reader", validation=0.0), project)
    assert (alone("0.png"), tuned("0.png")) == (False, True)


def test_it_is_not_known_of_a_file_alone_or_of_a_run_that_went_on_from_one(project_folder: Path, tmp_path: Path):
    project = Project.open(project_folder)
    assert learned_by(None, project) is None
    assert learned_by(tmp_path / "alone.keras", project) is None
    assert learned_by(run_on(project_folder, tmp_path / "run", start="first.keras"), project) is None


def test_it_is_not_known_of_a_run_whose_folder_was_named_relative_to_another(project_folder: Path, tmp_path: Path):
    run = run_on(Path(project_folder.name), tmp_path / "run")
    assert learned_by(run, Project.open(project_folder)) is None


def test_another_models_readings_leave_those_of_the_first_in_the_queue(session: Session, qtbot: QtBot):
    images = judge(session, {0: 0.5, 1: 0.1}, "first")
    show_prediction(session, predicted_for(session))
    judge(session, {0: 0.1, 1: 0.5})  # by the model that was chosen
    wait_for(session, qtbot, [images[0], images[1]])
    session.catalog.use_model("first")
    assert session.catalog.table.score[1] == 0.1, "and the first model's are still there"
