"""Learning from corrections, and what counts as the correction of a model's draft."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import end, finished, new_run, started, step, tell
from support.words.predictions import predicted_for, show_prediction

from app.drafting.counting import Corrected, count_corrected
from app.drafting.learning import Learning
from app.session import Session
from app.workers.background import Job
from core.analysis.drafts.effort import Round
from core.labels.edits import edits
from core.labels.files.history import DIVISION, History, HistoryEntry, new_action
from core.labels.files.storage import read_label, serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.runs.comparison import read_comparison

FIRST = Path("/models/first.keras")


def drafted(label: WordLabel, wrong: int = 0) -> WordLabel:
    """The label as a model would draft it, with the first symbols wrong."""
    characters = [
        replace(c, symbol="x" if rank < wrong else c.symbol, source="model", score=0.5)
        for rank, c in enumerate(label.in_order)
    ]
    draft = replace(label, characters=tuple(characters), status="draft", reviewed_at=None)
    return replace(draft, text=draft.reading)


def correct(session: Session, qtbot: QtBot, wrong: int) -> None:
    """The open image gets a draft with so many wrong symbols, which a person corrects and marks as reviewed."""
    editor, learning = session.editor, session.models.learning
    right, before = editor.label, learning.rounds
    editor.commit("Prelabel", drafted(right, wrong), ())
    editor.commit("Type", edits.set_text(editor.label, right.word), ())
    editor.mark_reviewed("Mark reviewed")
    session.saver.flush()
    qtbot.waitUntil(lambda: learning.rounds != before)


def go_on(session: Session, qtbot: QtBot) -> None:
    image = session.image
    session.step(1)
    qtbot.waitUntil(lambda: session.image != image and session.editor.loaded is not None)


@pytest.fixture
def learning(session: Session) -> Learning:
    show_prediction(session, predicted_for(session), "first.keras")
    return session.models.learning


@pytest.fixture
def fares() -> str:
    """How the model that learns fares beside the one before: the process that compares knows it by the run's name."""
    return "learned"


@pytest.fixture
def trained(session: Session, monkeypatch: pytest.MonkeyPatch, fares: str) -> list[dict[str, Any]]:
    """The choices of trainings, of which a test tells what happens."""
    found: list[dict[str, Any]] = []

    def start(values: dict[str, Any], *, is_watched: bool) -> bool:
        session.training.is_watched = is_watched
        found.append(dict(values))
        run = new_run(session, f"{len(found):03}-{fares}").path
        session.training.begin(run, session.training.configured({**values, "run": run}))
        return True

    monkeypatch.setattr(session.training, "start", start)
    return found


def learn(session: Session, qtbot: QtBot) -> Path:
    """The model learns and is compared with the one before; the run that it becomes."""
    session.models.learning.learn()
    run = session.training.state.run
    tell(session, started(run), finished(run))
    qtbot.waitUntil(lambda: session.models.learning.outcome is not None)
    return run


def test_corrections_are_counted_word_by_word(learning: Learning, session: Session, qtbot: QtBot):
    correct(session, qtbot, 2)
    assert learning.rounds == (("first.keras", Round(1, 2)),)
    go_on(session, qtbot)
    correct(session, qtbot, 1)
    assert (learning.corrected, learning.rounds) == (2, (("first.keras", Round(2, 3)),))


def test_a_word_that_no_model_drafted_teaches_and_is_no_correction(learning: Learning, session: Session, qtbot: QtBot):
    session.editor.mark_reviewed("Mark reviewed")
    session.saver.flush()
    qtbot.waitUntil(lambda: learning.corrected == 1)
    assert not learning.can_learn, "there is no corrected draft yet: a training is what is offered"
    go_on(session, qtbot)
    correct(session, qtbot, 0)
    assert (learning.corrected, learning.rounds) == (2, (("first.keras", Round(1, 0)),))
    assert learning.can_learn


def test_the_model_learns_from_reviewed_labels_and_drafts_the_next(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 2)
    run = learn(session, qtbot)
    first = FIRST
    assert trained == [{"folder": session.project.root, "start": first, "preset": "small", "reviewed_only": True}]
    assert not learning.is_learning
    assert session.in_use.model == run
    assert (learning.corrected, learning.previous) == (0, "first.keras")
    assert learning.rounds == (("first.keras", Round(1, 2)),)


def test_going_back_drafts_with_the_model_before_and_forgets_what_was_learned(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 2)
    learn(session, qtbot)
    learning.go_back()
    assert session.in_use.model == FIRST
    assert (learning.corrected, learning.rounds, learning.previous) == (1, (("first.keras", Round(1, 2)),), "")


def test_a_training_that_fails_or_is_cancelled_changes_nothing(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 1)
    learning.learn()
    assert learning.is_learning
    assert not learning.can_learn
    end(session)
    assert not learning.is_learning
    assert session.in_use.model == FIRST
    assert (learning.corrected, learning.previous) == (1, "")


def test_without_a_model_nothing_can_be_learned(session: Session, trained: list[dict[str, Any]], qtbot: QtBot):
    correct(session, qtbot, 1)
    assert not session.models.learning.can_learn
    session.models.learning.learn()
    assert trained == []


def test_rounds_are_there_again_when_the_project_is(
    learning: Learning,
    session: Session,
    trained: list[dict[str, Any]],
    qtbot: QtBot,
    make_session: Callable[[Path | None], Session],
):
    correct(session, qtbot, 2)
    learn(session, qtbot)
    session.shutdown()
    again = make_session(session.project.root)
    assert again.models.learning.rounds == (("first.keras", Round(1, 2)),)
    assert again.models.learning.previous == "first.keras"


@pytest.mark.parametrize("fares", ["same"])
def test_a_model_that_reads_as_much_is_taken_when_a_person_says_so(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 1)
    run = learn(session, qtbot)
    assert learning.outcome.verdict == "asked"
    assert session.in_use.model == FIRST
    assert learning.corrected == 1
    learning.adopt()
    assert session.in_use.model == run
    assert (learning.corrected, learning.previous, learning.outcome) == (0, "first.keras", None)


@pytest.mark.parametrize("fares", ["worse", "damaged"])
def test_a_model_that_is_not_known_to_be_better_leaves_the_old_one_and_the_corrections(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 1)
    learn(session, qtbot)
    assert learning.outcome.verdict == "kept"
    assert session.in_use.model == FIRST
    assert (learning.corrected, learning.previous, learning.is_learning) == (1, "", False)


def test_a_comparison_that_is_stopped_leaves_the_old_model(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    correct(session, qtbot, 1)
    learning.learn()
    run = session.training.state.run
    tell(session, started(run), finished(run))
    assert learning.comparing is not None
    assert not learning.can_learn
    learning.stop_comparing()
    assert learning.comparing is None
    assert learning.outcome.trouble == "The comparison was stopped."
    assert session.in_use.model == FIRST


def test_learning_and_comparison_are_background_work_with_a_way_to_stop(
    learning: Learning, session: Session, trained: list[dict[str, Any]], qtbot: QtBot
):
    def shown() -> list[Job]:
        return [job for job in session.workspace.background.jobs if "Learn" in job.title or "Compare" in job.title]

    correct(session, qtbot, 1)
    learning.learn()
    run = session.training.state.run
    tell(session, started(run), step(3))
    (job,) = shown()
    assert job.title == "Learn from your corrections"
    qtbot.waitUntil(lambda: job.done == 3)
    tell(session, finished(run))
    qtbot.waitUntil(lambda: [job.title for job in shown()] == ["Compare the new model with the old one"])
    shown()[0].cancel()
    assert learning.outcome.trouble == "The comparison was stopped."
    qtbot.waitUntil(lambda: shown() == [])


def test_a_crash_while_learning_loses_no_correction(
    learning: Learning,
    session: Session,
    trained: list[dict[str, Any]],
    qtbot: QtBot,
    make_session: Callable[[Path | None], Session],
):
    for number in range(7):
        correct(session, qtbot, 1)
        if number < 6:
            go_on(session, qtbot)
    learning.learn()
    run = session.training.state.run
    tell(session, started(run), step(3))
    again = make_session(session.project.root)  # the first has not ended: as after a crash
    reviewed = [
        read_label(path).label
        for path in sorted(session.project.root.glob("*.json"))
        if path.name != "textscanner.json"
    ]
    assert sum(label.is_reviewed and label.known is label for label in reviewed) == 7
    assert again.models.learning.corrected == 7
    assert again.predictions.model != run


def watch(session: Session, name: str, start: Path | None = FIRST, *, is_chosen: bool = False) -> Path:
    """A training that the person looks on at, or has chosen, has come to its end: its run."""
    run = new_run(session, name, start=start).path
    session.training.begin(run, session.training.configured({"run": run, "start": start, "preset": "small"}))
    tell(session, started(run))
    assert session.predictions.is_live
    if is_chosen:
        session.in_use.choose(run)
    tell(session, finished(run))
    return run


@pytest.mark.parametrize("fares", ["worse", "same", "damaged"])
def test_a_watched_training_that_is_not_surely_better_leaves_the_old_model_in_use(
    learning: Learning, session: Session, qtbot: QtBot, fares: str
):
    run = watch(session, f"001-{fares}")
    assert session.in_use.model == FIRST, "also while both are compared"
    qtbot.waitUntil(lambda: learning.outcome is not None)
    assert (learning.uses_new, session.in_use.model) == (False, FIRST)
    learning.adopt()
    assert session.in_use.model == run


@pytest.mark.parametrize("start", [FIRST, None])
def test_any_training_is_compared_with_the_model_in_use(learning: Learning, session: Session, qtbot: QtBot, start: Any):
    run = watch(session, "001-learned", start)
    qtbot.waitUntil(lambda: learning.outcome is not None)
    assert (learning.outcome.old, learning.outcome.start, session.in_use.model) == (FIRST, start, run)
    assert learning.previous == ""


def test_a_training_that_the_person_has_chosen_stays_in_use(learning: Learning, session: Session, qtbot: QtBot):
    run = watch(session, "001-worse", is_chosen=True)
    qtbot.waitUntil(lambda: learning.outcome is not None)
    assert (learning.uses_new, session.in_use.model) == (True, run)
    session.in_use.choose(FIRST)
    assert learning.outcome is None


def test_comparison_is_kept_in_the_folder_of_the_run(learning: Learning, session: Session, qtbot: QtBot):
    with qtbot.waitSignal(learning.kept):
        run = watch(session, "001-worse")
    kept = read_comparison(run)
    assert (kept.old, kept.step, kept.adoption.own.lost) == (str(FIRST), 380, 10)


def test_a_training_of_another_window_is_not_compared_here(
    learning: Learning, session: Session, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(type(session.training), "is_found", True)
    watch(session, "001-learned")
    assert (learning.comparing, learning.outcome) == (None, None)


@pytest.mark.parametrize("time", [None, "long ago", "0001-01-01T00:00:00+23:59"])
def test_label_that_another_program_reviewed_at_no_known_time_is_of_no_round(tmp_path: Path, time: str | None):
    label = WordLabel(text="ab", status="reviewed", reviewed_at=time)
    (tmp_path / "a.json").write_bytes(serialise_label(label, "a.png", (20, 30)))
    assert count_corrected(tmp_path, ["a.png"], datetime.now(UTC)) == {"a.png": None}


@pytest.mark.parametrize(("kind", "counted"), [("", Corrected(1, True)), (DIVISION, Corrected(0, False))])
def test_a_picture_divided_into_its_known_text_is_no_reading(tmp_path: Path, kind: Any, counted: Any):
    boxes = (rectangle(0, 0, 10, 20), rectangle(12, 0, 22, 20))
    characters = tuple(
        CharacterLabel(c, box, k, source="model", score=0.5)
        for k, (c, box) in enumerate(zip("ab", boxes, strict=True), 1)
    )
    draft = WordLabel(characters, "ab")
    own = (replace(characters[0], source=None), CharacterLabel("b", rectangle(13, 0, 22, 20), 2))
    states = [WordLabel(text="ab"), draft, edits.mark_reviewed(replace(draft, characters=own), datetime.now(UTC), "")]
    text, drafted, reviewed = (serialise_label(each, "a.png", (20, 30)) for each in states)
    (tmp_path / "a.json").write_bytes(reviewed)
    History(tmp_path).append(
        HistoryEntry("a.png", text, drafted, "Draft", new_action(kind)),
        HistoryEntry("a.png", drafted, reviewed, "Review"),
    )
    assert count_corrected(tmp_path, ["a.png"], None) == {"a.png": counted}
