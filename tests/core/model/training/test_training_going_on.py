import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.networks.noise import NoiseFeed, config_of, noise, of_kind, resumed_config, warned
from support.networks.tiny_training import images_of, make_project, recorded

from core.data.samples.samples import LeftOut, Prepared
from core.model.training import training
from core.model.training.control import Control
from core.model.training.tensorboard import Logs
from core.runs.events import CheckpointSaved, Finished, Started, Step, Warned
from core.runs.files import CHECKPOINT_ARRAYS
from core.runs.info import read_run

pytestmark = pytest.mark.long


def in_the_way(path: Path) -> Callable[[], None]:
    """Put a file into the place of a folder, or a folder into that of a file; gives what undoes it."""
    kept = path.with_name(f"{path.name} kept")
    path.rename(kept)
    if kept.is_dir():
        path.write_bytes(b"")
    else:
        path.mkdir()

    def undo() -> None:
        path.unlink() if kept.is_dir() else path.rmdir()
        kept.rename(path)

    return undo


def test_checkpoint_that_cannot_be_written_is_told_and_the_training_goes_on(tmp_path: Path):
    run, events = tmp_path / "run", []
    undo: Callable[[], None] | None = None
    for event in training.train(config_of(tmp_path, run, checkpoint_minutes=0, steps=4), data=noise()):
        events.append(event)
        if isinstance(event, CheckpointSaved) and event.step == 1:
            undo = in_the_way(run / "checkpoints")
        elif isinstance(event, Warned) and undo is not None:
            undo()
            undo = None
    full, recovered = warned(events)
    assert (full.kind, recovered.kind) == ("disk", "disk")
    assert "step_00000002: the checkpoint was not written" in full.message
    assert recovered.message == "Writing works again since step 3, after a failure at step 2: checkpoints."
    assert [event.step for event in of_kind(events, CheckpointSaved)] == [1, 3, 4]
    assert isinstance(events[-1], Finished)


@pytest.mark.parametrize("is_whole", [True, False])
def test_checkpoint_is_said_to_hold_the_weights_only_if_it_can_be_read_back(tmp_path: Path, is_whole: bool):
    run, events = tmp_path / "run", []
    for event in training.train(config_of(tmp_path, run, steps=1), data=noise()):
        events.append(event)
        if isinstance(event, Step):
            run.joinpath("model.keras").mkdir()
        elif isinstance(event, CheckpointSaved) and not is_whole:
            event.path.joinpath(CHECKPOINT_ARRAYS).write_bytes(b"cut off")
    (full,) = (event for event in warned(events) if "model.keras was not written" in event.message)
    assert ("The checkpoint holds the same weights." in full.message) is is_whole


class Gone(NoiseFeed):
    """A feed whose images are all gone."""

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        return LeftOut(self.name_of(position), f"{self.name_of(position)}: there is no such image.")


@pytest.mark.parametrize("words", [None, 1, 2])
def test_a_training_with_hardly_any_validation_word_has_a_model_and_says_what_it_read(
    tmp_path: Path, words: int | None
):
    run = tmp_path / "run"
    events = list(training.train(config_of(tmp_path, run, steps=2, validate_every=1), data=noise(validation=words)))
    assert isinstance(events[-1], Finished)
    info = read_run(run)
    assert (info.validated, info.state, info.model) == (words, "finished", run / "model.keras")
    assert ("word_accuracy" in info.metrics) == (info.begun_with is not None) == (words is not None)


def test_validation_images_that_vanish_are_told_and_the_training_goes_on(tmp_path: Path):
    data = noise(validation=2)
    config = config_of(tmp_path, tmp_path / "run", steps=2, validate_every=1)
    events = list(training.train(config, data=replace(data, validation=Gone(data.spec.maps, 2))))
    told = [event.message for event in warned(events)]
    assert "noise_0.png: there is no such image." in told[0]
    assert any(message.startswith("None of the validation images can be read any longer") for message in told)
    assert isinstance(events[-1], Finished)


def test_metrics_that_cannot_be_written_are_told_once_and_once_more_when_they_can(tmp_path: Path):
    run, events = tmp_path / "run", []
    undo: Callable[[], None] | None = None
    for event in training.train(config_of(tmp_path, run), data=noise()):
        events.append(event)
        if isinstance(event, Step) and event.step == 1:
            undo = in_the_way(run / "metrics.jsonl")
        elif isinstance(event, Step) and event.step == 4 and undo is not None:
            undo()
    full, recovered = warned(events)
    assert full.message.startswith("metrics.jsonl: steps from 2 on are not recorded (")
    assert recovered.message == "Writing works again since step 5, after a failure at step 2: metrics.jsonl."
    assert [event.step for event in of_kind(events, Step)] == [1, 2, 3, 4, 5, 6]
    assert [line["step"] for line in recorded(run)] == [1, 5, 6]


def test_sample_that_vanishes_is_named_and_counted(tmp_path: Path):
    copy = make_project(tmp_path / "copy")
    control, events = Control(), []
    for event in training.train(config_of(copy, tmp_path / "run", eager=False, steps=20, validation=0.0), control):
        events.append(event)
        if isinstance(event, Started):
            images_of(copy)[0].unlink()
    told = [event.message for event in warned(events) if "Left out of the training: word_" in event.message]
    assert len(told) == 1
    assert json.loads((tmp_path / "run" / "run.json").read_text())["left_out_while_training"]


def test_first_samples_left_out_are_named_before_the_start_and_run_json_has_all(tmp_path: Path):
    gone = tuple(LeftOut(f"{k}.png", f"{k}.png: it has no label.") for k in range(23))
    events = training.train(config_of(tmp_path, tmp_path / "run", eager=False), data=replace(noise(), left_out=gone))
    told: list[str] = []
    for event in events:
        if isinstance(event, Started):
            break
        if isinstance(event, Warned):
            assert event.kind == "data"
            told.append(event.message)
    events.close()
    assert told[:20] == [f"Left out: {k}.png: it has no label." for k in range(20)]
    (last,) = told[20:]
    assert last.startswith("Samples left out: 23 (3 of them not named here).")
    assert "run.json" in last
    assert len(json.loads((tmp_path / "run" / "run.json").read_text())["left_out"]) == 23


def test_logs_that_cannot_be_written_any_more_are_told_once_and_the_training_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    scalars, tried = Logs.scalars, []

    def failing(self: Logs, step: int, values: Any) -> None:
        tried.append(step)
        if step == 2:
            raise OSError(28, "No space left on device", "events.out")
        scalars(self, step, values)

    monkeypatch.setattr(Logs, "scalars", failing)
    events = list(training.train(config_of(tmp_path, tmp_path / "run", steps=4, tensorboard=True), data=noise()))
    (warning,) = warned(events)
    assert warning.kind == "tensorboard"
    assert "goes on without logs for TensorBoard" in warning.message
    assert "No space left on device" in warning.message
    assert tried == [1, 2]
    assert [event.step for event in of_kind(events, Step)] == [1, 2, 3, 4]
    assert isinstance(events[-1], Finished)


@pytest.mark.slow
def test_logs_that_cannot_even_be_opened_are_told_and_the_training_goes_on(tmp_path: Path):
    run = tmp_path / "run"
    for event in (events := training.train(config_of(tmp_path, run), data=noise())):
        if isinstance(event, Started):
            break
    events.close()
    (run / "tensorboard").write_bytes(b"a file where a folder has to be")
    done = list(training.train(resumed_config(run, tensorboard=True), data=noise()))
    (warning,) = warned(done)
    assert warning.kind == "tensorboard"
    assert isinstance(done[-1], Finished)
