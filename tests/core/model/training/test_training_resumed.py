"""Runs that are stopped, killed and resumed, each in a process: determinism is set before TensorFlow starts."""

import random
import time
from pathlib import Path

import numpy as np
import pytest
from support.networks.tiny_training import differing, final_state, recorded, run_child, start_child

from core.model.network.saving import load_model
from core.runs.learning_history import read_learning_history

pytestmark = pytest.mark.long

STEPS = 8
SAME = {"deterministic": True, "seed": 3, "steps": STEPS, "validate_every": 3, "ema": 0.9, "learning_rate": 0.01}


@pytest.fixture(scope="module")
def uninterrupted(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("runs") / "whole"
    run_child(project, run, **SAME)
    return run


def assert_same(run: Path, uninterrupted: Path) -> None:
    assert recorded(run) == recorded(uninterrupted)
    found, wanted = read_learning_history(run), read_learning_history(uninterrupted)
    assert found is not None and wanted is not None and len(wanted.learning_history) == 4
    assert found.learning_history.words == wanted.learning_history.words
    for name in ("steps", "exact", "marks", "confidence", "read"):
        np.testing.assert_array_equal(getattr(found.learning_history, name), getattr(wanted.learning_history, name))
    assert differing(final_state(run), final_state(uninterrupted)) == []


def test_run_stopped_halfway_and_resumed_ends_as_one_that_was_not(project: Path, uninterrupted: Path, tmp_path: Path):
    run = tmp_path / "run"
    first = run_child(project, run, **SAME, stop_at=STEPS // 2)
    assert first[-1] == f"Finished {STEPS // 2} "
    second = run_child(project, run, **SAME, resume=True)
    assert second[-1] == f"Finished {STEPS} "
    assert f"Step {STEPS // 2} " not in second, "the resumed run must not repeat a step"
    assert_same(run, uninterrupted)
    assert (run / "model.json").read_text() == (uninterrupted / "model.json").read_text()


@pytest.mark.slow  # the test of a run that was stopped halfway is quicker and says nearly the same
def test_run_killed_at_random_moments_resumes_and_ends_as_one_that_was_not(
    project: Path, uninterrupted: Path, tmp_path: Path
):
    run, chance = tmp_path / "run", random.Random(7)
    for number in range(20):
        # Checkpoints after every step: many of the kills fall into the writing of one
        with start_child(project, run, **SAME, resume=True, checkpoint_minutes=0) as child:
            wanted = chance.choice(["Started", "Compiling", "Step", "Step", "CheckpointSaved"]) if number else "Step"
            for line in child.stdout:
                if line.startswith(wanted):
                    break
            time.sleep(chance.uniform(0, 0.15))
            child.kill()
    lines = run_child(project, run, **SAME, resume=True, checkpoint_minutes=0)
    assert lines[-1] == f"Finished {STEPS} "
    assert_same(run, uninterrupted)
    assert len(list((run / "checkpoints").iterdir())) <= 4, "nothing half-written stays"
    assert load_model(run / "model.keras").spec.maps.width == 64
