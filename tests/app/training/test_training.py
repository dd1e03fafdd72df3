"""The training as the window sees it: started, steered, told of, found again, and what its end is called."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT, is_running

from app.project.workspace import Workspace
from app.settings.settings import Settings
from app.training.runs import Runs
from app.training.training import Training
from app.workers import running
from app.workers.process import TRAINING
from core.project.project import Project
from core.runs.events import CheckpointSaved, Prediction, Started, Warned

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


class Window:
    def __init__(self, project: Path, qtbot: QtBot) -> None:
        workspace = self.workspace = Workspace(Settings(project.parent / "settings.json"))
        self.runs = Runs(workspace, workspace)
        self.training = Training(workspace, self.runs, entry="support.processes.replayed_training")
        self.told: list[tuple[str, str]] = []
        self.news: list[Any] = []
        self.predictions: list[Prediction] = []
        self._qtbot = qtbot
        self.training.notified.connect(lambda *told: self.told.append(told))
        self.training.news.connect(self.news.append)
        self.training.predicted.connect(self.predictions.append)
        self.runs.set_project(Project.open(project))
        self.training.set_folder(project)

    def until(self, condition: Callable[[], object]) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()), timeout=WAIT)

    def step(self, number: int) -> None:
        self.until(lambda: self.training.state.last_step is not None and self.training.state.last_step.step >= number)

    def runs_are_done(self, run: Path) -> None:
        """Wait until all that was asked of the runs before has been done: the jobs of their lane keep their order."""
        done: list[object] = []
        self.runs.read_curves(run, done.append)
        self.until(lambda: done)

    def close(self) -> None:
        self.training.shutdown()
        self.workspace.background.shutdown()

    @property
    def pid(self) -> int:
        return self.training.pid


@pytest.fixture
def new_window(tmp_path: Path, qtbot: QtBot) -> Iterator[Callable[[], Window]]:
    """Makes windows on one project; whatever still trains after the test is killed."""
    project = tmp_path / "words"
    project.mkdir()
    made: list[Window] = []

    def make() -> Window:
        window = Window(project, qtbot)
        made.append(window)
        return window

    yield make
    began = [window for window in made if window.training.log is not None]
    for window in made:
        window.close()
    for window in began:
        window.until(lambda window=window: window.training.pid)
    pids = {window.pid for window in began}
    for pid in pids:
        if is_running(pid):
            os.kill(pid, signal.SIGTERM)
        qtbot.waitUntil(lambda pid=pid: not is_running(pid), timeout=WAIT)


@pytest.fixture
def window(new_window: Callable[[], Window]) -> Window:
    """One with a training that is only told, not made."""
    return new_window()


def test_a_training_goes_from_its_start_to_its_end(window: Window):
    training = window.training
    states = [training.state.phase]
    training.state_changed.connect(lambda: states.append(training.state.phase))
    assert training.start({"steps": 6})
    window.until(lambda: not training.is_busy)
    assert states == ["idle", "starting", "running", "finished"]
    assert training.state.result.reason == "steps"
    assert training.state.started is not None
    assert training.state.compiling is None
    assert training.state.warnings == ("Something to know.",)
    steps, losses = training.curves["loss"]
    np.testing.assert_array_equal(steps, np.arange(1, 7))
    np.testing.assert_allclose(losses, 1 / steps)
    assert training.curves.last("word_accuracy") == 0.25
    assert training.curves.last("validation_loss") == 2.0


def test_new_runs_are_numbered_in_the_projects_own_folder(window: Window, tmp_path: Path):
    for _ in range(2):
        window.training.start({"steps": 1})
        window.until(lambda: not window.training.is_busy)
        window.until(lambda: window.runs.entry(window.training.state.run or Path()))
    names = sorted(info.name for info in window.runs.entries)
    assert [name[:10] for name in names] == ["001-small-", "002-small-"]
    assert all(info.path.parent == tmp_path / "words/.textscanner/runs" for info in window.runs.entries)
    window.until(lambda: {info.state for info in window.runs.entries} == {"finished"})


def test_a_wrong_choice_is_told_and_starts_nothing(window: Window):
    assert not window.training.start({"steps": 0})
    assert window.training.state.phase == "idle"
    ((severity, sentence),) = window.told
    assert (severity, "steps" in sentence) == ("warning", True)


def test_a_second_training_is_refused_while_one_runs(window: Window):
    window.training.start({"steps": 100_000})
    assert not window.training.start({"steps": 1})
    assert window.told == [("warning", "A training is running already. Stop it first.")]


@pytest.mark.skipif(sys.platform == "win32", reason="niceness is POSIX's")
def test_a_training_stands_behind_the_window(window: Window):
    window.training.start({"steps": 400})
    window.step(1)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, window.pid) == min(ours + TRAINING, 19)


def test_pause_watch_and_resume(window: Window, tmp_path: Path):
    training = window.training
    training.start({"steps": 100_000})
    window.step(2)
    training.pause()
    window.until(lambda: training.state.phase == "paused")
    before = training.state.last_step.step
    training.watch([tmp_path / "word.png"])
    window.until(lambda: window.predictions)
    assert (window.predictions[0].image, window.predictions[0].step) == (str(tmp_path / "word.png"), before)
    training.resume()
    window.step(before + 2)
    assert training.state.phase == "running"


def test_stop_and_keep_ends_with_a_model(window: Window):
    training = window.training
    called: list[str] = []
    training.start({"steps": 100_000})
    window.step(3)
    training.stop(then=lambda: called.append(training.state.phase))
    assert training.state.phase == "stopping"
    window.until(lambda: called)
    assert called == ["finished"]
    assert training.state.result.reason == "stopped"
    assert training.state.result.model.exists()


def test_stop_before_the_first_step_ends_it_at_once_and_leaves_no_run(window: Window):
    training = window.training
    training.start({"steps": 100_000})
    run = training.state.run
    training.stop()
    assert training.state.phase == "stopping"
    window.until(lambda: not training.is_busy)
    assert (training.state.phase, window.told) == ("idle", [])
    window.until(lambda: not run.exists())


@posix_only
def test_stop_of_a_found_training_keeps_its_run_though_no_step_of_it_has_been_heard(
    window: Window, new_window: Callable[[], Window]
):
    window.training.start({"steps": 1_000_000})
    window.step(5)
    run = window.training.state.run
    window.training.keep_on()
    window.until(lambda: window.training.state.phase == "idle")
    window.close()

    later = new_window()
    later.until(lambda: later.runs.entry(run))
    record = running.find(run)
    assert record is not None and later.training.attach(record)
    later.training.stop()
    later.until(lambda: not later.training.is_busy)
    assert later.training.state.phase == "finished"
    assert (run / "model.keras").exists()
    assert later.told == []


def test_stop_before_the_first_step_leaves_a_resumed_run_that_had_no_checkpoint(window: Window):
    training = window.training
    training.start({"steps": 3})
    window.until(lambda: not training.is_busy)
    run = training.state.run
    window.until(lambda: window.runs.entry(run))
    for file in ("metrics.jsonl", "model.keras"):
        (run / file).unlink()
    shutil.rmtree(run / "checkpoints")
    training.news.connect(lambda event: training.stop() if isinstance(event, Started) else None)
    assert training.go_on(window.runs.entry(run))
    window.until(lambda: not training.is_busy)
    assert training.state.started.step == 0
    window.runs_are_done(run)
    assert run.exists()


def test_stop_leaves_the_run_of_another_training_with_the_same_folder(window: Window):
    training = window.training
    training.start({"steps": 3})
    window.until(lambda: not training.is_busy)
    run = training.state.run
    training.start({"steps": 3, "run": run, "seed": 1})
    training.stop()
    window.until(lambda: not training.is_busy)
    window.runs_are_done(run)
    assert (run / "model.keras").exists()


def test_process_that_has_trained_predicts_until_it_is_let_go(window: Window, tmp_path: Path):
    training = window.training
    training.start({"steps": 3, "seed": 7})
    window.until(lambda: training.state.phase == "finished")
    assert training.is_answering and not training.is_busy
    training.watch([tmp_path / "word.png"])
    window.until(lambda: window.predictions)
    pid = training.pid
    training.let_go()
    assert not training.is_answering
    window.until(lambda: not is_running(pid))
    assert (training.state.phase, window.told) == ("finished", [])


def test_next_training_begins_though_the_process_of_the_last_one_still_answers(window: Window):
    training = window.training
    training.start({"steps": 3, "seed": 7})
    window.until(lambda: training.is_answering)
    first = training.state.run
    assert training.start({"steps": 3})
    window.until(lambda: training.state.phase == "finished")
    assert training.state.run != first


def test_cancel_can_delete_the_run(window: Window):
    training = window.training
    training.start({"steps": 100_000})
    window.step(3)
    run = training.state.run
    training.cancel(delete=True)
    window.until(lambda: not training.is_busy)
    assert (training.state.phase, training.state.result) == ("idle", None)
    window.until(lambda: not run.exists())


def test_cancel_without_deleting_keeps_the_run(window: Window):
    training = window.training
    training.start({"steps": 100_000})
    window.step(3)
    training.cancel()
    window.until(lambda: not training.is_busy)
    assert training.state.run is not None
    window.until(lambda: (info := window.runs.entry(training.state.run or Path())) and info.state == "stopped")


@pytest.mark.parametrize(
    ("seed", "state", "said"),
    [
        (1, "failed", "not possible. Do something else."),
        (2, "failed", "Step 2: not a finite number. Lower learning_rate."),
        (3, "lost", "The training stopped with an error. There was not enough memory (MemoryError: no more)."),
        (4, "lost", "The training ended with exit code 7 without giving a reason."),
    ],
    ids=["refused", "failed", "crashed", "silent"],
)
def test_how_a_training_ended_is_told_in_a_sentence(window: Window, seed: int, state: str, said: str):
    window.training.start({"steps": 1000, "seed": seed})
    window.until(lambda: not window.training.is_busy)
    assert window.training.state.phase == state
    assert said in window.training.state.result.message
    assert window.told == [("error", window.training.state.result.message)]


def test_a_run_goes_on_with_its_curves_from_before(window: Window):
    training = window.training
    training.start({"steps": 10})
    window.until(lambda: not training.is_busy)
    window.until(lambda: window.runs.entry(training.state.run or Path()))
    info = window.runs.entry(training.state.run)
    assert training.go_on(info, steps=20)
    window.until(lambda: not training.is_busy)
    assert training.state.started.step == 10
    window.until(lambda: len(training.curves.get("loss", [[]])[0]) == 20)
    np.testing.assert_array_equal(training.curves["loss"][0], np.arange(1, 21))


@posix_only
def test_a_training_ends_by_itself_when_the_window_is_gone(window: Window, qtbot: QtBot):
    window.training.start({"steps": 1_000_000})
    window.step(2)
    pid, run = window.pid, window.training.state.run
    window.close()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)
    assert (run / "model.keras").exists()
    assert running.find(run) is None


@posix_only
def test_a_kept_training_is_found_by_the_next_window(window: Window, new_window: Callable[[], Window], tmp_path: Path):
    first = window.training
    called: list[bool] = []
    first.start({"steps": 1_000_000, "watch": (tmp_path / "a.png",)})
    window.step(5)
    first.keep_on(then=lambda: called.append(True))
    window.until(lambda: called)
    assert first.state.phase == "idle"
    window.close()

    later = new_window()
    second = later.training
    later.runs.found_training.connect(second.attach)
    later.until(lambda: second.state.phase == "running" and second.state.warnings)
    assert second.state.run == first.state.run
    assert second.state.warnings == ("Something to know.",)
    later.until(lambda: "loss" in second.curves)
    later.step(6)
    later.until(lambda: len(second.curves["loss"][0]) > 6)
    steps = second.curves["loss"][0]
    np.testing.assert_array_equal(steps, np.arange(1, len(steps) + 1))  # none twice, none missing
    second.stop()
    later.until(lambda: not second.is_busy)
    assert second.state.phase == "finished"


def test_the_curves_are_announced_at_most_four_times_a_second(window: Window):
    training = window.training
    announced: list[int] = []
    training.curves_changed.connect(lambda: announced.append(training.curves.last_step))
    training.start({"steps": 60})
    window.until(lambda: not training.is_busy and announced and announced[-1] == 60)
    assert len(announced) < 30


def test_warnings_and_checkpoints_are_news(window: Window):
    window.training.start({"steps": 5})
    window.until(lambda: not window.training.is_busy)
    kinds = {type(event) for event in window.news}
    assert {Warned, CheckpointSaved} <= kinds
    assert window.training.state.checkpoint.step == 3
