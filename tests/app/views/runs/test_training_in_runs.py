"""The training in the panel of the runs, told what a training tells."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QInputDialog, QMessageBox, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.window.told_training import STEPS, begin, finished, new_run, started, step, tell, validated

from app.session import Session
from app.views.main_window.notifying import Notifier
from app.views.runs.panel import RunsPanel
from core.runs.backends import installed_version
from core.runs.events import Compiling, Failed, Paused, Profiled, Warned
from core.runs.profile import UPDATE, LayerCost, OperatorCost, Profile


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> RunsPanel:
    return exposed(qtbot, RunsPanel(session), 700, 600)


@pytest.fixture
def run(session: Session) -> Path:
    return new_run(session).path


def numbers(panel: RunsPanel) -> str:
    return panel.progress.numbers.text()


def test_without_a_run_the_panel_has_a_button_that_trains(panel: RunsPanel, qtbot: QtBot):
    assert panel.empty.text() == "No run yet."
    assert panel.progress.isHidden() and panel.outcome.isHidden()
    with qtbot.waitSignal(panel.asked) as asked:
        qtbot.mouseClick(panel.train, Qt.MouseButton.LeftButton)
    assert asked.args == ["train.start"]


def test_what_takes_long_is_told_with_its_time(panel: RunsPanel, session: Session, run: Path):
    begin(session, run)
    assert numbers(panel).startswith("starting 0:0")
    tell(session, Compiling("meeting of the workers", 12.0, missing="1 (127.0.0.1:5002)"))
    assert numbers(panel).startswith("waiting for worker 1 (127.0.0.1:5002) 0:12")
    tell(session, started(run), Compiling("training step", 17.0))
    assert numbers(panel).startswith("compiling the training step 0:17")
    assert panel.progress.bar.maximum() == 0, "nobody knows how long"
    tell(session, Compiling("training step", 20.0, done=True), step(1))
    assert "compiling" not in numbers(panel)


def test_steps_time_left_speed_and_score_are_told(panel: RunsPanel, session: Session, run: Path):
    begin(session, run)
    tell(session, started(run), step(80), validated(80, 0.456))
    assert numbers(panel).split(" · ")[:4] == [f"step 80 of {STEPS}", "3:10 left", "120 images/s", "45.6 % words"]
    shares = {"step": 0.5, "feed": 0.304, "validation": 0.1, "maps": 0.0}
    tell(session, step(81, time_shares=shares))
    shown = "time: steps 50 %, waiting for images 30 %, validation 10 %, live maps 0 %"
    assert panel.progress.shares.text() == shown
    tell(session, step(80))
    assert panel.progress.state.text() == f"Training: {run.name}"
    assert (panel.progress.bar.value(), panel.progress.bar.maximum()) == (80, STEPS)
    tell(session, Paused(80))
    assert panel.progress.state.text() == f"Paused: {run.name}"


def test_time_that_is_limited_is_told_from_the_first_step_on(panel: RunsPanel, session: Session, run: Path):
    begin(session, run)
    first = replace(step(1), images_per_second=0.0, seconds_left=240.0, is_timed=True)
    tell(session, started(run), first)
    assert numbers(panel) == "step 1 · 4:00 left"
    assert panel.progress.bar.maximum() == 0, "nobody knows yet how many steps there will be"


@pytest.mark.parametrize("training_entry", ["support.processes.replayed_training"])
@pytest.mark.parametrize(
    ("choices", "said"),
    [({}, "a last validation, then the best model is saved"), ({"deterministic": True}, "the best model is saved")],
)
def test_training_that_stops_says_what_it_saves_and_no_time_that_is_left(
    panel: RunsPanel, session: Session, qtbot: QtBot, choices: dict[str, Any], said: str
):
    session.training.start({"steps": 100_000, **choices})
    qtbot.waitUntil(lambda: session.training.state.last_step is not None)
    session.training.stop()
    state, shown = panel.progress.state.text(), numbers(panel)
    qtbot.waitUntil(lambda: not session.training.is_busy)
    assert state.startswith("Stopping: ")
    assert shown == f"step {shown.split()[1]} · {said}"


def test_nothing_moves_when_the_shares_of_the_time_come_or_grow(
    panel: RunsPanel, session: Session, run: Path, qtbot: QtBot
):
    begin(session, run)
    tell(session, started(run), step(2))
    panel.resize(panel.minimumSizeHint().width(), 600)
    qtbot.wait(50)
    before = panel.progress.height()
    shares = {"step": 0.65, "feed": 0.02, "validation": 0.17, "maps": 0.16}
    tell(session, validated(80, 0.456), step(80, time_shares=shares))
    qtbot.wait(50)
    assert panel.progress.height() == panel.progress.sizeHint().height() == before
    assert panel.progress.shares.toolTip().startswith("time: steps 65 %")


def test_bar_is_full_when_the_time_is_up(panel: RunsPanel, session: Session, run: Path):
    begin(session, run)
    tell(session, started(run), step(80, seconds_left=2.0))  # at 120.4 images/s, 8 a step: 30 steps
    assert (panel.progress.bar.value(), panel.progress.bar.maximum()) == (80, 110)
    tell(session, step(110, seconds_left=0.0))
    assert panel.progress.bar.value() >= panel.progress.bar.maximum() - 1


def test_run_that_begins_is_selected_and_its_profile_comes_to_the_front(
    panel: RunsPanel, session: Session, qtbot: QtBot
):
    new_run(session, "001-before")
    session.runs.list_runs()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 1)
    run = new_run(session, "002-now").path
    begin(session, run)
    tell(session, started(run))
    qtbot.waitUntil(lambda: [info.path for info in panel.selected] == [run])
    operators = (OperatorCost("Mul", 40, 0.02), OperatorCost("Conv2D", 12, 0.08))
    layers = (LayerCost(UPDATE, "", 0.01, 0), LayerCost("backbone/conv1_bn", "BatchNormalization", 0.015, 0.01))
    tell(
        session, step(24), Profiled(24, Profile(5, 20, 0.12, 0.03, operators, layers, 2_000_000_000, None, 1, "trace"))
    )
    page = panel.details.profile
    assert panel.details.tabs.currentWidget() is page
    assert "Steps 5 to 24: 120 ms a step, of which 30 ms waiting for the batch." in page.summary.text()
    assert "Batch normalisation: 25.0 % of the operators' time." in page.summary.text()
    assert "Recompiled: 1 time. Memory held: 2.0 GB." in page.summary.text()
    found = [table.model().index(0, 0).data() for table in (page.operators, page.layers)]
    assert found == ["Conv2D", "backbone/conv1_bn"]
    assert page.layers.model().index(1, 0).data() == "update of the weights"
    assert page.operators.model().index(0, 2).data() == "80.0 %"


def test_run_that_is_resumed_is_selected_again(panel: RunsPanel, session: Session, qtbot: QtBot):
    other, run = new_run(session, "001-before").path, new_run(session, "002-now").path
    for _ in range(2):
        begin(session, run)
        tell(session, started(run))
        qtbot.waitUntil(lambda: [info.path for info in panel.selected] == [run])
        tell(session, finished(run))
        panel.select(other)
        session.runs.changed.emit()
        assert [info.path for info in panel.selected] == [other], "nobody is taken back to a training that is over"


def test_resume_asks_for_more_time_where_the_time_was_up(
    panel: RunsPanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    started_with: list[dict[str, Any]] = []
    monkeypatch.setattr(session.training, "start", lambda values: not started_with.append(dict(values)))
    folder = new_run(session, minutes=3)
    folder.append({"kind": "step", "step": 40, "seconds": 180.0})
    session.runs.list_runs()
    qtbot.waitUntil(panel.offers["resume"].isEnabled)
    panel.offers["resume"].trigger()
    dialog = panel.findChild(QInputDialog)
    assert "has trained for 3:00; its time limit is 3:00." in dialog.labelText()
    box = dialog.findChild(QDoubleSpinBox)
    box.selectAll()
    qtbot.keyClicks(box, "5")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert started_with[0]["minutes"] == 8
    assert started_with[0]["resume"] is True


@pytest.mark.parametrize(
    ("choices", "said", "changed"),
    [
        ({"steps": 40}, "has reached step 40 of 40.", {"steps": 45}),
        ({"steps": 60, "patience": 1}, "has ended after 1 validation in a row without", {"patience": 6}),
    ],
)
def test_a_run_that_has_reached_a_limit_is_trained_longer_and_asks_for_how_long(
    panel: RunsPanel,
    session: Session,
    qtbot: QtBot,
    choices: dict[str, Any],
    said: str,
    changed: dict[str, int],
):
    folder = new_run(session, **choices)
    for step_, best in ((20, True), (40, False)):
        folder.append({"kind": "validation", "step": step_, "metrics": {}, "images": 10, "best": best})
    folder.append({"kind": "step", "step": 40, "seconds": 180.0})
    session.runs.list_runs()
    qtbot.waitUntil(panel.offers["resume"].isEnabled)
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.offers["resume"].trigger()
        assert not go_on.called, "it would end at once"
        dialog = panel.findChild(QInputDialog)
        assert dialog.windowTitle() == dialog.okButtonText() == "Train longer"
        assert said in dialog.labelText()
        assert "It goes on from its last checkpoint, with the same choices." in dialog.labelText()
        dialog.setIntValue(5)
        dialog.accept()
    assert (go_on.call_args.args[0].path, go_on.call_args.kwargs) == (folder.path, changed)


@pytest.mark.skipif(installed_version("torch") is not None, reason="PyTorch is installed")
def test_run_of_a_backend_that_is_not_installed_goes_on_with_another_after_a_question(
    panel: RunsPanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    started_with: list[dict[str, Any]] = []
    monkeypatch.setattr(session.training, "start", lambda values: not started_with.append(dict(values)))
    folder = new_run(session, backend="torch", steps=60)
    folder.append({"kind": "step", "step": 40, "seconds": 180.0})
    session.runs.list_runs()
    qtbot.waitUntil(panel.offers["resume"].isEnabled)
    panel.offers["resume"].trigger()
    question = panel.findChild(QMessageBox)
    assert question.text() == f"{folder.path.name} was trained with PyTorch, which is not installed here."
    assert "textscanner-studio[torch]" in question.informativeText()
    question.button(QMessageBox.StandardButton.Cancel).click()
    assert not started_with
    panel.offers["resume"].trigger()
    qtbot.waitUntil(lambda: len(panel.findChildren(QMessageBox)) == 1)
    question = panel.findChild(QMessageBox)
    next(button for button in question.buttons() if button.text().endswith("another backend")).click()
    assert (started_with[0]["backend"], started_with[0]["resume"]) == ("auto", True)


def test_failure_says_what_to_do_and_shows_the_log(panel: RunsPanel, session: Session, run: Path, qtbot: QtBot):
    begin(session, run)
    tell(session, started(run), Warned("Something to know.", "data"), step(7))
    qtbot.waitUntil(lambda: [info.path for info in panel.selected] == [run])
    tell(session, Failed(7, "Step 7: not a finite number. Lower learning_rate.", "not_finite"))
    qtbot.waitUntil(lambda: not panel.outcome.isHidden())
    assert panel.outcome.sentence == "Step 7: not a finite number. Lower learning_rate."
    qtbot.waitUntil(lambda: not panel.outcome.go_on.isHidden())
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.outcome.go_on.click()
    assert go_on.call_args.args[0].path == run


# Told on the desktop


@pytest.fixture
def messages(session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is shown on the desktop, for a window that is not the active one."""
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda self: None)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda self, title, text, *_: shown.append((title, text)))
    window = added(qtbot, QWidget())
    Notifier(session, window)
    return shown


def test_end_of_a_training_is_told_on_the_desktop_where_nobody_looks(
    session: Session, run: Path, messages: list[tuple[str, str]]
):
    begin(session, run)
    tell(session, started(run), step(1))
    assert messages == []
    tell(session, finished(run))
    assert messages == [
        (f"Training finished: {run.name}", f"81.0 % of the validation words were read right at step {STEPS}.")
    ]
    begin(session, run)
    tell(session, Failed(3, "The disk is full. Free space.", "other"))
    assert messages[-1] == (f"Training interrupted: {run.name}", "The disk is full. Free space.")
