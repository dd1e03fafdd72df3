"""A real training in its child process: a few steps on a tiny project, steered, killed, resumed and left alone."""

import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.networks.tiny_training import TINY, images_of, make_project
from support.processes.workers import WAIT, full_disk, is_running

from app.project.workspace import Workspace
from app.training.runs import Runs
from app.training.training import Training
from app.workers import running
from app.workers.messages import Checked, Estimated, Timed
from core.model.training.checkpoints import Checkpoints
from core.project.project import Project
from core.runs.events import Finished, Prediction, Started, Step
from core.runs.state import TrainingState

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")]

CHOICES: dict[str, Any] = {**TINY, "steps": 100_000, "eager": True, "validate_every": 100_000}  # nothing to compile


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"))


@pytest.fixture
def training(workspace: Workspace, project: Path, qtbot: QtBot) -> Iterator[Training]:
    runs = Runs(workspace, workspace)
    runs.set_project(Project.open(project))
    training = Training(workspace, runs, workspace)
    training.set_folder(project)
    yield training
    training.cancel()
    qtbot.waitUntil(lambda: not training.is_busy, timeout=WAIT)
    training.shutdown()


def wait(qtbot: QtBot, condition: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(condition()), timeout=WAIT)


def pid_of(training: Training) -> int:
    return training.pid


def test_a_training_is_steered_found_by_a_second_window_and_stopped(
    workspace: Workspace, training: Training, project: Path, tmp_path: Path, qtbot: QtBot
):
    predictions: list[Prediction] = []
    training.predicted.connect(predictions.append)
    first, second = images_of(project)[:2]
    training.start({**CHOICES, "run": tmp_path / "run", "watch": (first,)})
    wait(qtbot, lambda: training.state.last_step is not None)
    assert training.state.started.training > 0
    wait(qtbot, lambda: predictions)
    assert predictions[0].image == str(first)
    assert predictions[0].maps.map_size == (8, 16)
    assert training.log == tmp_path / "run" / "log.txt"
    training.pause()
    wait(qtbot, lambda: training.state.phase == "paused")
    training.watch([second])
    wait(qtbot, lambda: predictions[-1].image == str(second))

    other = Training(workspace, Runs(workspace, workspace), workspace)
    record = running.find(tmp_path / "run")
    assert other.attach(record)
    wait(qtbot, lambda: other.state.phase == "paused")
    assert other.state.last_step == training.state.last_step
    other.resume()
    wait(qtbot, lambda: training.state.phase == "running")
    other.stop()
    wait(qtbot, lambda: not other.is_busy and not training.is_busy)
    for seen in (training, other):
        assert seen.state.result.reason == "stopped"
    assert (tmp_path / "run" / "model.keras").is_file()
    assert Checkpoints(tmp_path / "run" / "checkpoints").steps() == [training.state.result.step]
    log = (tmp_path / "run" / "log.txt").read_text()
    assert "finished at step" in log
    assert re.search(r"order_gru +RowGRU +EagerTensor +\d+ × \d+ × \d+ × \d+ +float32 ( *-?\d\S*)+ …", log)


def test_a_killed_training_is_told_of_goes_on_and_ends_by_itself_without_a_window(
    training: Training, tmp_path: Path, qtbot: QtBot
):
    run = tmp_path / "run"
    training.start({**CHOICES, "run": run, "checkpoint_minutes": 0})
    wait(qtbot, lambda: training.state.checkpoint is not None)
    os.kill(pid_of(training), signal.SIGKILL)
    wait(qtbot, lambda: not training.is_busy)
    assert training.state.phase == "lost"
    assert "The training was killed by signal 9" in training.state.result.message

    training.start({**CHOICES, "run": run, "checkpoint_minutes": 60, "resume": True})
    wait(qtbot, lambda: training.state.last_step is not None)
    assert training.state.started.step > 0
    wait(qtbot, lambda: "loss" in training.curves and training.curves["loss"][0][0] == 1)
    pid = pid_of(training)
    done = training.state.last_step.step
    training.shutdown()
    qtbot.waitUntil(lambda: not is_running(pid), timeout=WAIT)
    assert Checkpoints(run / "checkpoints").steps()[-1] >= done
    assert running.find(run) is None
    training.state = TrainingState()  # nobody listens to it any more


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits another process")
def test_a_disk_that_fills_up_is_told_of_once_and_the_training_goes_on(
    training: Training, tmp_path: Path, qtbot: QtBot
):
    run = tmp_path / "run"
    training.start({**CHOICES, "run": run, "checkpoint_minutes": 0})
    wait(qtbot, lambda: training.state.checkpoint is not None and training.state.last_step is not None)
    with full_disk(pid_of(training)):
        until = training.state.last_step.step + 4
        wait(qtbot, lambda: training.state.last_step is not None and training.state.last_step.step >= until)
    wait(qtbot, lambda: sum("Writing works again" in warning for warning in training.state.warnings) == 2)
    training.stop()
    wait(qtbot, lambda: not training.is_busy)
    assert isinstance(training.state.result, Finished), training.state.result
    for told in ("the checkpoint was not written (File too large)", "are not recorded (File too large)"):
        assert sum(told in warning for warning in training.state.warnings) == 1
    found, damaged = Checkpoints(run / "checkpoints").latest()
    assert (found[0].step, damaged) == (training.state.result.step, ())


def test_the_check_tells_what_is_used_and_how_much_memory_and_time_it_takes(
    training: Training, tmp_path: Path, qtbot: QtBot
):
    messages: list[Any] = []
    training.checked.connect(messages.append)
    assert training.preview({**CHOICES, "run": tmp_path / "run"})
    wait(qtbot, lambda: not training.is_checking)
    (checked,) = [message for message in messages if isinstance(message, Checked)]
    (estimated,) = [message for message in messages if isinstance(message, Estimated)]
    (timed,) = [message for message in messages if isinstance(message, Timed)]
    assert (checked.steps, checked.batch) == (100_000, 2)
    assert checked.training + checked.validation == 12
    assert checked.left_out == ()
    assert estimated.memory > 100 << 20
    assert timed.total == pytest.approx(timed.step * 100_000)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_run_survives_a_hundred_kills_at_random_moments(training: Training, tmp_path: Path, qtbot: QtBot):
    """Each time it goes on from a whole checkpoint; with their window they are killed in `e2e/test_worker_kills.py`."""
    chance, run = random.Random(3), tmp_path / "run"
    training.start({**CHOICES, "run": run, "checkpoint_minutes": 0})
    wait(qtbot, lambda: training.state.checkpoint is not None)
    for _ in range(100):
        if chance.random() < 0.7:  # while steps and checkpoints are made, else while it starts
            steps = chance.randrange(1, 6)
            wait(qtbot, lambda: training.state.last_step is not None)
            wait(qtbot, lambda n=training.state.last_step.step + steps: training.state.last_step.step >= n)
        else:
            wait(qtbot, lambda: training.memory is not None)
        os.kill(pid_of(training), signal.SIGKILL)
        wait(qtbot, lambda: not training.is_busy)
        assert training.state.phase == "lost"
        found, damaged = Checkpoints(run / "checkpoints").latest()
        assert found is not None
        assert damaged == ()
        training.start({**CHOICES, "run": run, "checkpoint_minutes": 0, "resume": True})
    seen: list[Any] = []
    training.news.connect(seen.append)
    wait(qtbot, lambda: any(isinstance(event, Step) for event in seen))
    started = next(event for event in seen if isinstance(event, Started))
    assert started.step > 0
    training.stop()
    wait(qtbot, lambda: not training.is_busy)
    assert isinstance(training.state.result, Finished)
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    steps_written = [line["step"] for line in lines if line["kind"] == "step"]
    assert steps_written == [*range(1, steps_written[-1] + 1)]
