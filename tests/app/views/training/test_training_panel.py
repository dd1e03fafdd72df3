"""The panel of the training, told what a training tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QInputDialog, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.drawn_curves import DrawnAtOnce
from support.window.told_training import STEPS, begin, finished, new_run, started, step, tell, validated

from app.session import Session
from app.views.main_window.notifying import Notifier
from app.views.training import TrainingPanel
from core.runs.events import Compiling, Failed, Paused, Profiled, Resumed, Warned
from core.runs.profile import UPDATE, LayerCost, OperatorCost, Profile


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> TrainingPanel:
    session.curve_drawer = DrawnAtOnce(session.desk)
    panel = TrainingPanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    return panel


@pytest.fixture
def run(session: Session) -> Path:
    return new_run(session).path


def usable(panel: TrainingPanel) -> set[str]:
    buttons = panel.progress.buttons.items()
    return {name.removeprefix("train.") for name, button in buttons if not button.isHidden() and button.isEnabled()}


def numbers(panel: TrainingPanel) -> str:
    return panel.progress.numbers.text()


def test_without_a_training_the_panel_says_how_to_start_one(panel: TrainingPanel) -> None:
    assert panel.progress.state.text() == "No training"
    assert "Press Train" in numbers(panel)
    assert usable(panel) == {"start"}
    assert panel.outcome.isHidden()


def test_what_takes_long_is_told_with_its_time(panel: TrainingPanel, session: Session, run: Path) -> None:
    begin(session, run)
    assert "loading TensorFlow" in numbers(panel)
    assert usable(panel) == {"cancel", "tensorboard"}
    tell(session, Compiling("meeting of the workers", 12.0, missing="1 (127.0.0.1:5002)"))
    assert numbers(panel).startswith("waiting for worker 1 (127.0.0.1:5002), 0:12")
    tell(session, started(run), Compiling("training step", 17.0))
    assert numbers(panel).startswith("compiling the training step, 0:17")
    assert panel.progress.bar.maximum() == 0, "nobody knows how long"
    tell(session, Compiling("training step", 20.0, done=True), step(1))
    assert "compiling" not in numbers(panel)


def test_steps_time_left_speed_and_score_are_told(panel: TrainingPanel, session: Session, run: Path) -> None:
    begin(session, run)
    tell(session, started(run), step(80), validated(80, 0.456))
    assert numbers(panel).split(" · ")[:4] == [f"step 80 of {STEPS}", "3:10 left", "120 images/s", "45.6 % words"]
    assert panel.progress.state.text() == f"Training: {run.name}"
    assert (panel.progress.bar.value(), panel.progress.bar.maximum()) == (80, STEPS)
    assert usable(panel) == {"pause", "stop", "cancel", "profile", "tensorboard"}


def test_bar_is_full_when_the_time_is_up(panel: TrainingPanel, session: Session, run: Path) -> None:
    begin(session, run)
    tell(session, started(run), step(80, seconds_left=2.0))  # at 120.4 images/s, 8 a step: 30 steps
    assert (panel.progress.bar.value(), panel.progress.bar.maximum()) == (80, 110)
    tell(session, step(110, seconds_left=0.0))
    assert panel.progress.bar.value() >= panel.progress.bar.maximum() - 1


def test_pause_becomes_resume(panel: TrainingPanel, session: Session, run: Path, qtbot: QtBot) -> None:
    begin(session, run)
    tell(session, started(run), step(1), Paused(1))
    button = panel.progress.buttons["train.pause"]
    assert (panel.progress.state.text(), button.text()) == (f"Paused: {run.name}", "Resume")
    with qtbot.waitSignal(panel.asked, timeout=WAIT) as asked:
        button.click()
    assert asked.args == ["train.pause"]
    tell(session, Resumed(1))
    assert button.text() == "Pause"


def test_curves_grow_with_the_steps(panel: TrainingPanel, session: Session, run: Path, qtbot: QtBot) -> None:
    begin(session, run)
    tell(session, started(run), *(step(number) for number in range(1, 11)), validated(10, 0.25))
    plot = panel.curves.plot
    qtbot.waitUntil(lambda: "Loss 0.1" in plot.entries and "Words read exactly 0.25" in plot.entries, timeout=WAIT)
    tell(session, step(11, loss=0.0625))
    qtbot.waitUntil(lambda: "Loss 0.0625" in plot.entries, timeout=WAIT)


def test_a_profile_comes_to_the_front_with_its_tables_the_most_expensive_first(
    panel: TrainingPanel, session: Session, run: Path
) -> None:
    assert "20 steps" in panel.profile.summary.text()
    operators = (OperatorCost("Mul", 40, 0.02), OperatorCost("Conv2D", 12, 0.08))
    layers = (LayerCost(UPDATE, "", 0.01, 0), LayerCost("backbone/conv1_bn", "BatchNormalization", 0.015, 0.01))
    profile = Profile(5, 20, 0.12, 0.03, operators, layers, 2_000_000_000, None, 1, "trace")
    begin(session, run)
    tell(session, started(run), step(24), Profiled(24, profile))
    assert panel.tabs.currentWidget() is panel.profile
    said = panel.profile.summary.text()
    assert "Steps 5 to 24: 120 ms a step, of which 30 ms waiting for the batch." in said
    assert "Batch normalisation: 25.0 % of the operators' time." in said
    assert "Compiled anew: 1 times. Memory held: 2.0 GB." in said
    found = [table.model().index(0, 0).data() for table in (panel.profile.operators, panel.profile.layers)]
    assert found == ["Conv2D", "backbone/conv1_bn"]
    assert panel.profile.layers.model().index(1, 0).data() == "update of the weights"
    assert panel.profile.operators.model().index(0, 2).data() == "80.0 %"


def test_warnings_are_listed_and_counted(panel: TrainingPanel, session: Session, run: Path) -> None:
    begin(session, run)
    tell(session, Warned("Something to know.", "data"), Warned("Another thing.", "gpu"))
    assert panel.warnings.model().index(1, 0).data() == "Another thing."
    assert panel.tabs.tabText(1) == "Messages (2)"
    begin(session, run)
    tell(session, Warned("Only this.", "data"))
    assert panel.tabs.tabText(1) == "Messages (1)"


def test_end_is_told_in_a_sentence_and_what_to_do_with_it(
    panel: TrainingPanel, session: Session, run: Path, qtbot: QtBot
) -> None:
    (run / "model.keras").write_bytes(b"model")
    (run / "model.json").write_text('{"step": 380, "metrics": {"word_accuracy": 0.81}}')
    begin(session, run)
    tell(session, started(run), step(STEPS), finished(run))
    assert panel.outcome.sentence == (
        f"Finished at step {STEPS} after 12:03: all steps are done. "
        "The model of step 380 reads 81.0 % of the validation words."
    )
    assert "start" in usable(panel)
    qtbot.waitUntil(lambda: not panel.outcome.predict.isHidden(), timeout=WAIT)
    with mock.patch.object(session.predictions, "choose") as choose:
        panel.outcome.predict.click()
    choose.assert_called_once_with(run)


def test_training_that_was_stopped_can_be_resumed_and_one_that_is_done_cannot(
    panel: TrainingPanel, session: Session, run: Path, qtbot: QtBot
) -> None:
    begin(session, run)
    tell(session, started(run), step(40), replace(finished(run), reason="stopped"))
    qtbot.waitUntil(lambda: not panel.outcome.go_on.isHidden(), timeout=WAIT)
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.outcome.go_on.click()
    assert go_on.call_args.args[0].path == run
    begin(session, run)
    tell(session, started(run), step(STEPS), finished(run))
    assert panel.outcome.go_on.isHidden() and not panel.outcome.folder.isHidden()


def test_resume_asks_for_more_time_where_the_time_was_up(
    panel: TrainingPanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_with: list[dict[str, Any]] = []
    monkeypatch.setattr(session.training, "start", lambda values: not started_with.append(dict(values)))
    folder = new_run(session, minutes=3)
    folder.append({"kind": "step", "step": 40, "seconds": 180.0})
    begin(session, folder.path)
    tell(session, started(folder.path), step(40), replace(finished(folder.path), reason="minutes"))
    qtbot.waitUntil(lambda: not panel.outcome.go_on.isHidden(), timeout=WAIT)
    qtbot.mouseClick(panel.outcome.go_on, Qt.MouseButton.LeftButton)
    dialog = panel.findChild(QInputDialog)
    assert dialog is not None
    assert "has trained for 3:00; its time limit is 3:00." in dialog.labelText()
    box = dialog.findChild(QDoubleSpinBox)
    assert box is not None
    box.selectAll()
    qtbot.keyClicks(box, "5")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert started_with[0]["minutes"] == 8
    assert started_with[0]["resume"] is True


def test_failure_says_what_to_do_and_shows_the_log(
    panel: TrainingPanel, session: Session, run: Path, qtbot: QtBot
) -> None:
    begin(session, run)
    tell(session, started(run), step(7), Failed(7, "Step 7: not a finite number. Lower learning_rate.", "not_finite"))
    assert panel.outcome.sentence == "Step 7: not a finite number. Lower learning_rate."
    assert panel.progress.state.text() == f"Failed: {run.name}"
    panel.outcome.log.click()
    assert panel.tabs.currentWidget() is panel.log
    qtbot.waitUntil(lambda: not panel.outcome.go_on.isHidden(), timeout=WAIT)
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.outcome.go_on.click()
    assert go_on.call_args.args[0].path == run


def test_log_is_followed_while_it_grows(panel: TrainingPanel, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    log = tmp_path / "log.txt"
    log.write_text("first line\n")
    panel.tabs.setCurrentWidget(panel.log)
    panel.log.follow(log)
    qtbot.waitUntil(lambda: panel.log.toPlainText() == "first line", timeout=WAIT)
    with log.open("a") as file:
        file.write("名\n")
    qtbot.waitUntil(lambda: panel.log.toPlainText() == "first line\n名", timeout=WAIT)
    panel.log.follow(None)
    assert panel.log.toPlainText() == ""


def test_log_with_a_long_last_line_shows_where_its_lines_begin(
    panel: TrainingPanel, tmp_path: Path, qtbot: QtBot
) -> None:
    log = tmp_path / "log.txt"
    log.write_text("first line\n" * 100 + "warning: " + "word " * 400)
    panel.tabs.setCurrentWidget(panel.log)
    panel.log.follow(log)
    qtbot.waitUntil(lambda: "warning" in panel.log.toPlainText(), timeout=WAIT)
    assert panel.log.horizontalScrollBar().maximum() > 0
    assert panel.log.horizontalScrollBar().value() == 0
    assert panel.log.verticalScrollBar().value() > panel.log.verticalScrollBar().maximum() - 3  # its last lines


# Told on the desktop


@pytest.fixture
def messages(session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is shown on the desktop, for a window that is not the active one."""
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda self: None)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda self, title, text, *_: shown.append((title, text)))
    window = QWidget()
    qtbot.addWidget(window)
    Notifier(session, window)
    return shown


def test_end_of_a_training_is_told_on_the_desktop_where_nobody_looks(
    session: Session, run: Path, messages: list[tuple[str, str]]
) -> None:
    begin(session, run)
    tell(session, started(run), step(1))
    assert messages == []
    tell(session, finished(run))
    assert messages == [
        (f"Training finished: {run.name}", f"81.0 % of the validation words are read, at step {STEPS}.")
    ]
    begin(session, run)
    tell(session, Failed(3, "The disk is full. Free space.", "other"))
    assert messages[-1] == (f"Training interrupted: {run.name}", "The disk is full. Free space.")
