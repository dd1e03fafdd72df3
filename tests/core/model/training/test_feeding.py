"""The ways in which batches come to a training, and the two trainers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.tiny_training import final_state, recorded, run_child


@pytest.mark.slow
def test_feeds_and_loaders_give_the_same_training(project: Path, tmp_path: Path) -> None:
    ways: list[dict[str, Any]] = [{}, {"feed": "pydataset"}, {"loading": "processes"}]
    runs = [tmp_path / str(number) for number in range(len(ways))]
    for way, run in zip(ways, runs, strict=True):
        run_child(project, run, **way)
    first = [line["loss"] for line in recorded(runs[0]) if line["kind"] == "step"]
    for run in runs[1:]:
        assert [line["loss"] for line in recorded(run) if line["kind"] == "step"] == pytest.approx(first, rel=1e-3)


@pytest.mark.slow
def test_a_step_of_a_training_by_fit_gives_the_weights_of_ours_and_the_run_goes_on(
    project: Path, tmp_path: Path
) -> None:
    ours, fitted = tmp_path / "ours", tmp_path / "fitted"
    run_child(project, ours, steps=3, stop_at=1)
    run_child(project, fitted, steps=3, trainer="fit", stop_at=1)
    wanted, found = final_state(ours), final_state(fitted)
    weights = [name for name in wanted if name.startswith("weights/")]
    differences = np.concatenate([np.abs(wanted[name] - found[name]).ravel() for name in weights])
    assert np.median(differences) < 1e-6
    assert (differences < 1e-6).mean() > 0.9  # where a gradient is nearly 0, Adam makes a step of its rounding
    run_child(project, fitted, steps=3, trainer="fit", resume=True)
    steps = [line for line in recorded(fitted) if line["kind"] == "step"]
    assert [line["step"] for line in steps] == [1, 2, 3]
    assert steps[0]["loss"] == pytest.approx(recorded(ours)[0]["loss"], rel=1e-4)


@pytest.mark.slow
def test_a_rest_that_is_dropped_is_counted_and_told(project: Path, tmp_path: Path) -> None:
    told = run_child(project, tmp_path / "run", batch=5, remainder="drop", shuffle_buffer=3, steps=3)
    assert any("left out of each round" in line for line in told)
