"""The card with the result of a run, and the table of the words behind its counts."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.window.told_training import STEPS, begin, finished, new_run, started, step, tell

from app.desktop.theme import colour
from app.session import Session
from app.views.runs.compared_words import ComparedWordsDialog
from app.views.runs.panel import RunsPanel
from app.widgets.boxes import Label
from core.base.images import encode_png
from core.runs.adoption import Adoption, ComparedWord, Paired
from core.runs.comparison import KeptComparison, write_comparison


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> RunsPanel:
    return exposed(qtbot, RunsPanel(session), 700, 600)


@pytest.fixture
def run(session: Session) -> Path:
    return new_run(session).path


def finish(session: Session, run: Path, accuracy: float, **change: Any) -> None:
    (run / "model.keras").write_bytes(b"model")
    (run / "model.json").write_text(f'{{"step": 380, "metrics": {{"word_accuracy": {accuracy}}}}}')
    begin(session, run)
    tell(session, started(run), step(STEPS), replace(finished(run, accuracy), **change))
    session.runs.list_runs()


def validated_run(session: Session, run: Path, accuracy: float, begun_with: float = 0.3) -> None:
    """A run whose validation words are ten, of which step 0 reads three."""
    lines = [{"step": 0, "metrics": {"word_accuracy": begun_with}, "best": False}]
    lines.append({"step": 380, "seconds": 126.0, "metrics": {"word_accuracy": accuracy}, "best": True})
    text = "".join(json.dumps({"kind": "validation", "losses": {}, "images": 10, **line}) + "\n" for line in lines)
    (run / "metrics.jsonl").write_text(text)
    finish(session, run, accuracy)


def test_end_says_what_step_0_and_the_best_step_read_as_counts(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    validated_run(session, run, 0.7)
    said = (
        "It reads 7 of 10 words; it began with 3.\n"
        "What would help: a longer training. This one made 380 steps in 2:06.\n"
        "Validation, by the network alone, at step 380."
    )
    qtbot.waitUntil(lambda: panel.outcome.sentence == said)
    assert panel.outcome.compare.isHidden(), "no model is in use that it could be compared with"
    assert panel.outcome.go_on.isHidden()
    with mock.patch.object(session.in_use, "choose") as choose:
        panel.outcome.use.click()
    choose.assert_called_once_with(run)


def test_card_of_a_training_that_is_compared_with_nothing_says_what_it_has_learned_and_what_helps_next(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    validated_run(session, run, 0.7, begun_with=0.0)
    qtbot.waitUntil(lambda: panel.outcome.sentence.startswith("It reads 7 of 10 words; it began with none.\n"))
    headline = next(each for each in panel.outcome.findChildren(Label) if each.text().startswith("It reads"))
    assert headline.font().bold()
    assert headline.palette().color(headline.foregroundRole()) != colour("ok"), "it is not in use"
    assert not panel.outcome.next.isHidden()
    assert panel.outcome.next.text() == "Train longer…"
    panel.outcome.use.click()
    assert headline.text() == "It reads 7 of 10 words; it began with none. It is in use for drafts."
    assert headline.palette().color(headline.foregroundRole()) == colour("ok")
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.outcome.next.click()
        panel.findChild(QInputDialog).accept()
    assert go_on.call_args.args[0].path == run


def test_card_of_a_training_that_has_learned_nothing_is_not_green(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    validated_run(session, run, 0.3)
    qtbot.waitUntil(lambda: "it began with 3" in panel.outcome.sentence)
    panel.outcome.use.click()
    headline = next(each for each in panel.outcome.findChildren(Label) if each.text().startswith("It reads"))
    assert headline.palette().color(headline.foregroundRole()) != colour("ok")


@pytest.mark.parametrize(
    ("begun_with", "said"),
    [
        (None, "No word is set apart for validation, so the accuracy is unknown."),
        (0.5, "The validation words could no longer be read, so the accuracy is unknown."),
    ],
)
def test_card_says_why_the_accuracy_is_unknown(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot, begun_with: float | None, said: str
):
    if begun_with is not None:
        line = {"kind": "validation", "step": 0, "losses": {}, "metrics": {"word_accuracy": begun_with}, "images": 2}
        (run / "metrics.jsonl").write_text(json.dumps(line | {"best": False}) + "\n")
    (run / "model.keras").write_bytes(b"model")
    (run / "model.json").write_text('{"step": 380, "metrics": {}}')
    begin(session, run)
    tell(session, started(run), step(STEPS), replace(finished(run), metrics={}))
    session.runs.list_runs()
    qtbot.waitUntil(lambda: panel.outcome.sentence == said)


def compared_run(session: Session, run: Path, own: Paired, *words: ComparedWord, agreed: int = 0) -> None:
    adoption = Adoption(own, Paired(200, 165, 143, 3, 25), 0, words, agreed=agreed)
    write_comparison(run, KeptComparison("/models/first.keras", 380, adoption))
    session.in_use.choose(Path("/models/first.keras"))
    finish(session, run, 0.7)


def test_card_says_counts_why_the_old_model_stays_and_what_would_help(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    compared_run(session, run, Paired(30, 24, 25, 1, 0))
    panel.select(run)
    qtbot.waitUntil(lambda: "Of your 30 words, first.keras reads 24 and this model 25" in panel.outcome.sentence)
    panel.outcome.show_run(None)
    panel.outcome.show_run(session.runs.entry(run))
    assert panel.outcome.isHidden(), "no verdict before the comparison is read"
    qtbot.waitUntil(lambda: not panel.outcome.isHidden())
    lines = panel.outcome.sentence.splitlines()
    assert lines[0] == "It reads fewer words: first.keras stays in use for drafts."
    assert lines[2] == "Of 200 synthetic words, first.keras reads 165 and this model 143: 3 won, 25 lost."
    assert lines[3] == "Why: 25 of 200 other words are lost, 3 won."
    assert lines[4] == "What would help: fewer steps, more synthetic words, or more reviewed words."
    assert panel.outcome.next.text() == "Train with other choices…"
    session.in_use.choose(run)
    assert not panel.outcome.use.isEnabled(), "it is in use"
    assert panel.outcome.sentence.splitlines()[0] == "It is in use for drafts."


def test_card_counts_the_words_that_are_left_out_because_two_readers_agreed(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    compared_run(session, run, Paired(30, 24, 25, 1, 0), agreed=12)
    panel.select(run)
    said = "Left out: 12 words that were accepted because two readers agreed. Confirm some."
    qtbot.waitUntil(lambda: said in panel.outcome.sentence.splitlines())


def test_card_of_a_better_model_is_green_only_while_it_is_in_use(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    adoption = Adoption(Paired(100, 60, 80, 21, 1), Paired(200, 165, 165, 0, 0), 0, ())
    write_comparison(run, KeptComparison("/models/first.keras", 380, adoption))
    finish(session, run, 0.7)
    panel.select(run)
    said = []
    for model in (run, Path("/models/first.keras"), Path("/models/other.keras"), None):
        session.in_use.choose(model)
        qtbot.waitUntil(lambda: "Of your 100 words" in panel.outcome.sentence)
        headline = panel.outcome.findChild(Label)
        is_green = headline.palette().windowText().color() == colour("ok")
        said.append((headline.text(), is_green))
    assert said == [
        ("It reads more words, and is in use for drafts.", True),
        ("It reads more words than first.keras, which stays in use for drafts because it was chosen.", False),
        ("It reads more words than first.keras, but other.keras was chosen and is in use for drafts.", False),
        ("It reads more words than first.keras, but no model is in use for drafts.", False),
    ]


def test_compare_lists_won_and_lost_words_first_and_a_click_shows_the_maps_of_both(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    images = session.catalog.table.images
    same = ComparedWord(images[0], "12", "12", "12", was_right=True, is_right=True)
    lost = ComparedWord(images[1], "34", "34", "35", was_right=True, is_right=False)
    compared_run(session, run, Paired(2, 2, 1, 0, 1), same, lost)
    panel.select(run)
    qtbot.waitUntil(lambda: panel.outcome.compare.isVisibleTo(panel) and "2 words" in panel.outcome.sentence)
    panel.outcome.compare.click()
    dialog = panel.window().findChild(ComparedWordsDialog)
    assert dialog.says.text().splitlines() == [
        "Of your 2 words, 1 is lost and 0 won. A click shows one of them with the maps of both models.",
        "Of 200 synthetic words, 25 are lost and 3 won; only these are listed.",
    ]
    rows = dialog.table.model()
    assert [rows.index(row, 1).data() for row in (0, 1)] == ["34", "12"]
    titles = [rows.headerData(place, Qt.Orientation.Horizontal) for place in range(rows.columnCount())]
    assert titles == ["Word", "Label", "Before: first.keras", "After", "Kind"]
    session.show(images[2])
    dialog.table.selectionModel().setCurrentIndex(rows.index(1, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
    assert session.image == images[0], "the arrow keys walk through the words"
    with qtbot.assertNotEmitted(session.workspace.gone_to):  # the list keeps the keyboard
        dialog.table.clicked.emit(rows.index(0, 0))
    assert session.image == images[1]
    with qtbot.waitSignal(session.workspace.gone_to):  # which gives the picture the keyboard
        dialog.table.activated.emit(rows.index(0, 0))
    predictions = session.predictions
    assert (predictions.run, predictions.shows_other, predictions.other) == (run, True, Path("/models/first.keras"))
    session.in_use.choose(run)  # as if it was better
    assert predictions.other is None, "it is no other model than itself"
    dialog.table.clicked.emit(rows.index(0, 0))
    assert (predictions.model, predictions.is_in_use) == (run, True)
    assert (predictions.shows_other, predictions.other) == (True, Path("/models/first.keras"))
    dialog.close()


def test_compare_lists_the_words_read_in_folds_and_the_synthetic_ones_that_are_won_or_lost(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    image = session.catalog.table.images[0]
    picture = encode_png(np.full((32, 64, 3), 200, np.uint8))
    folds = ComparedWord(image, "12", "12", "12", was_right=True, is_right=True, kind="folds")
    synthetic = ComparedWord(
        "word 7", "ab", "ac", "ab", was_right=False, is_right=True, kind="synthetic", picture=picture
    )
    compared_run(session, run, Paired(1, 1, 1, 0, 0), folds, synthetic)
    panel.select(run)
    qtbot.waitUntil(lambda: panel.outcome.compare.isVisibleTo(panel) and "1 word" in panel.outcome.sentence)
    panel.outcome.compare.click()
    dialog = panel.window().findChild(ComparedWordsDialog)
    assert dialog.says.text().splitlines()[1] == (
        "This model has learned from 1 of them, so models that have learned only from the others read it: “learned”."
    )
    rows = dialog.table.model()
    assert [(rows.index(row, 1).data(), rows.index(row, 4).data()) for row in (0, 1)] == [
        ("ab", "synthetic"),
        ("12", "learned"),
    ]
    assert rows.index(0, 0).data(Qt.ItemDataRole.DecorationRole).height() == 36, "its picture was kept"
    selectable = [bool(rows.flags(rows.index(row, 0)) & Qt.ItemFlag.ItemIsSelectable) for row in (0, 1)]
    assert selectable == [False, True], "there are no maps to show of it"
    before = session.image
    dialog.table.clicked.emit(rows.index(0, 0))
    assert session.image == before, "it is no image of the folder"
    dialog.close()


def test_the_maps_of_a_run_that_the_list_selected_by_itself_are_offered(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    compared_run(session, run, Paired(30, 24, 25, 1, 0))
    session.predictions.look_at(None)  # as after a restart
    panel.select(run)
    qtbot.waitUntil(lambda: panel.outcome.look.isVisible() and panel.outcome.look.isEnabled())
    assert panel.outcome.look.toolTip() == "The maps beside the word are of first.keras. Show those of this run"
    panel.outcome.look.click()
    assert session.predictions.run == run and not panel.outcome.look.isEnabled()


def test_the_button_of_what_would_help_stands_out(panel: RunsPanel, session: Session, run: Path, qtbot: QtBot):
    compared_run(session, run, Paired(30, 24, 25, 1, 0))
    panel.select(run)
    qtbot.waitUntil(lambda: not panel.outcome.isHidden())
    assert panel.outcome.next.isDefault() and not panel.outcome.use.isDefault()


def test_the_card_says_what_would_help_and_compare_which_words_it_lacks(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    same = ComparedWord(session.catalog.table.images[0], "12", "12", "12", was_right=True, is_right=True)
    adoption = Adoption(Paired(30, 23, 23, 0, 0), Paired(200, 165, 165, 0, 0), 0, (same,))
    write_comparison(run, KeptComparison("/models/first.keras", 380, adoption))
    session.in_use.choose(Path("/models/first.keras"))
    finish(session, run, 0.7)
    panel.select(run)
    helps = (
        "Why: it does not read more of your words than before.\n"
        "What would help: more reviewed words, since 30 are few to learn from, or a longer training."
    )
    qtbot.waitUntil(lambda: helps in panel.outcome.sentence)
    panel.outcome.compare.click()
    dialog = panel.window().findChild(ComparedWordsDialog)
    assert "29 of them are not listed." in dialog.says.text().splitlines()
    dialog.close()


def test_card_trains_a_stopped_run_longer_only_after_it_has_said_how(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    adoption = Adoption(Paired(90, 80, 80, 0, 0), Paired(200, 165, 165, 0, 0), 0, ())
    write_comparison(run, KeptComparison("/models/first.keras", 380, adoption))
    session.in_use.choose(Path("/models/first.keras"))
    finish(session, run, 0.7, reason="stopped")
    panel.select(run)
    qtbot.waitUntil(lambda: panel.outcome.next.isVisibleTo(panel))
    assert panel.outcome.next.text() == "Train longer…"
    assert panel.outcome.next.toolTip() == (
        "What would help next: go on with this run, with the same choices, for as long as you say"
    )
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.outcome.next.click()
        dialog = panel.findChild(QInputDialog)
        assert "Train for how many more steps?" in dialog.labelText()
        dialog.accept()
    assert go_on.call_args.kwargs["steps"] > 0
