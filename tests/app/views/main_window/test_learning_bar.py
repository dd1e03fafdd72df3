"""What the window says of correcting and learning: the bar below the picture."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.window.told_training import finished, new_run, started, step, tell
from support.words.predictions import predicted_for, show_prediction

from app.drafting.adopting import said_progress
from app.session import Session
from app.views.main_window.centre import LearningBar
from app.views.runs.panel import RunsPanel
from app.widgets.boxes import column
from core.labels.edits import edits
from core.runs.events import Compiling

FIRST = Path("/models/first.keras")


@pytest.fixture
def bar(session: Session, qtbot: QtBot) -> LearningBar:
    session.display.show_layout("label")
    return added(qtbot, LearningBar(session))


def correct(session: Session, qtbot: QtBot) -> None:
    """A draft of the open image with one wrong symbol is corrected."""
    editor = session.editor
    right = editor.label
    characters = [replace(c, source="model", score=0.5) for c in right.in_order]
    characters[0] = replace(characters[0], symbol="x")
    draft = replace(right, characters=tuple(characters), status="draft", reviewed_at=None)
    editor.commit("Prelabel", replace(draft, text=draft.reading), ())
    editor.commit("Type", edits.set_text(editor.label, right.word), ())
    editor.mark_reviewed("Mark reviewed")
    session.saver.flush()
    qtbot.waitUntil(lambda: session.models.learning.corrected == 1)


def test_nothing_is_said_before_a_draft_was_corrected(bar: LearningBar):
    assert bar.isHidden()


def test_corrections_a_word_are_shown_and_learned_from_when_the_person_says_so(
    bar: LearningBar, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    asked: list[object] = []

    def start(values: dict[str, Any], *, is_watched: bool) -> bool:
        assert not is_watched  # what is on screen stays the chosen model's
        asked.append(values)
        run = new_run(session, "001-learned").path
        session.training.begin(run, session.training.configured({**values, "run": run}))
        return True

    monkeypatch.setattr(session.training, "start", start)
    show_prediction(session, predicted_for(session), "first.keras")
    correct(session, qtbot)
    assert not bar.isHidden()
    assert bar.sentence.text() == "Corrections that a draft needed on average: 1.0 · 1 word to learn from"
    assert bar.sentence.toolTip().startswith("A correction is a symbol typed over, added or deleted, or a box moved.")
    assert bar.sentence.toolTip().endswith("first.keras · corrected drafts: 1 · corrections: 1")
    assert bar.back.isHidden()
    assert asked == []
    bar.learn.click()
    assert len(asked) == 1
    run = session.training.state.run
    tell(session, Compiling("network", 12))
    bar.show_rounds()
    assert bar.sentence.text() == "The model is learning · building the network 0:12"
    tell(session, Compiling("network", 14, done=True), started(run), step(100, seconds_left=190))
    assert bar.sentence.text() == "The model is learning · At most 3:10 left"
    assert bar.learn.isHidden()
    assert not bar.progress.isHidden()
    tell(session, finished(run))
    assert bar.sentence.text().startswith("Comparing with first.keras")
    qtbot.waitUntil(lambda: bar.sentence.text() == "Corrections that a draft needed on average: 1.0")
    assert not bar.back.isHidden()
    bar.back.click()
    assert session.in_use.model == Path("/models/first.keras")
    assert bar.back.isHidden()


def test_a_comparison_has_one_bar_and_one_stop_wherever_the_runs_are_shown(session: Session, qtbot: QtBot):
    show_prediction(session, predicted_for(session), "first.keras")
    learning, run = session.models.learning, new_run(session, "001-waits").path
    session.display.show_layout("train")
    window = QWidget()
    below, runs = LearningBar(session), RunsPanel(session)
    column(below, runs, parent=window)
    exposed(qtbot, window, 700, 600)
    session.training.begin(run, session.training.configured({"run": run, "start": FIRST, "preset": "small"}))
    tell(session, started(run), finished(run))
    qtbot.waitUntil(lambda: learning.comparing == (4, 10))
    assert runs.progress.isVisible() and not below.isVisible()
    assert runs.progress.state.text() == "Comparing with first.keras: 4 of 10 words"
    runs.hide()
    assert below.isVisible() and below.progress.isVisible(), "the strip takes its place"
    assert below.sentence.text() == "Comparing with first.keras: 4 of 10 words"
    session.display.show_layout("label")
    runs.show()
    assert not below.progress.isVisible() and runs.progress.isVisible()
    runs.progress.stop.click()
    qtbot.waitUntil(lambda: not runs.progress.isVisible())
    assert not below.isVisible()


def test_a_comparison_says_what_it_does_and_the_time_that_is_left_if_it_is_known():
    assert said_progress("reader 4", "409 of 434 words", 40.0) == (
        "Comparing with reader 4, about 0:40 left: 409 of 434 words"
    )
    assert said_progress("reader 4", "409 of 434 words", None) == "Comparing with reader 4: 409 of 434 words"
    assert said_progress("reader 4", "", None) == "Comparing with reader 4…"


def test_model_may_be_taken_before_its_comparison_is_over_and_the_tip_says_so(session: Session, qtbot: QtBot):
    show_prediction(session, predicted_for(session), "first.keras")
    run = new_run(session, "001-waits").path
    (run / "model.keras").write_bytes(b"model")
    (run / "model.json").write_text('{"step": 380, "metrics": {}}')
    runs = exposed(qtbot, RunsPanel(session), 700, 600)
    session.training.begin(run, session.training.configured({"run": run, "start": FIRST, "preset": "small"}))
    tell(session, started(run), finished(run))
    session.runs.list_runs()
    use = runs.outcome.use
    qtbot.waitUntil(lambda: "without waiting for the comparison with first.keras" in use.toolTip())
    assert use.isEnabled()
    session.models.learning.stop_comparing()
    assert use.toolTip() == "Let this model draft labels from now on"
