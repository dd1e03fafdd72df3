"""What is known of a run from its folder, and what may be done to it."""

import calendar
import json
from pathlib import Path
from typing import Any

import pytest
from support.networks.noise import config_of

from core.base.errors import RunError
from core.runs.folder import RunFolder, create
from core.runs.info import (
    delete_run,
    find_runs,
    is_locked,
    next_name,
    read_run,
    rename_run,
    watched_predictions,
    write_notes,
)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run of six steps that has done two."""
    return made(tmp_path, "run")


def made(tmp_path: Path, name: str, **choices: Any) -> RunFolder:
    run = create(config_of(tmp_path, tmp_path / "runs" / name, **choices))
    for step in (1, 2):
        run.append({"kind": "step", "step": step, "loss": 1.0, "seconds": 30.0 * step})
    return run


def with_model(run: RunFolder) -> None:
    run.model.write_bytes(bytes(1000))
    run.write_json(run.model_facts, {"step": 2, "metrics": {"word_accuracy": 0.75}})


def test_a_run_that_has_not_reached_its_end_can_go_on(run: RunFolder):
    with_model(run)
    run.write_json(run.facts, {"beginnings": [{"step": 0, "device": "CPU"}, {"step": 1, "device": "NVIDIA L4"}]})
    info = read_run(run.path)
    assert (info.state, info.step, info.steps, info.preset) == ("stopped", 2, 6, "small")
    assert (info.best_step, info.metrics, info.model) == (2, {"word_accuracy": 0.75}, run.model)
    assert (info.seconds, info.device) == (60.0, "NVIDIA L4")
    assert info.size > 1000


@pytest.mark.parametrize(
    "choices", [{"steps": 2}, {"minutes": 1.0}, {"patience": 2}], ids=["steps", "minutes", "patience"]
)
def test_a_run_that_has_reached_its_end_is_finished(tmp_path: Path, choices: dict[Any, Any]):
    run = made(tmp_path, "run", **choices)
    for best in (True, False, False):
        run.append({"kind": "validation", "step": 2, "losses": {}, "metrics": {}, "best": best, "seconds": 60.0})
    assert read_run(run.path).state == "stopped"  # there is no model yet
    with_model(run)
    assert read_run(run.path).state == "finished"


def test_a_validation_that_does_not_count_for_the_patience_ends_no_run(tmp_path: Path):
    run = made(tmp_path, "run", patience=2)
    for best, waiting in ((True, 0), (False, 1), (False, 1)):  # the last one was made because a person stopped the run
        line = {"kind": "validation", "step": 2, "losses": {}, "metrics": {}, "best": best, "waiting": waiting}
        run.append(line | {"seconds": 60.0})
    with_model(run)
    assert read_run(run.path).state == "stopped"


def test_the_words_of_a_validation_are_those_of_the_best_model(run: RunFolder):
    with_model(run)
    for images, best in ((40, False), (38, True), (31, False)):  # pictures have been deleted meanwhile
        run.append({"kind": "validation", "step": 2, "losses": {}, "metrics": {}, "images": images, "best": best})
    assert read_run(run.path).validated == 38


def test_what_the_last_validations_have_read_is_known_after_many_long_steps(tmp_path: Path):
    run = made(tmp_path, "run", patience=2)
    with_model(run)
    norms = {f"layer{number}": 1.0 for number in range(200)}
    for step, best in enumerate((True, False, False), 3):
        run.append({"kind": "validation", "step": step, "metrics": {}, "images": 57, "best": best, "seconds": 60.0})
        for _ in range(60):
            run.append({"kind": "step", "step": step, "loss": 1.0, "layer_norms": norms, "seconds": 60.0})
    info = read_run(run.path)
    assert (info.step, info.validated, info.waiting) == (5, 57, 2)
    assert (info.state, info.reached) == ("finished", "patience")


def test_a_run_is_running_while_its_process_holds_it(run: RunFolder):
    run.lock()
    assert (is_locked(run.path), read_run(run.path).state) == (True, "running")
    run.unlock()
    assert (is_locked(run.path), read_run(run.path).state) == (False, "stopped")
    run.lock()  # looking does not stay in a training's way
    run.unlock()


def test_a_failed_run_says_what_went_wrong(run: RunFolder):
    run.failure.write_text("Traceback (most recent call last):\n  …\nMemoryError: no more\n")
    info = read_run(run.path)
    assert (info.state, info.problem) == ("failed", "MemoryError: no more")


def test_a_run_whose_configuration_is_damaged_is_listed_with_the_reason(run: RunFolder):
    (run.path / "config.json").write_text("{")
    info = read_run(run.path)
    assert (info.state, info.config, info.preset) == ("unreadable", None, "")
    assert "config.json" in info.problem


def test_runs_are_found_in_folders_and_as_folders_each_once(tmp_path: Path, run: RunFolder):
    elsewhere = create(config_of(tmp_path, tmp_path / "elsewhere")).path
    (tmp_path / "runs" / "no_run").mkdir()
    roots = (tmp_path / "runs", run.path, elsewhere, tmp_path / "missing")
    assert {info.path for info in find_runs(roots)} == {run.path, elsewhere}
    assert len(find_runs(roots)) == 2


def test_new_runs_are_numbered_on():
    now = calendar.timegm((2026, 3, 5, 12, 0, 0))
    assert next_name([], "small", now) == "001-small-2026-03-05"
    assert next_name(["007-paper-2025-01-01", "my own", "012-x"], "paper", now) == "013-paper-2026-03-05"


def test_a_renamed_run_keeps_its_files(run: RunFolder):
    write_notes(run.path, "Größer 大")
    moved = rename_run(run.path, "  better one ")
    assert moved == run.path.with_name("better one")
    assert read_run(moved).notes == "Größer 大"
    assert not run.path.exists()


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\\b", "what?"])
def test_a_name_that_is_none_is_refused(run: RunFolder, name: str):
    with pytest.raises(RunError, match="cannot be the name of a run"):
        rename_run(run.path, name)
    assert run.path.is_dir()


def test_no_run_takes_the_name_of_another(tmp_path: Path, run: RunFolder):
    made(tmp_path, "other")
    with pytest.raises(RunError, match="of this name already"):
        rename_run(run.path, "other")


def test_a_deleted_run_leaves_nothing(run: RunFolder):
    delete_run(run.path)
    assert list(run.path.parent.iterdir()) == []


def test_a_run_that_is_trained_is_neither_renamed_nor_deleted(run: RunFolder):
    run.lock()
    with pytest.raises(RunError, match="Stop the training first"):
        delete_run(run.path)
    with pytest.raises(RunError, match="so it keeps its name"):
        rename_run(run.path, "other")
    run.unlock()
    assert read_run(run.path).step == 2


def test_a_folder_that_is_no_run_is_never_deleted(tmp_path: Path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one.png").write_bytes(b"x")
    with pytest.raises(RunError, match="there is no run in this folder"):
        delete_run(tmp_path / "photos")
    assert (tmp_path / "photos" / "one.png").exists()


def test_watched_predictions_are_given_in_the_order_of_their_steps(tmp_path: Path, run: RunFolder):
    image = tmp_path / "word.png"
    assert watched_predictions(run.path, image) == ()
    for step in (100_000_000, 5, 20):
        run.save_prediction(image, step, "12", {})
    (run.watched_folder(image) / "notes.txt").write_text(json.dumps({}))
    assert [step for step, _ in watched_predictions(run.path, image)] == [5, 20, 100_000_000]


@pytest.mark.parametrize("name", ["config.json", "run.json", "model.json", "metrics.jsonl", "notes.txt", "failure.txt"])
@pytest.mark.parametrize(
    "content",
    [
        b"[" * 50_000,
        b'{"step": 1e999, "seconds": {}, "metrics": 5, "beginnings": [5]}\n',
        b'{"step": 7, "seconds": [], "metrics": ["a"], "beginnings": [{"device": []}]}\n',
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_of_one_run_hides_no_other_run(tmp_path: Path, name: str, content: bytes):
    with_model(made(tmp_path, "bad"))
    with_model(made(tmp_path, "good"))
    (tmp_path / "runs" / "bad" / name).write_bytes(content)
    found = {info.name: info for info in find_runs((tmp_path / "runs",))}
    assert found["good"].state == "stopped" and not found["good"].problem
    assert "bad" in found


@pytest.mark.parametrize("name", ["model.json", "run.json"])
def test_a_garbled_file_of_a_run_is_told(run: RunFolder, name: str):
    with_model(run)
    (run.path / name).write_bytes(b"{")
    assert f"run/{name}: damaged" in read_run(run.path).problem
