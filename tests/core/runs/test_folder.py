import io
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.noise import resumed_config

from core.base.errors import RunError
from core.runs.config import TrainConfig, make_config
from core.runs.files import RunFiles, read_json
from core.runs.folder import create, git_state, open_existing, stored_config, versions


@pytest.fixture
def config(tmp_path: Path) -> TrainConfig:
    return make_config({"folder": tmp_path, "run": tmp_path / "运行" / "run 1"})


def test_new_folder_holds_the_whole_configuration(config: TrainConfig):
    folder = create(config)
    values = json.loads((folder.path / "config.json").read_text())
    assert values.keys() == TrainConfig.model_fields.keys() | {"schema", "version"}
    assert values["steps"] == 3000
    assert [path.name for path in config.run.parent.iterdir()] == ["run 1"]


def test_run_of_a_newer_version_is_named_and_left_alone(config: TrainConfig):
    path = create(config).choices
    values = json.loads(path.read_text()) | {"schema": 2, "version": "3.1", "manner": "other"}
    path.write_text(json.dumps(values))
    with pytest.raises(RunError, match=r"version 3\.1 of the program wrote it"):
        stored_config(config.run)
    assert json.loads(path.read_text()) == values


@pytest.mark.parametrize("changed", [{"manner": "other"}, {"backend": "mlx"}])
def test_choices_that_only_another_version_knows_are_told_with_that_version(
    config: TrainConfig, changed: dict[str, str]
):
    path = create(config).choices
    values = json.loads(path.read_text()) | changed
    path.write_text(json.dumps(values | {"version": "3.1"}))
    with pytest.raises(RunError, match=r"Version 3\.1 of the program wrote it, and this is version") as told:
        stored_config(config.run)
    assert next(iter(changed)) in str(told.value)
    path.write_text(json.dumps(values))  # of this version, so somebody has changed it
    with pytest.raises(RunError) as told:
        stored_config(config.run)
    assert "wrote it" not in str(told.value)


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_anything_of_that_name_is_refused_and_not_touched(config: TrainConfig, kind: str):
    config.run.parent.mkdir()
    if kind == "folder":
        config.run.mkdir()
    elif kind == "file":
        config.run.write_bytes(b"mine")
    else:
        config.run.symlink_to("nowhere")
    with pytest.raises(RunError, match="of this name already"):
        create(config)
    assert config.run.is_symlink() or not list(config.run.glob("*"))


def test_place_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(RunError, match="the run's folder cannot be made"):
        create(make_config({"folder": tmp_path, "run": tmp_path / "file" / "run"}))


def test_run_goes_on_with_its_own_configuration(config: TrainConfig):
    create(config.model_copy(update={"seed": 9}))
    folder, warnings = open_existing(resumed_config(config.run))
    assert folder.config.seed == 9
    assert warnings == ()


def test_choices_that_make_another_run_are_refused_with_both_values(config: TrainConfig):
    create(config)
    with pytest.raises(RunError, match="the run has batch = 16, and 8 was asked for"):
        open_existing(resumed_config(config.run, batch=8))


def test_more_steps_are_allowed_and_said(config: TrainConfig):
    create(config.model_copy(update={"steps": 100, "validate_every": 5}))
    folder, (warning,) = open_existing(resumed_config(config.run, steps=200))
    assert (folder.config.steps, folder.config.validate_every) == (200, 5)
    assert "200 steps instead of 100 steps: the learning rate falls" in warning


def test_moved_run_is_found_where_it_is(config: TrainConfig, tmp_path: Path):
    create(config)
    config.run.rename(tmp_path / "moved")
    assert stored_config(tmp_path / "moved").run == tmp_path / "moved"


def test_line_that_a_full_disk_cuts_is_taken_back(config: TrainConfig, monkeypatch: pytest.MonkeyPatch):
    folder = create(config)
    folder.append({"step": 1})
    opened = Path.open

    class Full(io.FileIO):
        def write(self, data: Any) -> int:
            return super().write(bytes(data)[:5])

    monkeypatch.setattr(Path, "open", lambda self, mode, **_: Full(self, mode.replace("b", "")))
    with pytest.raises(OSError, match="No space left"):
        folder.append({"step": 2})
    monkeypatch.setattr(Path, "open", opened)
    folder.append({"step": 3})
    assert [line["step"] for line in folder.lines()] == [1, 3]


def test_what_is_not_finite_is_null_in_every_file(config: TrainConfig):
    folder = create(config)
    folder.append({"step": 1, "losses": {"loss": float("nan")}, "gradient_norm": float("inf")})
    folder.metrics.write_text(folder.metrics.read_text() + '{"step": 2, "gradient_norm": Infinity}\n')
    folder.forget_after(2)
    folder.write_json(folder.model_facts, {"step": 1, "metrics": {"word_accuracy": float("nan")}})
    assert folder.metrics.read_text().splitlines() == ['{"step": 1, "losses": {"loss": null}, "gradient_norm": null}']
    assert read_json(folder.model_facts)["metrics"] == {"word_accuracy": None}


def test_folder_without_a_configuration_or_with_a_damaged_one_is_told(tmp_path: Path):
    with pytest.raises(RunError, match="there is no run in this folder"):
        stored_config(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(RunError, match=r"config\.json"):
        stored_config(tmp_path)


def test_what_was_recorded_after_the_checkpoint_is_forgotten(config: TrainConfig):
    folder = create(config)
    for step in (1, 2, 3):
        folder.append({"kind": "step", "step": step})
        folder.save_prediction(Path("a.png"), step, "a", {"ids": np.arange(2)})
    with folder.metrics.open("ab") as file:
        file.write(b'{"kind": "step", "st')  # the process was killed here
    folder.forget_after(2)
    assert [line["step"] for line in folder.lines()] == [1, 2]
    folder.append({"kind": "step", "step": 3})
    assert [line["step"] for line in folder.lines()] == [1, 2, 3]
    kept = sorted(path.name for path in folder.watched_folder(Path("a.png")).glob("*.npz"))
    assert kept == ["step_00000001.npz", "step_00000002.npz"]


def test_images_of_one_name_in_two_folders_are_kept_apart(tmp_path: Path):
    files = RunFiles(tmp_path)
    assert files.watched_folder(Path("a/x.png")) != files.watched_folder(Path("b/x.png"))


def test_second_lock_is_refused_and_free_after_the_first(config: TrainConfig):
    first = create(config)
    first.lock()
    second, _ = open_existing(resumed_config(config.run))
    with pytest.raises(RunError, match="another process is training"):
        second.lock()
    first.unlock()
    second.lock()
    second.unlock()


def test_lock_that_is_a_link_is_refused_and_not_followed(config: TrainConfig, tmp_path: Path):
    run = create(config)
    run.lock_file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError, match=r"\.lock: cannot be opened to lock the run .* Delete it"):
        run.lock()
    assert not (tmp_path / "elsewhere").exists()


def test_versions_name_what_the_result_depends_on():
    assert all(versions()[name] for name in ("python", "tensorflow"))


def test_git_state_is_the_commit_and_the_count_of_changed_files(tmp_path: Path):
    assert git_state(tmp_path) is None

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    try:
        git("init")
    except FileNotFoundError:
        pytest.skip("needs git")
    git("commit", "--allow-empty", "-m", "first")
    (tmp_path / "new.txt").write_text("x")
    state = git_state(tmp_path)
    assert len(state["commit"]) == 40
    assert state["changed_files"] == 1
