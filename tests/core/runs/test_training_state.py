"""The state of a training is folded from its events, and one that was given does not change."""

from pathlib import Path
from typing import Any

import pytest

from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    Paused,
    Prediction,
    Resumed,
    Started,
    Step,
    ValidationDone,
    Warned,
)
from core.runs.state import TrainingState
from tests.support.words.maps import unread_maps

RUN = Path("run")
STARTING = TrainingState("starting", RUN)
STARTED = Started(RUN, 0, 9, {}, 1, "CPU", "float32", 2, 8, 1, 0, 1, None)
STEP = Step(1, 9, {"loss": 2.0}, 0.1, 1.0, 1.0, None)
VALIDATION = ValidationDone(1, {"loss": 2.5}, {"word_accuracy": 0.25}, 4, 0.1, best=True)
SAVED = CheckpointSaved(1, RUN / "step_1", best=True)
FINISHED = Finished(9, "steps", RUN / "model.keras", 9, {}, 1.0)
FAILED = Failed(4, "The disk is full. Make room.", "other")


def told(state: TrainingState, *events: Event) -> TrainingState:
    for event in events:
        state = state.after(event)
    return state


def test_state_keeps_the_last_event_of_each_kind():
    state = told(STARTING, STARTED, STEP, VALIDATION, SAVED)
    assert (state.run, state.started, state.last_step) == (RUN, STARTED, STEP)
    assert (state.validation, state.checkpoint, state.result) == (VALIDATION, SAVED, None)


def test_state_that_was_given_does_not_change():
    before = told(STARTING, STARTED)
    after = told(before, STEP, Warned("Something to know.", "disk"))
    assert (before.last_step, before.warnings) == (None, ())
    assert (after.last_step, after.warnings) == (STEP, ("Something to know.",))


@pytest.mark.parametrize("event", [STARTED, STEP])
def test_training_runs_from_its_first_word_on(event: Any):
    assert STARTING.after(event).phase == "running"


def test_found_training_that_is_paused_does_not_run_when_it_says_what_it_is():
    assert told(STARTING, Paused(3), STARTED, STEP).phase == "paused"


@pytest.mark.parametrize(
    ("phase", "event", "then"),
    [
        ("running", Paused(3), "paused"),
        ("paused", Resumed(3), "running"),
        ("stopping", Paused(3), "stopping"),
        ("stopping", Resumed(3), "stopping"),
        ("stopping", STEP, "stopping"),
        ("running", Resumed(3), "running"),
    ],
)
def test_pause_and_its_end_change_no_training_that_is_being_stopped(phase: str, event: Any, then: str):
    assert TrainingState(phase, RUN).after(event).phase == then


def test_work_that_cannot_be_hurried_is_known_until_it_is_done():
    compiling = Compiling("training step", 2.0)
    assert STARTING.after(compiling).compiling == compiling
    assert told(STARTING, compiling, Compiling("training step", 3.0, done=True)).compiling is None


def test_prediction_of_a_watched_image_changes_nothing():
    assert STARTING.after(Prediction(3, "a.png", unread_maps())) is STARTING


@pytest.mark.parametrize("event", [FINISHED, FAILED])
def test_training_that_has_told_its_end_is_busy_until_its_process_is_gone(event: Any):
    state = told(STARTING, STARTED, event)
    assert state.is_busy
    assert state.result == event


def test_end_of_the_process_ends_what_cannot_be_hurried():
    state = told(STARTING, STARTED, Compiling("validation", 1.0), FINISHED).ended(is_wanted=False, cause="")
    assert (state.phase, state.compiling, state.is_busy) == ("finished", None, False)


@pytest.mark.parametrize(
    ("events", "is_wanted", "phase", "result"),
    [
        ([STARTED, FAILED], False, "failed", FAILED),
        ([STARTED, FAILED], True, "failed", FAILED),
        ([FAILED], False, "failed", FAILED),
        ([FAILED], True, "idle", FAILED),  # stopped before the first step
        ([STARTED, STEP], True, "idle", None),
        ([STARTED, STEP], False, "lost", Failed(1, "It was killed.", "other", "last line")),
        ([], False, "lost", Failed(0, "It was killed.", "other", "last line")),
    ],
)
def test_how_a_training_ended(events: list[Any], is_wanted: bool, phase: str, result: Any):
    state = told(STARTING, *events).ended(is_wanted=is_wanted, cause="It was killed.", details="last line")
    assert (state.phase, state.result) == (phase, result)
