import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.noise import NoiseFeed, config_of, noise, of_kind, resumed_config

from core.base.errors import DataError, RunError, Sentence
from core.data.samples.difficulty import Difficulty
from core.model.steps.step import StepOutcome
from core.model.training import training
from core.model.training.checkpoints import Checkpoints
from core.model.training.trainingdata import TrainingData
from core.runs.events import Failed, Finished, Started

pytestmark = pytest.mark.long


def test_existing_folder_is_wrong_usage_and_stays_as_it_was(tmp_path: Path):
    (tmp_path / "run").mkdir()
    with pytest.raises(RunError, match="add --resume"):
        training.train(config_of(tmp_path, tmp_path / "run"))
    assert list((tmp_path / "run").iterdir()) == []


def test_folder_in_which_another_process_trains_is_wrong_usage(tmp_path: Path):
    events = training.train(config_of(tmp_path, tmp_path / "run"), data=noise())
    next(event for event in events if isinstance(event, Started))
    with pytest.raises(RunError, match="another process is training"):
        training.train(resumed_config(tmp_path / "run"))
    events.close()


@pytest.mark.parametrize("kind", ["training", "validation"])
def test_data_of_another_structure_than_the_network_is_refused_before_the_start(tmp_path: Path, kind: str):
    data = noise(validation=2)
    wider = data.spec.maps.with_(width=96)
    odd = {"training": NoiseFeed(wider)} if kind == "training" else {"validation": NoiseFeed(wider, 2)}
    config = config_of(tmp_path, tmp_path / "run", eager=False)
    (failed,) = of_kind([*training.train(config, data=replace(data, **odd))], Failed)
    assert failed.kind == "data"
    assert failed.message.startswith(
        f'network and {kind} data differ: "image" is uint8 (32, 64, 3) and uint8 (32, 96, 3)'
    )
    assert not (tmp_path / "run").exists()


def test_not_finite_loss_stops_at_once_and_names_tensor_and_images(tmp_path: Path):
    run = tmp_path / "run"
    events = list(
        training.train(config_of(tmp_path, run, validate_every=1), data=noise(bad=5, validation=3))
    )  # batches of 2: position 5 is in the third
    failed = events[-1]
    assert (failed.kind, failed.step) == ("not_finite", 2)
    assert 'the batch\'s "localization" is not a finite number' in failed.message
    assert "the checkpoint of step 2 is kept" in failed.message
    assert "noise_4.png, noise_5.png" in failed.message
    said = failed.message.places["said"]
    assert isinstance(said, Sentence) and isinstance(said.places["tensor"], Sentence)
    (_, state), damaged = Checkpoints(run / "checkpoints").latest()
    assert damaged == ()
    assert all(np.isfinite(array).all() for kind in state.values() for array in kind.values())


class Failing(Difficulty):
    """Cannot learn from a run's measures: an error after the training was set up."""

    def __init__(self, error: Exception, cause: Exception | None) -> None:
        super().__init__()
        self.error, self.cause = error, cause

    def learn(self, metrics: Mapping[str, float | None]) -> bool:
        raise self.error from self.cause


def failing(error: Exception, cause: Exception | None = None) -> TrainingData:
    return replace(noise(), difficulty=Failing(error, cause))


def test_out_of_memory_names_the_setting_to_lower(tmp_path: Path):
    data = failing(MemoryError("std::bad_alloc"))
    events = list(training.train(config_of(tmp_path, tmp_path / "run", batch=8), data=data))
    failed = events[-1]
    assert failed.kind == "memory"
    assert "Batch 8 needs about" in failed.message
    assert "Lower batch to 4" in failed.message


@pytest.mark.parametrize(("charset", "said"), [("digits", "no image of"), (None, "there is no charset")])
def test_data_error_ends_the_training_with_its_own_sentence(tmp_path: Path, charset: str | None, said: str):
    (tmp_path / "empty").mkdir()
    events = list(training.train(config_of(tmp_path / "empty", tmp_path / "run", charset=charset)))
    (failed,) = of_kind(events, Failed)
    assert events[-1] is failed
    assert failed.kind == "data"
    assert said in failed.message
    assert not (tmp_path / "run").exists(), "the name stays free for the next attempt"


def test_gradient_that_is_too_large_for_its_scale_is_recorded_as_valid_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    call = training.TrainingStep.__call__

    def overflowing(self: training.TrainingStep, *arguments: Any) -> StepOutcome:
        return replace(call(self, *arguments), gradient_norm=math.inf, finite=False, overflow=True)

    monkeypatch.setattr(training.TrainingStep, "__call__", overflowing)
    run = tmp_path / "run"
    assert isinstance(list(training.train(config_of(tmp_path, run, steps=2), data=noise()))[-1], Finished)

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in (run / "metrics.jsonl").read_text().splitlines()]
    assert [line["gradient_norm"] for line in lines] == [None, None]


def test_unforeseen_error_is_explained_and_its_traceback_kept_in_the_run_folder(tmp_path: Path):
    run = tmp_path / "run"
    failed = list(training.train(config_of(tmp_path, run), data=failing(ValueError("something odd"))))[-1]
    assert failed.kind == "other"
    assert failed.message == f"The training broke off: ValueError: something odd. Details: {run / 'failure.txt'}"
    assert "Traceback" in failed.details
    assert (run / "failure.txt").read_text().strip() == failed.details.strip()
    next(event for event in training.train(resumed_config(run), data=noise()) if isinstance(event, Started))
    assert not (run / "failure.txt").exists(), "a run that goes on has not failed"


def test_failure_that_is_known_is_explained_with_what_to_do(tmp_path: Path):
    data = failing(RuntimeError("Graph execution error"), DataError("a.png: gone. Put it back."))
    failed = list(training.train(config_of(tmp_path, tmp_path / "run"), data=data))[-1]
    assert isinstance(failed, Failed)
    details = f"Details: {tmp_path / 'run' / 'failure.txt'}"
    assert failed.message == f"The training broke off: a.png: gone. Put it back. {details}"
    assert "Graph execution error" in failed.details


def test_failure_without_details_makes_no_file(tmp_path: Path):
    data = failing(DataError("a.png: gone. Put it back."))
    failed = list(training.train(config_of(tmp_path, tmp_path / "run"), data=data))[-1]
    assert (failed.kind, failed.message) == ("data", "a.png: gone. Put it back.")
    assert not (tmp_path / "run" / "failure.txt").exists()
