"""What the window says of correcting and learning: the bar below the picture."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added
from support.window.told_training import finished, new_run, started, step, tell
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.main_window.centre import LearningBar
from core.labels.edits import edits
from core.runs.events import Compiling


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
    assert bar.sentence.text() == "Corrections per word: 1.00 · 1 to learn"
    assert bar.sentence.toolTip() == "first.keras · corrected drafts: 1 · corrections: 1"
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
    session.display.show_layout("train")
    assert bar.isHidden()
    session.display.show_layout("label")
    tell(session, finished(run))
    assert bar.sentence.text().startswith("Both models read the same words, to see which is better")
    qtbot.waitUntil(lambda: bar.sentence.text() == "Corrections per word: 1.00")
    assert not bar.back.isHidden()
    bar.back.click()
    assert session.in_use.model == Path("/models/first.keras")
    assert bar.back.isHidden()
