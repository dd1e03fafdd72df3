"""The first steps are noticed as they are done, and kept for the next session."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import begin, finished, new_run, started, tell
from support.words.demo_project import UNLABELLED, WRONG_SYMBOL, WRONG_TEXT, demo_project
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from core.index.index import Index
from core.index.rows import ImageRow, IndexedPrediction
from core.labels.edits import edits
from core.labels.label import WordLabel


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    demo_project(tmp_path / "demo")
    return tmp_path / "demo"


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], demo: Path, qtbot: QtBot) -> Session:
    """A session on a demo project, which shows its first steps."""
    session = make_session(demo)
    qtbot.waitUntil(lambda: session.checklist.is_shown)
    qtbot.waitUntil(lambda: session.findings.problems_of(WRONG_TEXT) != ())
    return session


def open_image(session: Session, image: str, qtbot: QtBot) -> None:
    session.show(image)
    qtbot.waitUntil(lambda: session.editor.image == image and session.editor.is_checked)


def is_done(session: Session, name: str) -> bool:
    return name in session.checklist.facts.done


def test_a_project_that_is_no_demo_shows_the_steps_only_when_asked(
    make_session: Callable[[Path | None], Session], project_folder: Path
):
    session = make_session(project_folder)
    assert not session.checklist.is_shown
    session.checklist.show()
    assert session.checklist.is_shown


def test_a_label_with_fewer_problems_is_mended(session: Session, qtbot: QtBot):
    open_image(session, WRONG_TEXT, qtbot)
    problem = session.editor.problems[0]
    assert problem.fix is not None or problem.fixes
    session.folder.repairs.fix(problem, problem.fix or problem.fixes[0])
    qtbot.waitUntil(lambda: is_done(session, "mend"))


def test_a_label_that_is_only_changed_is_not_mended(session: Session, qtbot: QtBot):
    open_image(session, WRONG_TEXT, qtbot)
    label = session.editor.committed_label
    with qtbot.waitSignal(session.findings.changed):
        session.editor.commit("Type", replace(label, text=f"{label.word[:-1]}z"))
    assert not is_done(session, "mend")


def test_a_word_is_labelled_once_it_is_reviewed_with_all_its_characters(session: Session, qtbot: QtBot):
    session.show(UNLABELLED)
    qtbot.waitUntil(lambda: session.editor.image == UNLABELLED)
    session.editor.commit("Type", WordLabel(text="ab"))
    session.mark_reviewed()
    assert not is_done(session, "label"), "a text alone has no characters"
    open_image(session, "word_00001.png", qtbot)
    label = session.editor.committed_label
    open_image(session, UNLABELLED, qtbot)
    session.editor.commit("Draw", label)
    assert not is_done(session, "label")
    session.mark_reviewed()
    assert is_done(session, "label")


def test_a_training_counts_once_it_is_finished(session: Session):
    run = new_run(session).path
    begin(session, run)
    tell(session, started(run))
    assert session.checklist.facts.is_training
    assert not is_done(session, "train")
    tell(session, finished(run))
    assert is_done(session, "train")


def test_the_diagnosis_of_a_misread_word_answers_why(session: Session, qtbot: QtBot):
    diagnosing = session.instruments.diagnosing
    diagnosing.want(True)
    open_image(session, "word_00001.png", qtbot)
    show_prediction(session, predicted_for(session))
    qtbot.waitUntil(lambda: session.instruments.diagnosing.is_current)
    assert not is_done(session, "why"), "that word is read right"
    wrong = edits.retype(session.editor.label, (0,), session.editor.label.in_order[-1].symbol)
    show_prediction(session, predicted_for(session, wrong), "other.keras")
    qtbot.waitUntil(lambda: diagnosing.diagnosis is not None and diagnosing.diagnosis.verdict != "right")
    assert not is_done(session, "why"), "it was shown, not asked for"
    session.display.set_for_image(overlay="character", overlay_source="difference")
    assert is_done(session, "why")


def test_a_word_of_the_queue_that_is_reviewed_counts(session: Session, qtbot: QtBot):
    with Index.open(session.project) as index:
        known = index.row(WRONG_SYMBOL)
        index.set_predictions({WRONG_SYMBOL: IndexedPrediction("read", 0.5, 3.0, 1.0, "0123", known.label_hash)})
        row = index.row(WRONG_SYMBOL)
        assert row is not None
        session.catalog.take_rows([row])
    session.reviewing.want()
    qtbot.waitUntil(lambda: len(session.reviewing.queue) > 0)
    assert not session.checklist.facts.has_queue, "most labels are not read"
    open_image(session, "word_00001.png", qtbot)
    session.mark_reviewed()
    assert not is_done(session, "review"), "that word is not in the queue"
    open_image(session, WRONG_SYMBOL, qtbot)
    session.mark_reviewed()
    assert is_done(session, "review")


def test_the_word_to_ask_about_is_rightly_labelled_horizontal_and_misread(session: Session, demo: Path, qtbot: QtBot):
    checklist = session.checklist
    qtbot.waitUntil(lambda: checklist.planted != ())
    assert checklist.misread_image() is None
    assert WRONG_SYMBOL not in checklist.unread_images()
    upright, far, near = "word_00001.png", "word_00002.png", "word_00006.png"
    picture = cv2.imread(str(demo / upright))
    cv2.imwrite(str(demo / upright), cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE))
    scores = {WRONG_SYMBOL: 0.9, upright: 0.8, far: 0.2, near: 0.6}
    session.catalog.update_rows(
        ImageRow(image, "reviewed", "abc", 3, prediction=IndexedPrediction("abd", 0.5, score))
        for image, score in scores.items()
    )
    assert checklist.misread_image() == near
    open_image(session, far, qtbot)
    assert checklist.misread_image() == far, "the one on screen is as good"


def test_sent_away_it_stays_away_in_this_project_and_comes_back_when_asked(
    make_session: Callable[[Path | None], Session], session: Session, demo: Path, qtbot: QtBot
):
    session.checklist.skip("mend")
    session.checklist.dismiss()
    session.shutdown()
    later = make_session(demo)
    qtbot.waitUntil(lambda: later.checklist.planted != ())
    assert not later.checklist.is_shown
    later.checklist.show()
    assert later.checklist.is_shown
    assert [step.state for step in later.checklist.steps][:2] == ["skipped", "now"]


def test_shown_again_after_the_last_step_it_begins_anew(session: Session):
    for name in ("mend", "label", "train", "why", "review"):
        session.checklist.skip(name)
    session.checklist.dismiss()
    session.checklist.show()
    assert session.checklist.steps[0].state == "now"
