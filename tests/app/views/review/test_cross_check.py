"""The dialog that starts a cross-check, and the line that says how far it is."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.window.told_training import begin, end, new_run, started, step, tell

from app.session import Session
from app.views.predictions.model_chooser import ModelChooser, name_of
from app.views.review.cross_check_dialog import CrossCheckDialog
from app.views.review.panel import CrossCheckBar, ReviewPanel
from app.workers.messages import Checked, Refused, Timed
from core.runs.cross_check import CrossCheck


@pytest.fixture
def preview(session: Session) -> Iterator[mock.Mock]:
    """Is asked to check; checks nothing."""
    with mock.patch.object(session.training, "preview", return_value=True) as preview:
        yield preview


@pytest.fixture
def dialog(session: Session, preview: mock.Mock, qtbot: QtBot) -> CrossCheckDialog:
    dialog = exposed(qtbot, CrossCheckDialog(session))
    qtbot.waitUntil(lambda: preview.called)
    return dialog


def test_dialog_begins_with_three_parts_and_the_steps_of_one_training(dialog: CrossCheckDialog, preview: mock.Mock):
    assert (dialog.folds.value(), dialog.steps.value(), dialog.minutes.value()) == (3, 1000, 0)
    assert preview.call_args_list[0].args[0]["fold"] == (0, 3)
    assert "minutes" not in dialog.choices()


def test_estimate_is_that_of_all_trainings_and_follows_the_choices(session: Session, dialog: CrossCheckDialog):
    session.training.checked.emit(Timed(20.0, 0.5, 0.0))
    assert "26:30" in dialog.estimate.text()  # 3 × (10 s to load + 20 s to compile + 1,000 steps of half a second)
    assert "8 images" in dialog.estimate.text()
    dialog.minutes.setValue(2)
    assert "6:00" in dialog.estimate.text()
    dialog.minutes.setValue(0)
    dialog.steps.setValue(60)
    dialog.folds.setValue(2)
    assert "2:00" in dialog.estimate.text()


def test_start_hands_the_choices_over_and_closes(session: Session, dialog: CrossCheckDialog, qtbot: QtBot):
    dialog.folds.setValue(4)
    dialog.steps.setValue(80)
    with mock.patch.object(session.models.cross_checking, "start", return_value=True) as start:
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    folds, choices = start.call_args.args
    assert (folds, choices["steps"], choices["validate_every"]) == (4, 80, 20)
    assert not dialog.isVisible()


def test_what_cannot_be_trained_is_said_and_not_started(session: Session, dialog: CrossCheckDialog):
    session.training.checked.emit(Checked({}, 1, 1, 5, 5, 3, (("a.png", "a.png: no label."),), ()))
    assert "cannot be trained on: 1" in dialog.notes.text()
    assert dialog.start.isEnabled()
    session.training.checked.emit(Refused("There is no label."))
    assert dialog.notes.text().startswith("There is no label.")
    assert not dialog.start.isEnabled()


@pytest.fixture
def bar(session: Session, qtbot: QtBot) -> CrossCheckBar:
    return added(qtbot, CrossCheckBar(session))


def checked_by(session: Session, state: Any, fold: int = 1) -> None:
    """The session is in the midst of a cross-check; its second training is the run that there is."""
    run = new_run(session, "002-cross-check-2-of-3-2026-01-01", fold=(fold, 3), validation=None)
    checking = session.models.cross_checking
    checking.cross_check = CrossCheck(session.project.root, 3).with_run(fold, run.path)
    checking.fold = fold
    checking.state = state
    checking.changed.emit()
    begin(session, run.path)
    tell(session, started(run.path), step(100))


def test_no_cross_check_no_line(bar: CrossCheckBar):
    assert bar.isHidden()


def test_line_says_which_training_and_step(session: Session, bar: CrossCheckBar):
    checked_by(session, "training")
    assert not bar.isHidden()
    assert bar.sentence.text() == "Cross-check, training 2 of 3: step 100 of 400, 3:10 left of this one"
    assert (bar.bar.value(), bar.bar.maximum()) == (500, 1200)
    assert bar.button.text() == "Stop"


def test_stopped_line_offers_to_resume(session: Session, bar: CrossCheckBar):
    checked_by(session, "training")
    end(session)
    assert session.models.cross_checking.state == "stopped"
    assert bar.sentence.text() == "The cross-check was stopped at training 2 of 3."
    assert bar.button.text() == "Resume"
    assert bar.button.isEnabled()
    assert bar.bar.isHidden()


@pytest.mark.usefixtures("preview")
def test_button_of_the_panel_asks_for_the_dialog_and_waits_while_something_trains(session: Session, qtbot: QtBot):
    panel = exposed(qtbot, ReviewPanel(session))
    with qtbot.waitSignal(panel.asked) as signal:
        qtbot.mouseClick(panel.cross_check, Qt.MouseButton.LeftButton)
    assert signal.args == ["predict.cross_check"]
    checked_by(session, "training")
    assert not panel.cross_check.isEnabled()


def test_trained_cross_check_can_be_chosen_to_predict_with(session: Session, qtbot: QtBot):
    chooser = added(qtbot, ModelChooser(session))

    def offers() -> list[QAction]:
        chooser.fill()
        return [action for action in chooser.menu().actions() if action.text().startswith("Cross-check")]

    assert offers() == []
    checking = session.models.cross_checking
    checking.cross_check = CrossCheck(session.project.root, 3)
    checking.state = "done"
    checking.changed.emit()
    [action] = offers()
    action.trigger()
    assert session.in_use.model == checking.cross_check.path
    assert name_of(checking.cross_check.path) == "Cross-check"
