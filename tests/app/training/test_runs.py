from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.networks.noise import config_of
from support.processes.workers import WAIT

from app.project.workspace import Workspace
from app.training.runs import Follower, Runs
from core.project.project import Project
from core.runs.folder import RunFolder, create


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    return tmp_path / "words"


@pytest.fixture
def run(project: Path) -> RunFolder:
    return create(config_of(project, project / ".textscanner/runs/001-small-2026-01-01"))


@pytest.fixture
def runs(project: Path, run: RunFolder, workspace: Workspace, qtbot: QtBot) -> Runs:
    runs = Runs(workspace, workspace)
    with qtbot.waitSignal(runs.changed, timeout=WAIT, check_params_cb=None):
        runs.set_project(Project.open(project))
    qtbot.waitUntil(lambda: runs.entry(run.path) is not None, timeout=WAIT)
    return runs


def test_runs_elsewhere_are_listed_once_added_also_in_a_later_window(
    runs: Runs, project: Path, tmp_path: Path, workspace: Workspace, qtbot: QtBot
):
    elsewhere = create(config_of(project, tmp_path / "elsewhere" / "run")).path
    runs.add(elsewhere.parent)
    qtbot.waitUntil(lambda: runs.entry(elsewhere) is not None, timeout=WAIT)
    later = Runs(workspace, workspace)
    later.set_project(Project.open(project))
    qtbot.waitUntil(lambda: later.entry(elsewhere) is not None, timeout=WAIT)
    later.forget(elsewhere.parent)
    qtbot.waitUntil(lambda: later.entry(elsewhere) is None, timeout=WAIT)
    assert elsewhere.is_dir()


def test_rename_notes_and_delete_show_in_the_list(runs: Runs, run: RunFolder, qtbot: QtBot):
    named = run.path.with_name("named")
    runs.rename(run.path, "named")
    qtbot.waitUntil(lambda: runs.entry(named) is not None and runs.entry(run.path) is None, timeout=WAIT)
    runs.set_notes(named, "good")
    qtbot.waitUntil(lambda: (info := runs.entry(named)) is not None and info.notes == "good", timeout=WAIT)
    runs.delete(named)
    qtbot.waitUntil(lambda: runs.entries == (), timeout=WAIT)


def test_what_cannot_be_done_is_told(runs: Runs, run: RunFolder, qtbot: QtBot):
    run.lock()
    with qtbot.waitSignal(runs.trouble, timeout=WAIT) as told:
        runs.delete(run.path)
    run.unlock()
    assert "Stop the training first" in told.args[0]


def test_a_new_runs_folder_is_numbered_on(runs: Runs, run: RunFolder):
    folder = runs.new_folder("paper")
    assert folder.parent == run.path.parent
    assert folder.name.startswith("002-paper-")


def test_a_new_run_is_numbered_on_before_the_list_is_there(project: Path, run: RunFolder, workspace: Workspace):
    runs = Runs(workspace, workspace)
    runs.set_project(Project.open(project))
    folder = runs.new_folder("small")
    assert folder.name.startswith("002-")


def test_another_project_has_other_runs(runs: Runs, tmp_path: Path):
    (tmp_path / "others").mkdir()
    runs.set_project(Project.open(tmp_path / "others"))
    assert runs.entries == ()
    runs.set_project(None)
    assert runs.new_folder("small") is None


def test_a_run_of_another_process_is_followed(workspace: Workspace, run: RunFolder, qtbot: QtBot):
    follower = Follower(run.path, workspace.background, workspace, every=10)
    run.append({"kind": "step", "step": 1, "loss": 2.0})
    qtbot.waitUntil(lambda: "loss" in follower.curves, timeout=WAIT)
    run.append({"kind": "step", "step": 2, "loss": 1.0})
    qtbot.waitUntil(lambda: follower.curves["loss"][1].tolist() == [2.0, 1.0], timeout=WAIT)
    run.forget_after(1)  # it is resumed from an earlier checkpoint
    qtbot.waitUntil(lambda: follower.curves["loss"][1].tolist() == [2.0], timeout=WAIT)
    follower.stop()


def test_the_end_of_a_training_by_another_process_shows_in_the_list(
    workspace: Workspace, project: Path, run: RunFolder, qtbot: QtBot
):
    runs = Runs(workspace, workspace, every=10)
    run.lock()
    runs.set_project(Project.open(project))
    qtbot.waitUntil(lambda: (info := runs.entry(run.path)) is not None and info.state == "running", timeout=WAIT)
    run.unlock()
    qtbot.waitUntil(lambda: (info := runs.entry(run.path)) is not None and info.state == "stopped", timeout=WAIT)


def test_list_of_other_folders_that_cannot_be_read_is_told_and_set_aside_and_hides_no_run(
    project: Path, run: RunFolder, workspace: Workspace, qtbot: QtBot
):
    listed = project / ".textscanner/runs.json"
    listed.write_bytes(b'{"folders": ["/elsewh')
    runs = Runs(workspace, workspace)
    with qtbot.waitSignal(runs.trouble, timeout=WAIT) as told:
        runs.set_project(Project.open(project))
    assert "runs.json: the list of other folders" in told.args[0]
    qtbot.waitUntil(lambda: runs.entry(run.path) is not None, timeout=WAIT)
    (aside,) = listed.parent.glob("runs.json.damaged-*")
    assert aside.read_bytes() == b'{"folders": ["/elsewh'
