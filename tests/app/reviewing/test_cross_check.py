"""The cross-check of a window: fold after fold, stopped, resumed, killed, found again, and at last all images read."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.processes.workers import WAIT, is_running
from support.telling import told_by

from app.reviewing.learned_labels import learned_by
from app.session import Session
from core.index.index import Index
from core.project.project import Project
from core.runs.cross_check import CrossCheck, choices_of_folds, default_steps, fold_of
from core.runs.folder import stored_config

pytestmark = pytest.mark.long

STEPS = 6
WAITING = {"seed": 6}  # the second training waits in step 3 until it is stopped or killed

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


@pytest.fixture
def training_entry() -> str:
    """Trainings that are only told of, by processes without TensorFlow."""
    return "support.processes.replayed_training"


@pytest.fixture
def prediction_entry() -> str:
    """Predictions that are made without TensorFlow."""
    return "support.processes.prediction_entry"


@pytest.fixture
def open_window(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
) -> Iterator[Callable[[], Session]]:
    """Opens windows on one project; what still trains after the test is ended."""
    made: list[Session] = []

    def open_one() -> Session:
        session = make_session(project_folder)
        made.append(session)
        return session

    yield open_one
    for session in made:
        pid = session.training.pid
        if pid is not None and is_running(pid):
            os.kill(pid, signal.SIGTERM)
            qtbot.waitUntil(lambda pid=pid: not is_running(pid), timeout=WAIT)


def wait_for_state(session: Session, qtbot: QtBot, state: str) -> None:
    qtbot.waitUntil(lambda: session.models.cross_checking.state == state, timeout=3 * WAIT)


def kept(session: Session) -> CrossCheck:
    return CrossCheck.read(session.project.root)


def done_steps(run: Path | None) -> int:
    return len((run / "metrics.jsonl").read_bytes().splitlines())


def start_until_second(session: Session, qtbot: QtBot) -> None:
    """Start a cross-check of three folds, and wait until its second training waits."""
    assert session.models.cross_checking.start(3, choices_of_folds(WAITING, STEPS))
    training = session.training
    qtbot.waitUntil(
        lambda: (
            session.models.cross_checking.fold == 1
            and training.state.last_step is not None
            and training.state.last_step.step == 3
        ),
        timeout=WAIT,
    )


def stop_in_second(session: Session, qtbot: QtBot) -> None:
    start_until_second(session, qtbot)
    session.models.cross_checking.stop()
    wait_for_state(session, qtbot, "stopped")


def test_a_second_window_says_that_the_first_is_cross_checking(open_window: Callable[[], Session], qtbot: QtBot):
    first, second = open_window(), open_window()
    sentences = told_by(second)
    start_until_second(first, qtbot)
    before = kept(first)
    assert second.models.cross_checking.start(2, choices_of_folds({}, STEPS))
    wait_for_state(second, qtbot, "stopped")
    assert "Another window is cross-checking" in sentences[-1]
    assert kept(first) == before
    first.models.cross_checking.stop()
    wait_for_state(first, qtbot, "stopped")


def test_each_fold_is_left_out_of_one_training_and_then_all_images_are_read(
    open_window: Callable[[], Session], qtbot: QtBot
):
    session = open_window()
    folds: list[int] = []
    session.models.cross_checking.changed.connect(lambda: folds.append(session.models.cross_checking.fold))
    assert session.models.cross_checking.start(3, choices_of_folds({"seed": 0}, STEPS))
    wait_for_state(session, qtbot, "done")
    assert sorted(set(folds)) == [0, 1, 2]
    runs = kept(session).runs
    names = [run.name for run in runs if run is not None]
    assert [name[:23] for name in names] == [f"00{fold}-cross-check-{fold}-of-3-" for fold in (1, 2, 3)]
    configs = [stored_config(run) for run in runs if run is not None]
    assert [config.fold for config in configs] == [(0, 3), (1, 3), (2, 3)]
    assert {config.steps for config in configs} == {STEPS}
    assert session.in_use.model == session.models.cross_checking.model == kept(session).path
    with Index.open(session.project) as index:
        assert all(row.prediction is not None for row in index.rows())


def test_its_models_have_learned_no_image_that_they_judge_and_each_alone_has(
    open_window: Callable[[], Session], project_folder: Path, qtbot: QtBot
):
    session = open_window()
    session.models.cross_checking.start(2, choices_of_folds({}, STEPS))
    wait_for_state(session, qtbot, "done")
    project = Project.open(project_folder)
    together, first = (
        learned_by(session.models.cross_checking.model, project),
        learned_by(kept(session).runs[0], project),
    )
    images = session.catalog.table.images
    assert not any(map(together, images))
    assert [first(image) for image in images] == [fold_of(image, 2) != 0 for image in images]


def test_stopped_in_the_second_training_it_goes_on_there(open_window: Callable[[], Session], qtbot: QtBot):
    session = open_window()
    stop_in_second(session, qtbot)
    assert session.models.cross_checking.fold == 1
    first, second, third = kept(session).runs
    assert third is None
    before = done_steps(first)
    session.models.cross_checking.resume()
    wait_for_state(session, qtbot, "done")
    assert kept(session).runs[:2] == (first, second)
    assert done_steps(first) == before
    assert all(done_steps(run) >= STEPS for run in kept(session).runs)


def test_next_window_goes_on_with_it(open_window: Callable[[], Session], qtbot: QtBot):
    session = open_window()
    stop_in_second(session, qtbot)
    first, second, _ = kept(session).runs
    session.shutdown()
    later = open_window()
    wait_for_state(later, qtbot, "stopped")
    assert later.models.cross_checking.fold == 1
    assert later.models.cross_checking.model is None
    later.models.cross_checking.resume()
    wait_for_state(later, qtbot, "done")
    assert kept(later).runs[:2] == (first, second)


@posix_only
def test_killed_training_stops_it_and_it_goes_on_with_the_same_run(open_window: Callable[[], Session], qtbot: QtBot):
    session = open_window()
    start_until_second(session, qtbot)
    os.kill(session.training.pid, signal.SIGKILL)
    wait_for_state(session, qtbot, "stopped")
    run = kept(session).runs[1]
    session.models.cross_checking.resume()
    wait_for_state(session, qtbot, "done")
    assert kept(session).runs[1] == run


def test_run_that_is_resumed_from_the_list_takes_the_cross_check_on(open_window: Callable[[], Session], qtbot: QtBot):
    session = open_window()
    stop_in_second(session, qtbot)
    run = kept(session).runs[1]
    qtbot.waitUntil(lambda: session.runs.entry(run) is not None, timeout=WAIT)
    assert session.training.go_on(session.runs.entry(run))
    assert session.models.cross_checking.state == "training"
    wait_for_state(session, qtbot, "done")


def test_finished_one_is_found_by_the_next_window_and_a_run_that_was_deleted_is_trained_again(
    open_window: Callable[[], Session], qtbot: QtBot
):
    session = open_window()
    session.models.cross_checking.start(2, choices_of_folds({}, STEPS))
    wait_for_state(session, qtbot, "done")
    first, second = kept(session).runs
    session.shutdown()
    later = open_window()
    wait_for_state(later, qtbot, "done")
    assert later.models.cross_checking.model == kept(later).path
    later.shutdown()
    shutil.rmtree(first)
    last = open_window()
    wait_for_state(last, qtbot, "stopped")
    assert last.models.cross_checking.fold == 0
    last.models.cross_checking.resume()
    wait_for_state(last, qtbot, "done")
    assert kept(last).runs[1] == second
    assert kept(last).runs[0] != first


def test_window_that_closed_before_all_was_read_leaves_only_that_to_be_done(
    open_window: Callable[[], Session], qtbot: QtBot
):
    session = open_window()
    session.models.cross_checking.start(2, choices_of_folds({}, STEPS))
    wait_for_state(session, qtbot, "done")
    session.shutdown()
    finished = kept(session)
    assert finished.hash
    replace(finished, hash="").write()
    later = open_window()
    wait_for_state(later, qtbot, "stopped")
    assert later.models.cross_checking.is_trained
    later.models.cross_checking.resume()
    wait_for_state(later, qtbot, "done")
    assert later.training.state.run is None
    later.shutdown()
    assert kept(later) == finished


def test_all_trainings_know_the_symbols_that_the_project_had_at_the_start(
    open_window: Callable[[], Session], qtbot: QtBot
):
    session = open_window()
    session.catalog.save_settings(session.project.settings)
    charset = session.catalog.project_charset
    session.models.cross_checking.start(2, choices_of_folds({}, STEPS))
    wait_for_state(session, qtbot, "done")
    chosen = session.project.settings.charset
    for run in kept(session).runs:
        config = stored_config(run)
        assert (config.charset is None) == (chosen is not None)
        if config.charset is not None:
            assert Path(config.charset).read_text("utf-8").split() == [*charset]


@pytest.mark.parametrize(
    ("steps", "choices", "sentence"),
    [(100_000, {}, "A training is running already. Stop it first."), (0, {"batch": 0}, "batch")],
    ids=["while something else trains", "a wrong choice"],
)
def test_what_cannot_be_done_is_told_and_starts_nothing(
    open_window: Callable[[], Session], steps: int, choices: dict[Any, Any], sentence: str
):
    session = open_window()
    told = told_by(session)
    if steps:
        session.training.start({"steps": steps})
    assert not session.models.cross_checking.start(3, choices_of_folds(choices, STEPS))
    assert len(told) == 1 and sentence in told[0]
    assert session.models.cross_checking.state == "none"


def test_model_to_start_from_and_the_validation_of_other_trainings_are_left_out():
    found = choices_of_folds({"start": "a.keras", "validation": 0.3, "steps": 9, "batch": 4}, 100, 2)
    assert (found["batch"], found["steps"], found["minutes"], found["validate_every"]) == (4, 100, 2, 25)
    assert not {"start", "validation"} & found.keys()


def test_all_trainings_together_have_the_steps_of_one():
    assert default_steps({}, 3) == 1000
    assert default_steps({"steps": 100}, 3) == 34
    assert default_steps({"preset": "paper"}, 4) == 15_000
    assert default_steps({"batch": 0}, 3) == 1000
