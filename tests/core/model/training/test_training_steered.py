"""How a training is steered: paused, stopped, limited, frozen, made to watch."""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.noise import config_of, noise, of_kind, warned
from support.networks.tiny_training import images_of

from core.base.progress import Progress, report_stage
from core.base.systems import system
from core.data.samples.difficulty import Difficulty
from core.model.training import loop, training
from core.model.training.checkpoints import Checkpoints
from core.model.training.control import Control
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Finished,
    LayerSeen,
    LayersTraced,
    Paused,
    Prediction,
    Step,
    ValidationDone,
    Warned,
)
from core.runs.info import is_locked
from core.runs.precision import known_precisions
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long


@dataclass(slots=True, eq=False)
class Rising(Difficulty):
    """Keeps what it learns from, and rises by one each time it learns from a validation."""

    seen: list[Mapping[str, float | None]] = field(default_factory=list)

    def learn(self, metrics: Mapping[str, float | None]) -> bool:
        self.seen.append(metrics)
        self.level += bool(metrics)
        return bool(metrics)


def test_pause_stop_and_watch_act_between_two_steps(project: Path, tmp_path: Path):
    control = Control(tick=0.01)
    seen: list[Event] = []
    for event in training.train(config_of(project, tmp_path / "run"), control):
        seen.append(event)
        match event:
            case Step(step=2):
                control.pause()
            case Paused():
                control.watch(images_of(project)[1:2], "network/character_relu")
            case LayerSeen(step=2):
                assert (event.image, event.layer) == (str(images_of(project)[1]), "network/character_relu")
                assert event.values.ndim == 3
                assert event.values.min() == 0.0, "what a ReLU gives"
                control.resume()
            case Step(step=4):
                control.stop()
            case _:
                pass
    names = [type(event).__name__ for event in seen if not isinstance(event, Compiling | LayersTraced | Warned)]
    assert names == [
        "Started", "ValidationDone", "Step", "Step", "Paused", "Prediction", "LayerSeen", "Resumed", "Step",
        "ValidationDone", "CheckpointSaved", "Step", "ValidationDone", "CheckpointSaved", "Finished",
    ]  # fmt: skip
    finished = seen[-1]
    assert (finished.reason, finished.step) == ("stopped", 4)
    assert finished.best_step == max(of_kind(seen, ValidationDone), key=lambda done: (done.best, done.step)).step


def test_time_limit_ends_the_training(tmp_path: Path):
    events = list(training.train(config_of(tmp_path, tmp_path / "run", minutes=1e-6, steps=50), data=noise()))
    assert (events[-1].reason, events[-1].step) == ("minutes", 1)


def test_patience_ends_the_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    scores = iter([(0.5,), (0.4,), (0.4,), (0.9,)])
    monkeypatch.setattr(loop.Measured, "score", lambda self, monitor: next(scores))
    choices = {"validate_every": 1, "steps": 9, "patience": 2}
    events = list(training.train(config_of(tmp_path, tmp_path / "run", **choices), data=noise(validation=2)))
    finished = events[-1]
    assert (finished.reason, finished.step, finished.best_step) == ("patience", 3, 1)


def test_frozen_stages_stay_as_they_are_until_they_are_unfrozen(tmp_path: Path):
    choices = {"steps": 4, "freeze": ["backbone"], "unfreeze_at": 2, "checkpoint_minutes": 0}
    kernels = []
    for event in training.train(config_of(tmp_path, tmp_path / "run", **choices), data=noise()):
        if isinstance(event, CheckpointSaved):
            _, state = Checkpoints(event.path.parent).load(event.step)
            kernels.append(state["weights"])
    frozen = [name for name in kernels[0] if "conv2_block1_1_conv" in name]
    assert frozen
    assert all(np.array_equal(kernels[0][name], kernels[1][name]) for name in frozen)
    assert not any(np.array_equal(kernels[1][name], kernels[2][name]) for name in frozen)
    assert not np.array_equal(kernels[0]["character_logits/kernel"], kernels[1]["character_logits/kernel"])


def test_watched_image_that_cannot_be_read_is_told_once(tmp_path: Path):
    choices = {"watch": [tmp_path / "gone.png"], "live_every": 0, "steps": 2}
    events = list(training.train(config_of(tmp_path, tmp_path / "run", **choices), data=noise()))
    assert [event.kind for event in warned(events)] == ["watch"]
    assert isinstance(events[-1], Finished)


def slow(seen: list[str]) -> Any:
    """A check of the images without end, that says when it is left."""

    def open_slowly(config: TrainConfig, spec: NetworkSpec | None, progress: Any) -> TrainingData:
        try:
            while True:
                progress(0, 0)
                time.sleep(0.005)
        finally:
            seen.append("left")

    return open_slowly


def test_check_of_the_images_gives_signs_of_life_and_can_be_stopped(tmp_path: Path):
    seen: list[str] = []
    control, events = Control(tick=0.01), []
    for event in training.train(config_of(tmp_path, tmp_path / "run"), control, opening=slow(seen)):
        events.append(event)
        if len(events) == 3:
            control.stop()
    *signs, failed = events
    assert len(signs) >= 3
    assert {event.what for event in signs if isinstance(event, Compiling) and not event.done} == {"check of the images"}
    assert (failed.kind, failed.message) == ("other", "Stopped before the first step.")
    assert seen == ["left"]
    assert not (tmp_path / "run").exists()


def test_trial_of_the_precision_is_shown_and_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(system, "processor_flags", lambda: frozenset({"avx512_bf16"}))
    control, events = Control(tick=0.01), []
    config = config_of(tmp_path, tmp_path / "run", steps=300, precision="auto", deterministic=False, eager=False)
    for event in training.train(config, control, noise()):
        events.append(event)
        if isinstance(event, Compiling) and event.what == "trial of the precision":
            control.stop()
    *signs, failed = events
    assert any(isinstance(sign, Compiling) and sign.what == "trial of the precision" for sign in signs)
    assert failed.message == "Stopped before the first step."
    assert not (tmp_path / "run").exists() and known_precisions() == {}
    for thread in threading.enumerate():
        if thread.name == "trial of the precision":
            thread.join(60)


def test_a_search_for_fonts_is_named_while_the_images_are_checked(tmp_path: Path):
    control, seen = Control(tick=0.01), []

    def searching(config: TrainConfig, spec: NetworkSpec | None, progress: Progress) -> TrainingData:
        report_stage(progress, "Looking at 88 fonts …")
        while True:
            progress(1, 88)

    for event in training.train(config_of(tmp_path, tmp_path / "run"), control, opening=searching):
        if isinstance(event, Compiling):
            seen.append(event.doing)
            control.stop()
    assert "Looking at 88 fonts …" in seen


def test_listener_that_goes_away_ends_the_check_of_the_images(tmp_path: Path):
    seen: list[str] = []
    config = config_of(tmp_path, tmp_path / "run", eager=False)
    events = training.train(config, Control(tick=0.01), opening=slow(seen))
    next(events)
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "check of the images")
    events.close()
    thread.join(30)
    assert seen == ["left"]


def test_difficulty_follows_the_validations_and_their_best_when_a_run_goes_on(tmp_path: Path):
    found = Rising(0)
    data = replace(noise(validation=2), difficulty=found)
    choices = {"validate_every": 1, "steps": 2}
    events = list(training.train(config_of(tmp_path, tmp_path / "run", **choices), data=data))
    measured = [event.metrics for event in events if isinstance(event, ValidationDone)]
    assert found.seen == [{}, *measured[1:]], "what step 0 reads says nothing of the difficulty"
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["difficulty"] for line in lines if line["kind"] == "validation"] == [0, 0, 1]  # until then
    again = Rising(0)
    config = config_of(tmp_path, tmp_path / "run", resume=True, **choices | {"steps": 3})
    best = [event.metrics for event in events if isinstance(event, ValidationDone) and event.best][-1]
    list(training.train(config, data=replace(data, difficulty=again)))
    assert again.seen[0] == best


def test_time_limit_counts_from_the_first_step_whose_compilation_is_no_part_of_it(tmp_path: Path):
    choices = {"minutes": 1 / 20, "validate_every": 10_000, "steps": 10_000}
    events = list(training.train(config_of(tmp_path, tmp_path / "run", **choices), data=noise(validation=2)))
    assert events[-1].reason == "minutes"
    assert events[-1].seconds >= 3
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert next(line["seconds"] for line in lines if line["kind"] == "step") < 3
    assert next(event.step for event in of_kind(events, ValidationDone)) == 0


def test_step_0_is_never_the_model_of_a_run(tmp_path: Path):
    choices = {"validate_every": 2, "steps": 2}
    events = list(training.train(config_of(tmp_path, tmp_path / "run", **choices), data=noise(validation=2)))
    assert [(event.step, event.best) for event in of_kind(events, ValidationDone)] == [(0, False), (2, True)]
    assert events[-1].best_step == 2


def test_training_that_is_over_predicts_what_is_watched_until_it_is_let_go(project: Path, tmp_path: Path):
    control = Control(tick=0.01, answering=60.0)
    after: list[Event] = []
    events = training.train(config_of(project, tmp_path / "run", steps=2), control)
    for event in events:
        if isinstance(event, Finished):
            assert not is_locked(tmp_path / "run"), "others may have the run"
            control.watch(images_of(project)[1:2])
        elif isinstance(event, Prediction):
            after.append(event)
            control.let_go()
    assert [type(event) for event in after] == [Prediction]
    assert after[0].path is None, "nothing of it is kept"
